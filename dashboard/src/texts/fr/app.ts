// The texts of the navigation, the account menu and what all pages share, in French.
import type { Translation } from '../catalogues.ts'

export const texts = {
  accountMenu: {
    account: 'Compte et apparence',
    signOut: 'Se déconnecter',
    system: 'Comme le système',
    light: 'Clair',
    dark: 'Sombre',
    switchTo: (name: string) => `Passer au compte ${name}`,
  },
  attachments: {
    files: 'Fichiers',
    image: 'Image',
    open: (name: string) => `Ouvrir l’image ${name}`,
    kilobytes: (size: string) => `${size} ko`,
    megabytes: (size: string) => `${size} Mo`,
  },
  connectionNotice: {
    lost: 'Le serveur est injoignable. Cette page affiche les dernières données connues et continue d’essayer.',
  },
  drawers: { pages: 'Pages', requests: 'Requêtes de la page' },
  leaveQuestion: {
    title: 'Quitter sans enregistrer ?',
    text: 'Vos modifications ne sont pas enregistrées. Elles seront perdues si vous quittez la page.',
    action: 'Quitter',
  },
  messages: { messages: 'Notifications' },
  navigation: {
    home: 'Accueil',
    calls: 'Appels',
    contacts: 'Contacts',
    messages: 'Messages',
    knowledge: 'Connaissances',
    developers: 'Développeurs',
    usage: 'Consommation',
  },
  page: { loading: 'Chargement', failed: 'Le chargement a échoué.' },
  reason: {
    unavailable: 'Parley ne parvient pas à joindre sa base de données et continue d’essayer.',
    unreachable: 'Le serveur est injoignable. Cette page continue d’essayer.',
  },
  requests: {
    text: 'Tout ce que font ces pages passe par l’API publique. Vous pouvez répéter chaque requête avec une clé API dans $PARLEY_API_KEY.',
    command: 'Commande',
    none: 'perdue',
  },
  router: {
    title: 'Cette page n’existe pas',
    text: 'Vérifiez l’adresse ou choisissez une page dans le menu.',
    home: 'Aller à l’accueil',
  },
  sessionEnded: {
    title: 'Votre session a pris fin',
    explanation:
      'Reconnectez-vous dans un autre onglet, puis continuez ici. Rien de ce que vous avez saisi n’est perdu.',
    noMail:
      'Pas de mot de passe ? Cette installation n’envoie pas d’e-mails. Son exploitant peut créer un lien sur le serveur :',
    signIn: 'Se connecter',
    proceed: 'Continuer',
  },
  shell: {
    navigation: 'Pages',
    openNavigation: 'Ouvrir la liste des pages',
    skip: 'Aller au contenu',
    requests: 'Requêtes de la page',
  },
  unreachable: {
    message: 'Le serveur est injoignable. Rien n’est perdu sur cette page. Réessayez dans un instant.',
  },
  values: { copy: 'Copier', copied: 'Copié' },
  visitingNotice: {
    label: 'Visite en tant qu’exploitant',
    text: (name: string) =>
      `Vous visitez le compte ${name} en tant qu’exploitant. Vos actions figurent dans son journal des modifications.`,
    leave: (name: string) => `Revenir au compte ${name}`,
  },
  finderButton: {
    find: 'Rechercher',
    key: 'Ctrl+K',
  },
  filters: {
    active: (count: number) => `Filtres (${count})`,
    noMatch: 'Aucun résultat pour ces filtres.',
  },
} satisfies Translation<'app'>
