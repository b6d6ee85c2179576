// The texts of the navigation, the account menu and what all pages share, in German.
import type { Translation } from '../catalogues.ts'

export const texts = {
  accountMenu: {
    account: 'Konto und Darstellung',
    signOut: 'Abmelden',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    switchTo: (name: string) => `Zu ${name} wechseln`,
  },
  attachments: {
    files: 'Dateien',
    image: 'Bild',
    open: (name: string) => `Bild ${name} öffnen`,
    kilobytes: (size: string) => `${size} kB`,
    megabytes: (size: string) => `${size} MB`,
  },
  connectionNotice: {
    lost: 'Der Server ist nicht erreichbar. Diese Seite zeigt die letzten bekannten Daten und versucht es weiter.',
  },
  drawers: { pages: 'Seiten', requests: 'Anfragen dieser Seite' },
  leaveQuestion: {
    title: 'Ohne Speichern verlassen?',
    text: 'Sie haben ungespeicherte Änderungen. Beim Verlassen gehen sie verloren.',
    action: 'Verlassen',
  },
  messages: { messages: 'Meldungen' },
  navigation: {
    home: 'Start',
    calls: 'Anrufe',
    contacts: 'Kontakte',
    messages: 'Nachrichten',
    knowledge: 'Wissen',
    developers: 'Entwickler',
    usage: 'Verbrauch',
  },
  page: { loading: 'Wird geladen', failed: 'Das konnte nicht geladen werden.' },
  reason: {
    unavailable: 'Parley erreicht seine Datenbank nicht und versucht es weiter.',
    unreachable: 'Der Server ist nicht erreichbar. Diese Seite versucht es weiter.',
  },
  requests: {
    text: 'Alles auf diesen Seiten geschieht über die öffentliche API. Jede Anfrage lässt sich mit einem API-Schlüssel in $PARLEY_API_KEY wiederholen.',
    command: 'Befehl',
    none: 'verloren',
  },
  router: {
    title: 'Diese Seite gibt es nicht',
    text: 'Prüfen Sie die Adresse oder wählen Sie eine Seite aus der Navigation.',
    home: 'Zur Startseite',
  },
  sessionEnded: {
    title: 'Ihre Sitzung ist beendet',
    explanation:
      'Melden Sie sich in einem anderen Tab wieder an und machen Sie hier weiter. Ihre Eingaben bleiben erhalten.',
    noMail:
      'Kein Passwort? Diese Installation versendet keine E-Mails. Der Betreiber erstellt auf dem Server einen Link:',
    signIn: 'Anmelden',
    proceed: 'Weiter',
  },
  shell: {
    navigation: 'Seiten',
    openNavigation: 'Liste der Seiten öffnen',
    skip: 'Zum Inhalt',
    requests: 'Anfragen dieser Seite',
  },
  unreachable: {
    message:
      'Der Server ist nicht erreichbar. Auf dieser Seite geht nichts verloren. Versuchen Sie es gleich noch einmal.',
  },
  values: { copy: 'Kopieren', copied: 'Kopiert' },
  visitingNotice: {
    label: 'Besuch als Betreiber',
    text: (name: string) =>
      `Sie sind als Betreiber in ${name} zu Besuch. Das Änderungsprotokoll des Kontos zeigt, was Sie tun.`,
    leave: (name: string) => `Zurück zu ${name}`,
  },
  finderButton: {
    find: 'Finden',
    key: 'Strg+K',
  },
  filters: {
    active: (count: number) => `Filter (${count})`,
    noMatch: 'Nichts passt zu diesen Filtern.',
  },
} satisfies Translation<'app'>
