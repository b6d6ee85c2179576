// The texts of the page about knowledge, in German.
import type { Translation } from '../catalogues.ts'

export const texts = {
  addKnowledge: {
    title: 'Wissen hinzufügen',
    website: 'Adresse einer Website',
    pages: 'Seiten',
    follow: 'Eine Seite und die von ihr verlinkten',
    list: 'Genau die Seiten einer Liste',
    url: 'Adresse der ersten Seite',
    urlHelp: (limit: string) => `Optional. Diese Seite und bis zu ${limit} von ihr verlinkte werden gelesen.`,
    limit: 'Weitere Seiten',
    limitHelp: 'Wie viele verlinkte Seiten derselben Website außer der ersten gelesen werden, bis zu 50.',
    linksHelp: 'Bis zu 100 Adressen. Links auf diesen Seiten wird nicht gefolgt.',
    links: 'Adressen, eine pro Zeile',
  },
  documentDrawer: {
    document: 'Dokument',
    type: 'Art',
    size: (kilobytes: string) => `${kilobytes} KB`,
    failedWebsite:
      'Prüfen Sie, ob sich die Adresse ohne Anmeldung öffnen lässt und ihren Text ohne Skripte zeigt, und lesen Sie sie erneut.',
    failedPdf:
      'Ein eingescanntes PDF benötigt zuerst eine Texterkennung (OCR). Korrigieren Sie die Datei, fügen Sie sie erneut hinzu und löschen Sie dieses Dokument.',
    failedFile: 'Korrigieren Sie die Datei, fügen Sie sie erneut hinzu und löschen Sie dieses Dokument.',
    scanned: (pages: string) =>
      `Auf diesen Seiten wurde kein Text gefunden: ${pages}. Falls sie eingescannt sind, fügen Sie die Datei nach einer Texterkennung (OCR) erneut hinzu.`,
    again: 'Erneut lesen',
    isRead: 'Die Website wird erneut gelesen',
    removeTitle: 'Dieses Dokument löschen?',
    removeText: (name: string) =>
      `Assistenten finden nichts mehr aus „${name}“. Das lässt sich nicht rückgängig machen.`,
    removed: 'Das Dokument wurde gelöscht',
  },
  documents: {
    type: 'Art',
    website: 'Website hinzufügen',
    text: 'Text hinzufügen',
    find: 'Dokument suchen',
    empty: 'Noch keine Dokumente',
    emptyText:
      'Hier sehen Sie die Dateien, Websites und Texte, die Sie hinzufügen. Assistenten finden ihre Abschnitte wenige Sekunden später.',
    none: 'Kein Dokument hat diesen Namen',
  },
  documentState: {
    processing: 'Wird gelesen',
    active: 'Bereit',
    pages: (done: string, known: string) => `${done} von ${known} Seiten`,
    pending: 'Über Wörter auffindbar; Bedeutung folgt',
    off: 'Nur über Wörter auffindbar',
    ready: 'Über Wörter und Bedeutung auffindbar',
  },
  dropFiles: {
    drop: 'Dateien hier ablegen',
    limits: (limit: string) => `PDF-, Word- (.docx) und Textdateien mit jeweils bis zu ${limit} MB`,
    choose: 'Dateien auswählen',
  },
  knowledge: {
    title: 'Wissen',
    text: 'Dokumente, in denen Assistenten suchen, während sie sprechen und schreiben.',
    create: 'Neue Wissensdatenbank',
    empty: 'Noch keine Wissensdatenbanken',
    emptyText:
      'Eine Wissensdatenbank enthält Websites, Dateien und Texte. Assistenten antworten daraus und nennen ihre Quellen.',
    missing: 'Diese Wissensdatenbank gibt es nicht mehr',
    first: 'Die erste anzeigen',
  },
  knowledgebaseForm: {
    create: 'Wissensdatenbank anlegen',
    edit: 'Wissensdatenbank bearbeiten',
    help: 'Wovon die Dokumente handeln. Assistenten lesen es, um zu entscheiden, wann sie suchen.',
    createAction: 'Anlegen',
  },
  knowledgebaseList: {
    list: 'Wissensdatenbanken',
    empty: 'Leer',
    processing: 'Wird gelesen',
    active: 'Bereit',
    documents: { one: 'Dokument', other: 'Dokumente' },
    assistants: { one: 'Assistent', other: 'Assistenten' },
  },
  knowledgebaseView: {
    search: 'Suche',
    tabs: 'Teile der Wissensdatenbank',
    actions: (name: string) => `Aktionen für ${name}`,
    removeTitle: 'Diese Wissensdatenbank löschen?',
    removeText: (name: string) =>
      `„${name}“ wird mit allen Dokumenten gelöscht. Assistenten, die sie verwenden, haben danach keine Wissensdatenbank. Das lässt sich nicht rückgängig machen.`,
    removed: 'Die Wissensdatenbank wurde gelöscht',
    usedBy: 'Verwendet von',
    unused:
      'Noch kein Assistent verwendet diese Wissensdatenbank. Wählen Sie sie in den Einstellungen eines Assistenten aus.',
  },
  passage: { page: (number: string) => `Seite ${number}` },
  passageExplanation: {
    title: 'Gründe für diesen Platz',
    place: (place: string) => `Platz ${place}`,
    words: 'Wörter',
    noWords: 'Nicht über Wörter gefunden',
    forms: (word: string, forms: string) => `${word}: ${forms}`,
    heading: 'Überschriften',
    noHeading: 'Keine Überschrift gleicht der Frage',
    likeHeading: (heading: string, share: string, factor: string) =>
      `„${heading}“ gleicht der Frage zu ${share}: Wörter zählen ${factor}-fach`,
    meaning: 'Bedeutung',
    noMeaning: 'Nicht unter den Abschnitten mit ähnlicher Bedeutung',
    similarity: (share: string) => `Ähnlichkeit ${share}`,
    merged: 'Zusammen',
    reranking: 'Reranking',
    unchanged: 'wie zuvor',
    moved: (from: string, to: string) => `Von Platz ${from} auf ${to}`,
  },
  passageSearch: {
    question: 'Fragen Sie wie ein Kunde',
    limit: 'Abschnitte',
    results: 'Gefundene Abschnitte',
    start: 'Sehen Sie, was ein Assistent finden würde',
    startText: 'Geben Sie eine Frage ein. Ein Assistent würde dazu diese Abschnitte erhalten, die besten zuerst.',
    none: 'Nichts gefunden',
    noneText:
      'Kein Abschnitt enthält diese Wörter oder hat diese Bedeutung. Versuchen Sie es mit den Wörtern der Dokumente, oder fügen Sie einen Text hinzu, dessen Überschrift diese Frage ist.',
    used: 'Über Wörter und Bedeutung.',
    partial: 'Über Wörter und Bedeutung; einige Dokumente sind bisher nur über Wörter auffindbar.',
    failed: 'Nur über Wörter, weil das Embedding-Modell nicht geantwortet hat.',
    off: 'Nur über Wörter, weil die Installation kein Embedding-Modell hat.',
    unsupported_language:
      'Nur über Wörter: Das Embedding-Modell versteht die Sprache der Frage nicht, oder die Frage ist zu kurz, um sie zu erkennen.',
    reranked: 'Von einem Reranking-Modell sortiert.',
    fused: 'Die Werte beider werden addiert.',
  },
  searchTimes: {
    title: (total: string) => `Dauer insgesamt ${total}`,
    words: 'Wörter und Überschriften',
    embedding: 'Embedding der Frage',
    vectors: 'Vergleich der Bedeutungen',
    reranking: 'Reranking',
  },
  text: {
    title: 'Text hinzufügen',
    help: 'Eine Zeile, die mit # beginnt, ist eine Überschrift. Am besten werden Abschnitte gefunden, deren Überschrift eine Frage von Kunden ist.',
    example: '# Wann haben Sie geöffnet?\n\nMontag bis Freitag von 7:00 bis 18:00 Uhr.',
  },
  uploadList: {
    list: 'Dateien, die hinzugefügt werden',
    chosen: 'Bereit zum Hinzufügen',
    waiting: 'Wartet',
    sending: 'Wird gesendet',
    type: (types: string) =>
      `Dieser Dateityp kann nicht gelesen werden. Wählen Sie eine Datei mit einer der Endungen: ${types}.`,
    size: (limit: string) => `Die Datei ist größer als ${limit} MB. Teilen Sie sie in kleinere Dateien auf.`,
    empty: 'Die Datei ist leer.',
    retry: (name: string) => `${name} erneut senden`,
    remove: (name: string) => `${name} aus dieser Liste entfernen`,
    progress: (name: string) => `Fortschritt von ${name}`,
  },
  websitePages: { pages: { one: 'Seite', other: 'Seiten' }, waiting: 'Wartet', done: 'Gelesen' },
} satisfies Translation<'knowledge'>
