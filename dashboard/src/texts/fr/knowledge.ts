// The texts of the page about knowledge, in French.
import type { Translation } from '../catalogues.ts'

export const texts = {
  addKnowledge: {
    title: 'Ajouter des connaissances',
    website: 'Adresse d’un site web',
    pages: 'Pages',
    follow: 'Une page et celles vers lesquelles elle renvoie',
    list: 'Uniquement les pages d’une liste',
    url: 'Adresse de la première page',
    urlHelp: (limit: string) =>
      `Facultatif. Cette page et jusqu’à ${limit} pages vers lesquelles elle renvoie sont lues.`,
    limit: 'Autres pages',
    limitHelp: 'Combien de pages liées du même site sont lues en plus de la première, 50 au maximum.',
    linksHelp: '100 adresses au maximum. Les liens de ces pages ne sont pas suivis.',
    links: 'Adresses, une par ligne',
  },
  documentDrawer: {
    document: 'Document',
    type: 'Type',
    size: (kilobytes: string) => `${kilobytes} ko`,
    failedWebsite:
      'Vérifiez que l’adresse s’ouvre sans connexion et affiche son texte sans scripts, puis relancez la lecture.',
    failedPdf:
      'Un PDF numérisé doit d’abord passer par une reconnaissance de texte (OCR). Corrigez le fichier, ajoutez-le de nouveau et supprimez ce document.',
    failedFile: 'Corrigez le fichier, ajoutez-le de nouveau et supprimez ce document.',
    scanned: (pages: string) =>
      `Aucun texte trouvé sur ces pages : ${pages}. Si elles sont numérisées, ajoutez de nouveau le fichier après une reconnaissance de texte (OCR).`,
    again: 'Relire',
    isRead: 'Le site web est en cours de relecture',
    removeTitle: 'Supprimer ce document ?',
    removeText: (name: string) =>
      `Les assistants ne trouveront plus rien dans « ${name} ». Cette action est irréversible.`,
    removed: 'Le document a été supprimé',
  },
  documents: {
    type: 'Type',
    website: 'Ajouter un site web',
    text: 'Ajouter un texte',
    find: 'Rechercher un document',
    empty: 'Aucun document pour l’instant',
    emptyText:
      'Les fichiers, sites web et textes que vous ajoutez s’affichent ici. Les assistants trouvent leurs passages quelques secondes plus tard.',
    none: 'Aucun document ne porte ce nom',
  },
  documentState: {
    processing: 'Lecture en cours',
    active: 'Prêt',
    pages: (done: string, known: string) => `Pages : ${done} sur ${known}`,
    pending: 'Recherche par mots ; par sens à venir',
    off: 'Recherche par mots uniquement',
    ready: 'Recherche par mots et par sens',
  },
  dropFiles: {
    drop: 'Déposez des fichiers ici',
    limits: (limit: string) => `Fichiers PDF, Word (.docx) et texte, ${limit} Mo au maximum chacun`,
    choose: 'Choisir des fichiers',
  },
  knowledge: {
    title: 'Connaissances',
    text: 'Les documents que les assistants consultent pendant qu’ils parlent et écrivent.',
    create: 'Nouvelle base de connaissances',
    empty: 'Aucune base de connaissances pour l’instant',
    emptyText:
      'Une base de connaissances contient des sites web, des fichiers et des textes. Les assistants y puisent leurs réponses et citent leurs sources.',
    missing: 'Cette base de connaissances n’existe plus',
    first: 'Afficher la première',
  },
  knowledgebaseForm: {
    create: 'Créer une base de connaissances',
    edit: 'Modifier la base de connaissances',
    help: 'Le sujet des documents. Les assistants s’appuient dessus pour décider quand lancer une recherche.',
    createAction: 'Créer',
  },
  knowledgebaseList: {
    list: 'Bases de connaissances',
    empty: 'Vide',
    processing: 'Lecture en cours',
    active: 'Prête',
    documents: { one: 'document', other: 'documents' },
    assistants: { one: 'assistant', other: 'assistants' },
  },
  knowledgebaseView: {
    search: 'Recherche',
    tabs: 'Rubriques de la base de connaissances',
    actions: (name: string) => `Actions : ${name}`,
    removeTitle: 'Supprimer cette base de connaissances ?',
    removeText: (name: string) =>
      `« ${name} » est supprimée avec tous ses documents. Les assistants qui l’utilisent n’auront plus de base de connaissances. Cette action est irréversible.`,
    removed: 'La base de connaissances a été supprimée',
    usedBy: 'Utilisée par',
    unused:
      'Aucun assistant n’utilise encore cette base de connaissances. Choisissez-la dans les paramètres d’un assistant.',
  },
  passage: { page: (number: string) => `Page ${number}` },
  passageExplanation: {
    title: 'Pourquoi ce rang',
    place: (place: string) => `Rang ${place}`,
    words: 'Mots',
    noWords: 'Non trouvé par mots',
    forms: (word: string, forms: string) => `${word} : ${forms}`,
    heading: 'Titres',
    noHeading: 'Aucun titre ne ressemble à la question',
    likeHeading: (heading: string, share: string, factor: string) =>
      `« ${heading} » ressemble à la question (${share}) : poids des mots × ${factor}`,
    meaning: 'Sens',
    noMeaning: 'Absent des passages de sens proche',
    similarity: (share: string) => `similarité ${share}`,
    merged: 'Combiné',
    reranking: 'Reclassement',
    unchanged: 'inchangé',
    moved: (from: string, to: string) => `Du rang ${from} au rang ${to}`,
  },
  passageSearch: {
    question: 'Posez une question comme le ferait un client',
    limit: 'Passages',
    results: 'Passages trouvés',
    start: 'Voyez ce qu’un assistant trouverait',
    startText: 'Saisissez une question. Vous verrez les passages qu’un assistant recevrait, les meilleurs en premier.',
    none: 'Aucun résultat',
    noneText:
      'Aucun passage ne contient ces mots ni n’a ce sens. Essayez les mots employés dans les documents, ou ajoutez un texte dont le titre est cette question.',
    used: 'Recherche par mots et par sens.',
    partial: 'Recherche par mots et par sens ; certains documents ne sont encore trouvés que par mots.',
    failed: 'Recherche par mots uniquement, car le modèle de vectorisation n’a pas répondu.',
    off: 'Recherche par mots uniquement, car l’installation n’a pas de modèle de vectorisation.',
    unsupported_language:
      'Recherche par mots uniquement : le modèle de vectorisation ne comprend pas la langue de la question, ou la question est trop courte pour la reconnaître.',
    reranked: 'Classés par un modèle de reclassement.',
    fused: 'Les deux scores sont additionnés.',
  },
  searchTimes: {
    title: (total: string) => `Durée totale : ${total}`,
    words: 'Mots et titres',
    embedding: 'Vectorisation de la question',
    vectors: 'Comparaison des sens',
    reranking: 'Reclassement',
  },
  text: {
    title: 'Ajouter un texte',
    help: 'Une ligne qui commence par # est un titre. Les passages les mieux trouvés sont ceux dont le titre est une question que posent les clients.',
    example: '# Quels sont vos horaires d’ouverture ?\n\nDu lundi au vendredi, de 7 h à 18 h.',
  },
  uploadList: {
    list: 'Fichiers en cours d’ajout',
    chosen: 'Prêt à être ajouté',
    waiting: 'En attente',
    sending: 'Envoi en cours',
    type: (types: string) => `Ce type de fichier ne peut pas être lu. Types acceptés : ${types}.`,
    size: (limit: string) => `Le fichier dépasse ${limit} Mo. Divisez-le en fichiers plus petits.`,
    empty: 'Le fichier est vide.',
    retry: (name: string) => `Renvoyer « ${name} »`,
    remove: (name: string) => `Retirer « ${name} » de cette liste`,
    progress: (name: string) => `Progression : ${name}`,
  },
  websitePages: { pages: { one: 'page', other: 'pages' }, waiting: 'En attente', done: 'Lue' },
} satisfies Translation<'knowledge'>
