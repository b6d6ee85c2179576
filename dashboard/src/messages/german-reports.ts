// The server's sentences that contain a value, in German.
type Report = readonly [RegExp, (...values: string[]) => string]

const number = (digits: string): string => new Intl.NumberFormat('de').format(Number(digits.replaceAll(',', '')))

const things: Record<string, string> = {
  calendars: 'Kalender verbinden',
  connections: 'Verbindungen haben',
  automations: 'Automatisierungen haben',
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

export const germanReports: readonly Report[] = [
  [
    /^(.+) (\w+) successfully\.?$/,
    (record, change) => `${records[record] ?? 'Der Eintrag'} wurde ${changes[change] ?? 'gespeichert'}.`,
  ],
  [/^The server (?:responded|answered) with (\d+)\.$/, (status) => `Der Server hat mit ${status} geantwortet.`],
  [/^The route .+ could not be found\.$/, () => 'Diese Adresse gibt es nicht.'],
  [
    /^The period may not be longer than (\d+) days\.$/,
    (days) => `Der Zeitraum darf höchstens ${number(days)} Tage lang sein.`,
  ],
  [/^Sender is not online\. Current status: .+$/, () => 'Der Absender ist nicht online.'],
  [
    /^The sender of the campaign is not online\. Current status: .+$/,
    () => 'Der Absender der Kampagne ist nicht online.',
  ],
  [/^Template is not approved\. Current status: .+$/, () => 'Die Vorlage ist nicht genehmigt.'],
  [
    /^The template of the campaign is not approved\. Current status: .+$/,
    () => 'Die Vorlage der Kampagne ist nicht genehmigt.',
  ],
  [
    /^The messaging limit of this sender is used up: it has reached (.+) people within 24 hours\.$/,
    (people) =>
      `Das Nachrichtenlimit dieses Absenders ist aufgebraucht: Er hat in 24 Stunden ${number(people)} Personen erreicht.`,
  ],
  [
    /^The channel (.+) is disabled by the operator of this installation\.$/,
    () => 'Der Betreiber dieser Installation hat diesen Kanal abgeschaltet.',
  ],
  [/^The phone number (.+) cannot send SMS\.$/, (phone) => `Die Telefonnummer ${phone} kann keine SMS senden.`],
  [
    /^The phone number (.+) is for inbound calls only\.$/,
    (phone) => `Die Telefonnummer ${phone} ist nur für eingehende Anrufe.`,
  ],
  [
    /^The assistant of the campaign does not evaluate (.+) after calls\.$/,
    (variable) => `Der Assistent der Kampagne wertet „${variable}“ nach Anrufen nicht aus.`,
  ],
  [/^The call has been taken over by (.+)\.$/, (name) => `Der Anruf wurde von ${name} übernommen.`],
  [
    /^The account may have (.+) calls? at the same time\.$/,
    (calls) => `Das Konto kann ${count(calls, 'Anruf', 'Anrufe')} gleichzeitig führen.`,
  ],
  [
    /^The account may start (.+) calls? per minute\.$/,
    (calls) => `Das Konto kann pro Minute ${count(calls, 'Anruf', 'Anrufe')} beginnen.`,
  ],
  [
    /^The account may call this phone number (.+) times? per hour\.$/,
    (times) => `Das Konto kann diese Telefonnummer ${count(times, 'Mal', 'Mal')} pro Stunde anrufen.`,
  ],
  [
    /^The account may call phone numbers that begin like this one (.+) times? per hour\.$/,
    (times) => `Das Konto kann Telefonnummern, die so beginnen, ${count(times, 'Mal', 'Mal')} pro Stunde anrufen.`,
  ],
  [
    /^An account can (?:connect|have) up to (\d+) (calendars|connections|automations)\.$/,
    (max, what) => `Ein Konto kann bis zu ${number(max)} ${things[what]}.`,
  ],
  [
    /^The text of a knowledgebase is limited to (\S+) passages\. Delete other documents, or use another knowledgebase\.$/,
    (max) =>
      `Der Text einer Wissensdatenbank ist auf ${number(max)} Abschnitte begrenzt. Löschen Sie andere Dokumente, oder verwenden Sie eine andere Wissensdatenbank.`,
  ],
  [
    /^A flow may not have more than (\d+) steps\.$/,
    (max) => `Ein Ablauf darf höchstens ${number(max)} Schritte haben.`,
  ],
  [/^A flow may not have more than (\d+) kB\.$/, (max) => `Ein Ablauf darf höchstens ${number(max)} kB groß sein.`],
  [
    /^Steps may not be nested more than (\d+) times\.$/,
    (max) => `Schritte dürfen höchstens ${number(max)}-mal verschachtelt sein.`,
  ],
  [
    /^An expression has at most (\d+) characters\.$/,
    (max) => `Ein Ausdruck darf höchstens ${number(max)} Zeichen haben.`,
  ],
  [/^The expression is not valid at character (\d+): it ends too early\.$/, () => 'Der Ausdruck ist unvollständig.'],
  [
    /^The expression is not valid at character (\d+): .+$/,
    (at) => `Der Ausdruck ist ab Zeichen ${number(at)} ungültig.`,
  ],
  [/^The page answered with status (\d+)\.$/, (status) => `Die Seite hat mit dem Status ${status} geantwortet.`],
  [/^The content type (.*) is not supported\.$/, (type) => `Der Inhaltstyp ${type} wird nicht unterstützt.`],
  [/^The page has the same content as (.+)\.$/, (url) => `Die Seite hat denselben Inhalt wie ${url}.`],
  [
    /^The file is (?:an? )?(.+)\. Save the list as CSV in UTF-8, and import that file\.$/,
    (kind) =>
      `Die Datei ist keine CSV-Datei (${kind}). Speichern Sie die Liste als CSV in UTF-8 und importieren Sie diese Datei.`,
  ],
  [
    /^The file is not in UTF-8, .+ It is probably in (.+); state its encoding\.$/,
    (encoding) => `Die Datei ist nicht in UTF-8, sondern wahrscheinlich in ${encoding}. Wählen Sie ihre Kodierung.`,
  ],
  [
    /^The line has (\d+) values, but the file has (\d+) columns\.$/,
    (values, columns) => `Die Zeile hat ${number(values)} Werte, die Datei aber ${number(columns)} Spalten.`,
  ],
  [
    /^The time zone (.+) is not known, so the lead has none\. .+$/,
    (zone) =>
      `Die Zeitzone ${zone} ist unbekannt, der Lead hat darum keine. Verwenden Sie einen Namen wie Europe/Berlin.`,
  ],
  [
    /^The country (.+) is not known\. Write the phone number with a plus sign and the country code\.$/,
    (country) =>
      `Das Land ${country} ist unbekannt. Schreiben Sie die Telefonnummer mit Pluszeichen und Landesvorwahl.`,
  ],
  [
    /^The file may not have more than (\d+) columns\.$/,
    (max) => `Die Datei darf höchstens ${number(max)} Spalten haben.`,
  ],
  [/^A file may not have more than (\S+) lines\.$/, (max) => `Eine Datei darf höchstens ${number(max)} Zeilen haben.`],
  [
    /^The file has no column of phone numbers\. Its columns are: (.+)\.$/,
    (names) => `Die Datei hat keine Spalte mit Telefonnummern. Ihre Spalten: ${names}.`,
  ],
  [
    /^The file has no column named (.+)\. Its columns are: (.+)\.$/,
    (column, names) => `Die Datei hat keine Spalte „${column}“. Ihre Spalten: ${names}.`,
  ],
  [
    /^(?:Calls|SMS) to satellite phones and international services are not allowed\.$/,
    () => 'Satellitentelefone und internationale Dienste sind nicht erlaubt.',
  ],
  [
    /^(?:Calls|SMS) to premium-rate, shared-cost, personal and pager numbers are not allowed\.$/,
    () => 'Mehrwertnummern, persönliche Nummern und Funkrufnummern sind nicht erlaubt.',
  ],
  [/^The carrier failed \(HTTP (\d+)\)\.$/, (status) => `Beim Carrier ist ein Fehler aufgetreten (HTTP ${status}).`],
  [/^The carrier refused the request \((.+)\)\.$/, (code) => `Der Carrier hat die Anfrage abgelehnt (${code}).`],
  [/^The carrier reported error (\d+)\.$/, (code) => `Der Carrier hat den Fehler ${code} gemeldet.`],
  [
    /^The carrier .+: the request may have been carried out\.$/,
    () => 'Der Carrier hat nicht bestätigt, ob er die Anfrage ausgeführt hat.',
  ],
]

/** Sentences that another one follows or precedes. The rest is translated by itself. */
export const germanFrames: readonly [RegExp, (rest: string) => string][] = [
  [
    /^(.+) Nothing was sent and nothing is charged\.$/,
    (rest) => `${rest} Es wurde nichts gesendet und nichts berechnet.`,
  ],
  [/^A message could not be sent: (.+)$/, (rest) => `Eine Nachricht konnte nicht gesendet werden: ${rest}`],
  [
    /^No leads were imported: no line of the file can be used\. (?:Line \d+: )(.+)$/,
    (rest) => `Es wurden keine Leads importiert, weil keine Zeile der Datei verwendbar ist. ${rest}`,
  ],
  [/^Failed to process message: (.+)$/, (rest) => rest],
]
