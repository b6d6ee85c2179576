// The server's sentences about fields, and those that contain a value, in German.

import { numberIn } from '../numbers.ts'
import type { TranslatedServerTexts } from '../server-texts.ts'

const number = numberIn('de')

const things: Record<string, string> = {
  calendars: 'Kalender verbinden',
  connections: 'Verbindungen haben',
  automations: 'Automatisierungen haben',
  'SIP trunks': 'Telefonleitungen haben',
  'SIP telephones': 'Telefone haben',
}

const records: Record<string, string> = {
  Assistant: 'Der Assistent',
  Calendar: 'Der Kalender',
  Call: 'Der Anruf',
  Campaign: 'Die Kampagne',
  Consent: 'Die Einwilligung',
  Folder: 'Der Ordner',
  Label: 'Das Label',
  Lead: 'Der Lead',
  Test: 'Der Test',
  Tool: 'Das Werkzeug',
  Version: 'Die Version',
  View: 'Die Ansicht',
  'Opt-out words': 'Die Liste der Wörter',
  'Saved reply': 'Der Textbaustein',
}

const changes: Record<string, string> = {
  activated: 'aktiviert',
  connected: 'verbunden',
  created: 'angelegt',
  deactivated: 'deaktiviert',
  deleted: 'gelöscht',
  disconnected: 'getrennt',
  recorded: 'erfasst',
  restored: 'wiederhergestellt',
  scheduled: 'geplant',
  started: 'gestartet',
  stopped: 'angehalten',
  updated: 'gespeichert',
}

const count = (digits: string, one: string, other: string): string =>
  `${number(digits)} ${digits === '1' ? one : other}`

const plural = (count: string | undefined, one: string, other: string): string => (count === '1' ? one : other)

const fileKinds: Record<string, string> = {
  'Excel workbook (.xlsx)': 'eine Excel-Arbeitsmappe (.xlsx)',
  'OpenDocument spreadsheet (.ods)': 'eine OpenDocument-Tabelle (.ods)',
  'Numbers document (.numbers)': 'ein Numbers-Dokument (.numbers)',
  'office document, such as an Excel workbook (.xlsx)': 'ein Office-Dokument, etwa eine Excel-Arbeitsmappe (.xlsx)',
  'ZIP archive': 'ein ZIP-Archiv',
  'RAR archive': 'ein RAR-Archiv',
  '7z archive': 'ein 7z-Archiv',
  'compressed file (.xz)': 'eine komprimierte Datei (.xz)',
  'compressed file (.zst)': 'eine komprimierte Datei (.zst)',
  'Excel workbook (.xls)': 'eine Excel-Arbeitsmappe (.xls)',
  'PDF document': 'ein PDF-Dokument',
  'compressed file (.gz)': 'eine komprimierte Datei (.gz)',
  'formatted text (.rtf)': 'ein formatierter Text (.rtf)',
  'web page': 'eine Webseite',
  'XML document': 'ein XML-Dokument',
}

/** What an expression needs or has. */
const kinds: Record<string, string> = {
  'a list or an object': 'eine Liste oder ein Objekt',
  'true or false': 'wahr oder falsch',
  'a number': 'eine Zahl',
  'a text': 'einen Text',
  'a list': 'eine Liste',
  'an object': 'ein Objekt',
  null: 'nichts',
  'two numbers, two texts or two lists': 'zwei Zahlen, zwei Texte oder zwei Listen',
  'two numbers': 'zwei Zahlen',
  'two numbers or two texts': 'zwei Zahlen oder zwei Texte',
  'a list or an object on its right side': 'rechts eine Liste oder ein Objekt',
  'a date such as "2026-03-01T10:00:00Z" or milliseconds since 1970':
    'ein Datum wie „2026-03-01T10:00:00Z“ oder Millisekunden seit 1970',
  'a duration such as "1d12h" or "-30m"': 'eine Dauer wie „1d12h“ oder „-30m“',
  'a time zone such as "Europe/Berlin"': 'eine Zeitzone wie „Europe/Berlin“',
  'a text that is not empty to search for': 'einen Suchtext, der nicht leer ist',
  '"hex" or "base64" as its encoding': '„hex“ oder „base64“ als Kodierung',
  'a number or a text with a number': 'eine Zahl oder einen Text mit einer Zahl',
  'at least one number': 'mindestens eine Zahl',
  '0 to 10 decimal places': '0 bis 10 Nachkommastellen',
  'a text with valid JSON': 'einen Text mit gültigem JSON',
  'another text': 'einen anderen Text',
}

const bekommen = (found: readonly (string | undefined)[]): string => {
  const names = found.filter((each) => each !== undefined).map((each) => kinds[each] ?? each)
  return names.length === 0 ? '' : `, bekommt aber ${names.join(' und ')}`
}

const endings: Record<string, string> = {
  assistant_ended: 'der Assistent beendet ihn',
  caller_hung_up: 'der Kunde legt auf',
  silence: 'Stille',
  max_duration: 'Höchstdauer',
  transferred: 'Weiterleitung',
  transfer_failed: 'Weiterleitung fehlgeschlagen',
  voicemail: 'Anrufbeantworter',
}

/** Events that a test expects. */
const events: Record<string, string> = {
  interrupted: 'Der Kunde unterbricht den Assistenten',
  reengaged: 'Der Assistent spricht einen stillen Kunden an',
  closing: 'Der Assistent beginnt, den Anruf zu beenden',
  answer_failed: 'Eine Antwort des Modells schlägt fehl',
  answered_by: 'Es wird entschieden, wer abgenommen hat',
}

/** The times in which something that a test expects has to happen. */
const within = ([after, before]: readonly (string | undefined)[]): string =>
  `${after ? ` nach frühestens ${number(after)} ms` : ''}${before ? ` innerhalb von ${number(before)} ms` : ''}`

export const texts = {
  words: {
    quoted: (text: string) => `„${text}“`,
    either: (names: string[]) => names.join(' oder '),
    path: (parts: string[]) => parts.join(': '),
    more: (count: string) => `(und ${count} ${count === '1' ? 'weiterer Fehler' : 'weitere Fehler'})`,
    /** A field or an item without a name here. */
    field: 'Angabe',
    item: 'Eintrag',
  },
  phrases: {
    required: (subject: string) => `„${subject}“ ist erforderlich.`,
    requiredWithout: (subject: string, other: string) => `Füllen Sie „${subject}“ oder ${other} aus.`,
    requiredWith: (subject: string) => `„${subject}“ ist erforderlich.`,
    unfitting: (subject: string) => `„${subject}“ passt nicht zu den anderen Angaben. Lassen Sie es leer.`,
    needs: (subject: string, other: string) => `„${subject}“ ist nur zusammen mit ${other} möglich.`,
    mustMatch: (subject: string, other: string) => `„${subject}“ und ${other} müssen denselben Wert haben.`,
    wrongDirection: (subject: string) =>
      `Die Auswahl bei „${subject}“ ist für Anrufe in dieser Richtung nicht möglich.`,
    answeredElsewhere: (subject: string) => `Ein anderer Assistent nimmt für „${subject}“ bereits Anrufe an.`,
    unsuitedNumber: (subject: string) => `„${subject}“ passt nicht zur Telefonnummer des Assistenten.`,
    unavailable: (subject: string) => `Die Auswahl bei „${subject}“ ist nicht verfügbar. Wählen Sie etwas anderes.`,
    wholeNumber: (subject: string) => `Geben Sie für „${subject}“ eine ganze Zahl ein.`,
    number: (subject: string) => `Geben Sie für „${subject}“ eine Zahl ein.`,
    yesOrNo: (subject: string) => `Wählen Sie bei „${subject}“ Ja oder Nein.`,
    text: (subject: string) => `„${subject}“ muss Text sein.`,
    wrongType: (subject: string) => `Der Wert von „${subject}“ hat den falschen Typ.`,
    date: (subject: string) => `Geben Sie für „${subject}“ ein Datum ein, das es gibt.`,
    email: (subject: string) => `Geben Sie für „${subject}“ eine E-Mail-Adresse ein.`,
    malformedPhoneNumber: (subject: string) =>
      `Geben Sie für „${subject}“ eine Telefonnummer mit Landesvorwahl ein, etwa +4930123456.`,
    malformedEmail: (subject: string) => `Geben Sie für „${subject}“ eine E-Mail-Adresse ein.`,
    malformedAddress: (subject: string) =>
      `Geben Sie für „${subject}“ eine Webadresse ein, die mit https:// oder http:// beginnt.`,
    malformed: (subject: string) => `Der Wert von „${subject}“ hat nicht das richtige Format.`,
    longest: (subject: string, max: string) => `„${subject}“ darf höchstens ${max} Zeichen haben.`,
    largest: (subject: string, max: string, unit: string) =>
      `„${subject}“ darf höchstens ${max} ${unit === 'MB' ? 'MB' : 'kB'} groß sein.`,
    highest: (subject: string, max: string) => `„${subject}“ darf höchstens ${max} sein.`,
    mostEntries: (subject: string, max: string) =>
      `„${subject}“ darf höchstens ${max} ${plural(max, 'Eintrag', 'Einträge')} haben.`,
    fewestEntries: (subject: string, min: string) =>
      `„${subject}“ braucht mindestens ${min} ${plural(min, 'Eintrag', 'Einträge')}.`,
    shortest: (subject: string, min: string) => `„${subject}“ braucht mindestens ${min} Zeichen.`,
    keepDays: (subject: string) =>
      `„${subject}“ muss mindestens 1 Tag sein. Lassen Sie das Feld leer, um die Daten zu behalten.`,
    lowest: (subject: string, min: string) => `„${subject}“ muss mindestens ${min} sein.`,
    between: (subject: string, min: string, max: string) => `„${subject}“ muss zwischen ${min} und ${max} liegen.`,
    repeated: (subject: string) => `„${subject}“ kommt mehrmals vor.`,
    taken: (subject: string) => `„${subject}“ ist bereits vergeben. Wählen Sie etwas anderes.`,
    masked: (subject: string) => `„${subject}“ ist nur zum Teil sichtbar. Geben Sie es vollständig ein.`,
    color: (subject: string, example: string) => `Geben Sie für „${subject}“ eine Farbe an, zum Beispiel ${example}.`,
    noQuery: (subject: string) => `Die Adresse in „${subject}“ darf kein ? und kein # enthalten.`,
    oneLine: (subject: string) => `„${subject}“ muss in einer Zeile stehen und darf kein { und } enthalten.`,
    onlyCharacters: (subject: string, which: string) =>
      `„${subject}“ darf nur ${which.replace(' and ', ' und ')} enthalten.`,
    emptyName: (subject: string) => `Jeder Eintrag von „${subject}“ braucht einen Namen.`,
    longName: (subject: string, max: string) => `Namen in „${subject}“ dürfen höchstens ${max} Zeichen haben.`,
    file: (subject: string) => `Wählen Sie für „${subject}“ eine Datei.`,
    noFile: (subject: string) => `„${subject}“ kann keine Datei sein.`,
    nested: (subject: string, max: string) => `„${subject}“ darf höchstens ${max} Ebenen tief verschachtelt sein.`,
    unusable: (subject: string) => `„${subject}“ ist hier nicht möglich.`,
    futureTime: () => 'Wählen Sie einen Zeitpunkt in der Zukunft, höchstens ein Jahr von jetzt.',
    pastTime: (subject: string) => `„${subject}“ darf nicht in der Zukunft liegen.`,
    notBefore: (subject: string) => `„${subject}“ darf nicht vor dem ersten Tag liegen.`,
    notAdjustment: (subject: string) => `„${subject}“ muss größer als 0 sein. Nur eine Korrektur darf kleiner sein.`,
    phoneNumber: (subject: string) =>
      `Geben Sie für „${subject}“ eine Telefonnummer mit Landesvorwahl ein, etwa +4930123456.`,
    ambiguousNumber: (subject: string) =>
      `„${subject}“ kann zwei Nummern bedeuten. Schreiben Sie sie mit Pluszeichen und Landesvorwahl.`,
    roundedNumber: (subject: string) =>
      `„${subject}“ wurde von einer Tabellenkalkulation gerundet, etwa 1,23E+11. Formatieren Sie die Zellen als Text und geben Sie die Nummer erneut ein.`,
    severalNumbers: (subject: string) => `„${subject}“ enthält mehrere Telefonnummern. Geben Sie nur eine ein.`,
    partOfNumber: (subject: string) => `Ein Teil von „${subject}“ ist keine Telefonnummer.`,
  },
  reports: {
    done: (record: string, change: string) =>
      `${records[record] ?? 'Der Eintrag'} wurde ${changes[change] ?? 'gespeichert'}.`,
    serverStatus: (status: string) => `Der Server hat mit ${status} geantwortet.`,
    noRoute: () => 'Diese Adresse gibt es nicht.',
    longestPeriod: (days: string) => `Der Zeitraum darf höchstens ${number(days)} Tage lang sein.`,
    senderOffline: () => 'Der Absender ist nicht online.',
    campaignSenderOffline: () => 'Der Absender der Kampagne ist nicht online.',
    templateNotApproved: () => 'Die Vorlage ist nicht genehmigt.',
    campaignTemplateNotApproved: () => 'Die Vorlage der Kampagne ist nicht genehmigt.',
    messagingLimit: (people: string) =>
      `Das Nachrichtenlimit dieses Absenders ist aufgebraucht: Er hat in 24 Stunden ${number(people)} Personen erreicht.`,
    channelDisabled: () => 'Der Betreiber dieser Installation hat diesen Kanal abgeschaltet.',
    noSms: (phone: string) => `Die Telefonnummer ${phone} kann keine SMS senden.`,
    inboundOnly: (phone: string) => `Die Telefonnummer ${phone} ist nur für eingehende Anrufe.`,
    notEvaluated: (variable: string) => `Der Assistent der Kampagne wertet „${variable}“ nach Anrufen nicht aus.`,
    takenOver: (name: string) => `Der Anruf wurde von ${name} übernommen.`,
    callsAtOnce: (calls: string) => `Das Konto kann ${count(calls, 'Anruf', 'Anrufe')} gleichzeitig führen.`,
    callsPerMinute: (calls: string) => `Das Konto kann pro Minute ${count(calls, 'Anruf', 'Anrufe')} beginnen.`,
    callsToNumber: (times: string) =>
      `Das Konto kann diese Telefonnummer ${count(times, 'Mal', 'Mal')} pro Stunde anrufen.`,
    callsToPrefix: (times: string) =>
      `Das Konto kann Telefonnummern, die so beginnen, ${count(times, 'Mal', 'Mal')} pro Stunde anrufen.`,
    mostOfAccount: (max: string, what: string) => `Ein Konto kann bis zu ${number(max)} ${things[what]}.`,
    mostPassages: (max: string) =>
      `Der Text einer Wissensdatenbank ist auf ${number(max)} Abschnitte begrenzt. Löschen Sie andere Dokumente, oder verwenden Sie eine andere Wissensdatenbank.`,
    mailLimit: (max: string) =>
      `Das Limit von ${number(max)} E-Mails in 24 Stunden ist erreicht. Es wurde keine E-Mail gesendet.`,
    mostSteps: (max: string) => `Ein Ablauf darf höchstens ${number(max)} Schritte haben.`,
    largestFlow: (max: string) => `Ein Ablauf darf höchstens ${number(max)} kB groß sein.`,
    deepestSteps: (max: string) => `Schritte dürfen höchstens ${number(max)}-mal verschachtelt sein.`,
    longestExpression: (max: string) => `Ein Ausdruck darf höchstens ${number(max)} Zeichen haben.`,
    unfinishedExpression: () => 'Der Ausdruck ist unvollständig.',
    invalidExpression: (at: string) => `Der Ausdruck ist ab Zeichen ${number(at)} ungültig.`,
    pageStatus: (status: string) => `Die Seite hat mit dem Status ${status} geantwortet.`,
    contentType: (type: string) => `Der Inhaltstyp ${type} wird nicht unterstützt.`,
    sameContent: (url: string) => `Die Seite hat denselben Inhalt wie ${url}.`,
    otherKindOfFile: (kind: string) =>
      `Die Datei ist ${fileKinds[kind] ?? 'keine CSV-Datei'}. Speichern Sie die Liste als CSV in UTF-8 und importieren Sie diese Datei.`,
    otherEncoding: (encoding: string) =>
      `Die Datei ist nicht in UTF-8, sondern wahrscheinlich in ${encoding}. Wählen Sie ihre Kodierung.`,
    unevenLine: (values: string, columns: string) =>
      `Die Zeile hat ${number(values)} Werte, die Datei aber ${number(columns)} Spalten.`,
    unknownZone: (zone: string) =>
      `Die Zeitzone ${zone} ist unbekannt, der Lead hat darum keine. Verwenden Sie einen Namen wie Europe/Berlin.`,
    unknownCountry: (country: string) =>
      `Das Land ${country} ist unbekannt. Schreiben Sie die Telefonnummer mit Pluszeichen und Landesvorwahl.`,
    mostColumns: (max: string) => `Die Datei darf höchstens ${number(max)} Spalten haben.`,
    mostLines: (max: string) => `Eine Datei darf höchstens ${number(max)} Zeilen haben.`,
    noPhoneColumn: (names: string) => `Die Datei hat keine Spalte mit Telefonnummern. Ihre Spalten: ${names}.`,
    noColumn: (column: string, names: string) => `Die Datei hat keine Spalte „${column}“. Ihre Spalten: ${names}.`,
    satellite: () => 'Satellitentelefone und internationale Dienste sind nicht erlaubt.',
    premium: () => 'Mehrwertnummern, persönliche Nummern und Funkrufnummern sind nicht erlaubt.',
    carrierFailed: (status: string) => `Beim Carrier ist ein Fehler aufgetreten (HTTP ${status}).`,
    carrierRefused: (code: string) => `Der Carrier hat die Anfrage abgelehnt (${code}).`,
    carrierError: (code: string) => `Der Carrier hat den Fehler ${code} gemeldet.`,
    carrierUnconfirmed: () => 'Der Carrier hat nicht bestätigt, ob er die Anfrage ausgeführt hat.',
    countryNotAllowed: (country: string) =>
      `Nummern im Land ${country} sind nicht erlaubt. Erlauben Sie das Land auf der Seite „Telefonnummern“.`,
    noStep: (step: string) => `Es gibt keinen Schritt „${step}“.`,
    laterStep: (step: string) => `Der Schritt „${step}“ läuft nicht vor diesem.`,
    loopOnly: (value: string) => `„${value}“ gibt es nur in einer Schleife.`,
    nameTwice: (name: string) => `Der Name „${name}“ wird zweimal verwendet.`,
    valueNeeded: (what: string) => `${what === 'A step' ? 'Ein Schritt' : 'Eine Erwartung'} braucht einen Wert.`,
    stepNeeds: (name: string, needed: string, ...found: string[]) =>
      `„${name}“ braucht ${kinds[needed] ?? 'einen anderen Wert'}${bekommen(found)}.`,
    tooManyParts: (name: string, max: string) => `„${name}“ findet mehr als ${number(max)} Teile.`,
    noValue: (path: string) => `„${path}“ hat keinen Wert.`,
    nestedValue: (max: string) => `Der Wert ist tiefer als ${number(max)} Ebenen verschachtelt.`,
    largeValue: (max: string) => `Die Daten sind größer als ${number(max)} MB.`,
    longText: (max: string) => `Der Text hat mehr als ${number(max)} Zeichen.`,
    mostRounds: (max: string) => `Eine Schleife darf höchstens ${number(max)} Einträge haben.`,
    deepestFlows: (max: string) => `Abläufe dürfen sich höchstens ${number(max)}-mal gegenseitig aufrufen.`,
    otherRunFailed: (name: string) => `Der Lauf von „${name}“ ist fehlgeschlagen.`,
    internalError: (doubt?: string) =>
      `Es ist ein interner Fehler aufgetreten.${doubt ? ' Der Schritt kann schon gewirkt haben.' : ''}`,
    slowStep: (doubt?: string) =>
      `Der Schritt hat länger als zwei Minuten gedauert.${doubt ? ' Er kann schon gewirkt haben.' : ''}`,
    mostStepsOfRun: (max: string) =>
      `Der Lauf hat mit den Abläufen, die er aufgerufen hat, die Grenze von ${number(max)} Schritten erreicht.`,
    manyDeaths: (count: string) =>
      `Bei diesem Schritt oder einem davor sind ${number(count)} Prozesse beendet worden. Er kann schon gewirkt haben.`,
    serviceStatus: (host: string, status: string, doubt?: string, body?: string) =>
      `${host === 'The service' ? 'Der Dienst' : host} hat mit dem Status ${status} geantwortet.${doubt ? ' Die Anfrage kann schon gewirkt haben.' : ''}${body ? ` ${body}` : ''}`,
    lostHeader: (name: string) => `Der Header ${name} kann nicht entschlüsselt werden. Geben Sie ihn erneut ein.`,
    lostSecret: (name: string) =>
      `Das Geheimnis der Verbindung „${name}“ kann nicht entschlüsselt werden. Geben Sie es erneut ein.`,
    noConnection: (name: string) => `Es gibt keine Verbindung „${name}“.`,
    otherHost: (name: string, host: string) => `Die Verbindung „${name}“ darf nicht für ${host} verwendet werden.`,
    testStatus: (what: string, status: string) =>
      `Die Testadresse hat ${what === 'refused the credentials' ? 'die Zugangsdaten abgelehnt' : 'nicht wie erwartet geantwortet'} (Status ${status}).`,
    tokenStatus: (status: string) => `Die Adresse für Token hat mit dem Status ${status} geantwortet.`,
    slowCode: (ms: string) => `Der Code hat länger als ${number(ms)} ms gedauert.`,
    codeLine: (line: string, message: string) => `Zeile ${line}: ${message}`,
    codeDied: (message: string) => `Der Code hat seinen Prozess beendet.${message}`,
    receiverStatus: (status: string, redirect?: string) =>
      `Der Empfänger hat mit ${status} geantwortet.${redirect ? ' Weiterleitungen wird nicht gefolgt.' : ''}`,
    addressNotPublic: () => 'Die Adresse ist nicht öffentlich und kann nicht verwendet werden.',
    lineTimeout: (host: string, transport: string) =>
      `${host} antwortet nicht über ${transport}. Prüfen Sie Server, Port und Transport, und ob eine Firewall die Antwort durchlässt.`,
    lineUnknownName: (host: string) => `Der Name ${host} hat keine Adresse im DNS. Prüfen Sie den Server.`,
    lineNoConnection: (host: string, certificate?: string) =>
      `Es ist keine Verbindung zu ${host} möglich${certificate ? ', oder das Zertifikat gilt nicht für diesen Namen' : ''}. Prüfen Sie Server, Port und Transport.`,
    lineWrongPassword: (host: string, user: string, words: string) =>
      `${host} nimmt den Benutzernamen ${user} mit diesem Passwort nicht an (${words}). Prüfen Sie beides; manche Anbieter haben einen eigenen Namen für die Anmeldung.`,
    lineForbidden: (host: string, words: string) =>
      `${host} lehnt das Konto ab (${words}). Prüfen Sie den Benutzernamen, ob der Anbieter diesen Server zulässt, und ob das Konto gesperrt ist.`,
    lineUnknownUser: (host: string, user: string, words: string) =>
      `${host} kennt ${user} nicht (${words}). Prüfen Sie den Benutzernamen und die Domain.`,
    lineError: (host: string, words: string) => `${host} antwortet mit einem Fehler: ${words}.`,
    lineRegistered: (host: string, ms?: string) =>
      `Die Leitung ist bei ${host} registriert.${ms ? ` Der Anbieter hat in ${number(ms)} ms geantwortet.` : ''} Rufen Sie ihre Nummer an, um den Ton in beiden Richtungen zu prüfen.`,
    lineReachable: (host: string, ms?: string) =>
      `${host} antwortet${ms ? ` in ${number(ms)} ms` : ''}. Führen Sie einen Anruf, um zu prüfen, ob Anrufe von diesem Server angenommen werden.`,
    lineNoAnswer: (host: string) => `${host} hat noch nicht geantwortet. Versuchen Sie es in einigen Sekunden erneut.`,
    lineSilent: (seconds: string) => `${number(seconds)} Sekunden lang ist kein Ton angekommen.`,
    checkSays: (text: string, ...limits: string[]) => `Der Assistent sagt „${text}“${within(limits)}`,
    checkSpeaks: (...limits: string[]) => `Der Assistent sagt etwas${within(limits)}`,
    checkTurn: (text: string, ...limits: string[]) => `Der Kunde sagt „${text}“${within(limits)}`,
    checkTool: (tool: string, values?: string, ...limits: string[]) =>
      `Der Assistent ruft ${tool} auf${values ? ` mit ${values}` : ''}${within(limits)}`,
    checkStops: (...limits: string[]) => `Der Assistent hört auf zu sprechen${within(limits)}`,
    checkPresses: (keys: string, ...limits: string[]) => `Der Assistent drückt ${keys}${within(limits)}`,
    checkTransfer: (to: string, ...limits: string[]) => `Der Anruf wird an ${to} weitergeleitet${within(limits)}`,
    checkEnds: (reason: string, ...limits: string[]) =>
      `Der Anruf endet: ${endings[reason] ?? reason}${within(limits)}`,
    checkEvent: (type: string, value?: string, ...limits: string[]) =>
      `${events[type] ?? type}${value ? ` („${value}“)` : ''}${within(limits)}`,
    checkSilence: (ms: string) => `Keine Stille dauert länger als ${number(ms)} ms`,
    checkHeard: (words: string) => `Der Kunde hört einmal und vollständig: ${words}`,
    checkKnown: (words: string) => `Das Modell kennt bei seiner letzten Antwort: ${words}`,
    checkUnknown: (words: string) => `Das Modell kennt bei seiner letzten Antwort nicht: ${words}`,
    stepSay: (text: string) => `Der Kunde sagt „${text}“`,
    stepInterrupt: (text: string) => `Der Kunde unterbricht: „${text}“`,
    stepWait: (ms: string) => `Der Kunde wartet ${number(ms)} ms`,
    stepNoise: (ms: string) => `Es gibt ${number(ms)} ms lang Geräusche`,
    stepPress: (keys: string) => `Der Kunde drückt ${keys}`,
  },
  frames: {
    nothingSent: (rest: string) => `${rest} Es wurde nichts gesendet und nichts berechnet.`,
    notSent: (rest: string) => `Eine Nachricht konnte nicht gesendet werden: ${rest}`,
    noneImported: (rest: string) =>
      `Es wurden keine Leads importiert, weil keine Zeile der Datei verwendbar ist. ${rest}`,
    notProcessed: (rest: string) => rest,
    requestFailed: (rest: string) => `Die Anfrage ist fehlgeschlagen: ${rest}`,
    mayBeSent: (rest: string) => `Es wurde vielleicht schon gesendet. ${rest}`,
    testFailed: (rest: string) => `Die Testadresse konnte nicht abgerufen werden: ${rest}`,
    tokenFailed: (rest: string) => `Die Adresse für Token konnte nicht abgerufen werden: ${rest}`,
    checkAbsent: (rest: string, ms: string) => `${number(ms)} ms lang geschieht nicht: ${rest}`,
  },
  /** Names of fields of the API, for messages about fields that a page does not label. */
  names: {
    address: 'Adresse',
    amount: 'Betrag',
    assistant: 'Assistent',
    'auth token': 'Auth-Token',
    'account sid': 'Account-SID',
    body: 'Text',
    calendar: 'Kalender',
    'calendly event type': 'Calendly-Terminart',
    campaign: 'Kampagne',
    category: 'Kategorie',
    channel: 'Kanal',
    color: 'Farbe',
    country: 'Land',
    customer: 'Kunde',
    'date from': 'Erster Tag',
    'date to': 'Letzter Tag',
    days: 'Tage',
    description: 'Beschreibung',
    digits: 'Ziffern',
    email: 'E-Mail',
    emails: 'E-Mails',
    end: 'Ende',
    endpoint: 'Adresse',
    'event type': 'Terminart',
    file: 'Datei',
    folder: 'Ordner',
    from: 'Von',
    goal: 'Ziel',
    greeting: 'Begrüßung',
    headers: 'Header',
    key: 'Name',
    knowledgebase: 'Wissensdatenbank',
    labels: 'Labels',
    language: 'Sprache',
    link: 'Link',
    links: 'Links',
    message: 'Nachricht',
    method: 'Methode',
    model: 'Modell',
    name: 'Name',
    note: 'Notiz',
    parameters: 'Parameter',
    password: 'Passwort',
    phone: 'Telefonnummer',
    'phone column': 'Spalte der Telefonnummer',
    press: 'Tasten',
    'phone number': 'Telefonnummer',
    'phone numbers': 'Telefonnummern',
    prompt: 'Anweisung',
    reference: 'Beleg',
    role: 'Rolle',
    schedule: 'Zeitplan',
    schema: 'Schema',
    sender: 'Absender',
    start: 'Beginn',
    status: 'Status',
    steps: 'Schritte',
    'system prompt': 'Anweisungen',
    template: 'Vorlage',
    text: 'Text',
    timezone: 'Zeitzone',
    'time zone': 'Zeitzone',
    title: 'Titel',
    to: 'An',
    token: 'Token',
    tool: 'Werkzeug',
    tools: 'Werkzeuge',
    topic: 'Thema',
    type: 'Typ',
    url: 'URL',
    value: 'Wert',
    variables: 'Variablen',
    voice: 'Stimme',
    'webhook url': 'Webhook-URL',
    website: 'Website',
  },
  /** What one item of a list is called, before its number. */
  items: {
    columns: 'Spalte',
    emails: 'E-Mail',
    fields: 'Feld',
    labels: 'Label',
    links: 'Link',
    parameters: 'Parameter',
    'phone numbers': 'Telefonnummer',
    expected: 'Erwartung',
    script: 'Schritt',
    schedule: 'Zeitfenster',
    steps: 'Schritt',
    tools: 'Werkzeug',
    variables: 'Variable',
    words: 'Wort',
  },
} satisfies TranslatedServerTexts
