// The server's sentences about fields, and those that contain a value, in French.
import { numberIn } from '../numbers.ts'
import type { TranslatedServerTexts } from '../server-texts.ts'

const number = numberIn('fr')

const things: Record<string, string> = {
  calendars: 'connecter @ agendas',
  connections: 'avoir @ connexions',
  automations: 'avoir @ automatisations',
  'SIP trunks': 'avoir @ lignes téléphoniques',
  'SIP telephones': 'avoir @ téléphones',
}

const masculine: Record<string, string> = {
  Assistant: 'L’assistant',
  Calendar: 'L’agenda',
  Call: 'L’appel',
  Consent: 'Le consentement',
  Folder: 'Le dossier',
  Lead: 'Le prospect',
  Test: 'Le test',
  Tool: 'L’outil',
}

const feminine: Record<string, string> = {
  Campaign: 'La campagne',
  Label: 'L’étiquette',
  Version: 'La version',
  View: 'La vue',
  'Opt-out words': 'La liste des mots',
  'Saved reply': 'La réponse type',
}

const changes: Record<string, string> = {
  activated: 'activé',
  connected: 'connecté',
  created: 'créé',
  deactivated: 'désactivé',
  deleted: 'supprimé',
  disconnected: 'déconnecté',
  recorded: 'enregistré',
  restored: 'restauré',
  scheduled: 'planifié',
  started: 'démarré',
  stopped: 'suspendu',
  updated: 'modifié',
}

const plural = (count: string | undefined, one: string, other: string): string =>
  count === '0' || count === '1' ? one : other

const count = (digits: string, one: string, other: string): string => `${number(digits)} ${plural(digits, one, other)}`

const countryCode = 'avec l’indicatif du pays, par exemple +33199001234'

const fileKinds: Record<string, string> = {
  'Excel workbook (.xlsx)': 'un classeur Excel (.xlsx)',
  'OpenDocument spreadsheet (.ods)': 'une feuille de calcul OpenDocument (.ods)',
  'Numbers document (.numbers)': 'un document Numbers (.numbers)',
  'office document, such as an Excel workbook (.xlsx)': 'un document bureautique, comme un classeur Excel (.xlsx)',
  'ZIP archive': 'une archive ZIP',
  'RAR archive': 'une archive RAR',
  '7z archive': 'une archive 7z',
  'compressed file (.xz)': 'un fichier compressé (.xz)',
  'compressed file (.zst)': 'un fichier compressé (.zst)',
  'Excel workbook (.xls)': 'un classeur Excel (.xls)',
  'PDF document': 'un document PDF',
  'compressed file (.gz)': 'un fichier compressé (.gz)',
  'formatted text (.rtf)': 'un texte mis en forme (.rtf)',
  'web page': 'une page web',
  'XML document': 'un document XML',
}

/** What an expression needs or has. */
const kinds: Record<string, string> = {
  'a list or an object': 'une liste ou un objet',
  'true or false': 'vrai ou faux',
  'a number': 'un nombre',
  'a text': 'un texte',
  'a list': 'une liste',
  'an object': 'un objet',
  null: 'rien',
  'two numbers, two texts or two lists': 'deux nombres, deux textes ou deux listes',
  'two numbers': 'deux nombres',
  'two numbers or two texts': 'deux nombres ou deux textes',
  'a list or an object on its right side': 'à droite une liste ou un objet',
  'a date such as "2026-03-01T10:00:00Z" or milliseconds since 1970':
    'une date comme « 2026-03-01T10:00:00Z » ou des millisecondes depuis 1970',
  'a duration such as "1d12h" or "-30m"': 'une durée comme « 1d12h » ou « -30m »',
  'a time zone such as "Europe/Berlin"': 'un fuseau horaire comme « Europe/Berlin »',
  'a text that is not empty to search for': 'un texte à chercher qui n’est pas vide',
  '"hex" or "base64" as its encoding': '« hex » ou « base64 » comme encodage',
  'a number or a text with a number': 'un nombre ou un texte contenant un nombre',
  'at least one number': 'au moins un nombre',
  '0 to 10 decimal places': '0 à 10 décimales',
  'a text with valid JSON': 'un texte contenant du JSON valide',
  'another text': 'un autre texte',
}

const received = (found: readonly (string | undefined)[]): string => {
  const names = found.filter((each) => each !== undefined).map((each) => kinds[each] ?? each)
  return names.length === 0 ? '' : `, mais reçoit ${names.join(' et ')}`
}

const endings: Record<string, string> = {
  assistant_ended: 'l’assistant y met fin',
  caller_hung_up: 'le client raccroche',
  silence: 'silence',
  max_duration: 'durée maximale',
  transferred: 'transfert',
  transfer_failed: 'échec du transfert',
  voicemail: 'répondeur',
}

/** Events that a test expects. */
const events: Record<string, string> = {
  interrupted: 'Le client interrompt l’assistant',
  reengaged: 'L’assistant s’adresse à un client silencieux',
  closing: 'L’assistant commence à terminer l’appel',
  answer_failed: 'Une réponse du modèle échoue',
  answered_by: 'Il est décidé qui a décroché',
}

/** The times in which something that a test expects has to happen. */
const within = ([after, before]: readonly (string | undefined)[]): string =>
  `${after ? ` après ${number(after)} ms au plus tôt` : ''}${before ? ` en ${number(before)} ms au plus` : ''}`

export const texts = {
  words: {
    quoted: (text: string) => `« ${text} »`,
    either: (names: string[]) => names.join(' ou '),
    path: (parts: string[]) => parts.join(' : '),
    more: (count: string) => `(et ${count} ${plural(count, 'autre erreur', 'autres erreurs')})`,
    /** A field or an item without a name here. */
    field: 'Champ',
    item: 'Entrée',
  },
  phrases: {
    required: (subject: string) => `« ${subject} » est obligatoire.`,
    requiredWithout: (subject: string, other: string) => `Remplissez « ${subject} » ou ${other}.`,
    requiredWith: (subject: string) => `« ${subject} » est obligatoire.`,
    unfitting: (subject: string) => `« ${subject} » ne convient pas aux autres valeurs. Laissez ce champ vide.`,
    needs: (subject: string, other: string) => `« ${subject} » n’est possible qu’avec ${other}.`,
    mustMatch: (subject: string, other: string) => `« ${subject} » et ${other} doivent avoir la même valeur.`,
    wrongDirection: (subject: string) =>
      `Le choix fait pour « ${subject} » n’est pas possible pour des appels dans ce sens.`,
    answeredElsewhere: (subject: string) => `Un autre assistant répond déjà aux appels pour « ${subject} ».`,
    unsuitedNumber: (subject: string) => `« ${subject} » ne convient pas au numéro de téléphone de l’assistant.`,
    unavailable: (subject: string) => `Le choix fait pour « ${subject} » n’est pas disponible. Choisissez-en un autre.`,
    wholeNumber: (subject: string) => `Saisissez un nombre entier pour « ${subject} ».`,
    number: (subject: string) => `Saisissez un nombre pour « ${subject} ».`,
    yesOrNo: (subject: string) => `Choisissez oui ou non pour « ${subject} ».`,
    text: (subject: string) => `« ${subject} » doit être du texte.`,
    wrongType: (subject: string) => `La valeur de « ${subject} » n’est pas du bon type.`,
    date: (subject: string) => `Saisissez une date qui existe pour « ${subject} ».`,
    email: (subject: string) => `Saisissez une adresse e-mail pour « ${subject} ».`,
    malformedPhoneNumber: (subject: string) => `Saisissez un numéro de téléphone pour « ${subject} », ${countryCode}.`,
    malformedEmail: (subject: string) => `Saisissez une adresse e-mail pour « ${subject} ».`,
    malformedAddress: (subject: string) =>
      `Saisissez pour « ${subject} » une adresse web qui commence par https:// ou http://.`,
    malformed: (subject: string) => `La valeur de « ${subject} » n’a pas le bon format.`,
    longest: (subject: string, max: string) =>
      `« ${subject} » peut comporter ${max} ${plural(max, 'caractère', 'caractères')} au maximum.`,
    largest: (subject: string, max: string, unit: string) =>
      `La taille de « ${subject} » ne doit pas dépasser ${max} ${unit === 'MB' ? 'Mo' : 'Ko'}.`,
    highest: (subject: string, max: string) => `La valeur de « ${subject} » ne doit pas dépasser ${max}.`,
    mostEntries: (subject: string, max: string) =>
      `« ${subject} » peut contenir ${max} ${plural(max, 'entrée', 'entrées')} au maximum.`,
    fewestEntries: (subject: string, min: string) =>
      `« ${subject} » doit contenir au moins ${min} ${plural(min, 'entrée', 'entrées')}.`,
    shortest: (subject: string, min: string) =>
      `« ${subject} » doit comporter au moins ${min} ${plural(min, 'caractère', 'caractères')}.`,
    keepDays: (subject: string) =>
      `« ${subject} » doit être d’au moins 1 jour. Laissez le champ vide pour conserver les données.`,
    lowest: (subject: string, min: string) => `La valeur de « ${subject} » doit être d’au moins ${min}.`,
    between: (subject: string, min: string, max: string) =>
      `La valeur de « ${subject} » doit être comprise entre ${min} et ${max}.`,
    repeated: (subject: string) => `« ${subject} » figure plusieurs fois.`,
    taken: (subject: string) => `Cette valeur de « ${subject} » est déjà prise. Choisissez-en une autre.`,
    masked: (subject: string) => `« ${subject} » n’est visible qu’en partie. Saisissez la valeur complète.`,
    color: (subject: string, example: string) => `Saisissez une couleur pour « ${subject} », par exemple ${example}.`,
    noQuery: (subject: string) => `L’adresse dans « ${subject} » ne peut contenir ni point d’interrogation ni dièse.`,
    oneLine: (subject: string) => `« ${subject} » doit tenir sur une ligne, sans { ni }.`,
    onlyCharacters: (subject: string, which: string) =>
      `« ${subject} » ne peut contenir que ${which.replace(' and ', ' et ')}.`,
    emptyName: (subject: string) => `Chaque entrée de « ${subject} » doit avoir un nom.`,
    longName: (subject: string, max: string) =>
      `Les noms dans « ${subject} » peuvent comporter ${max} ${plural(max, 'caractère', 'caractères')} au maximum.`,
    file: (subject: string) => `Choisissez un fichier pour « ${subject} ».`,
    noFile: (subject: string) => `« ${subject} » ne peut pas être un fichier.`,
    nested: (subject: string, max: string) =>
      `« ${subject} » peut avoir ${max} ${plural(max, 'niveau', 'niveaux')} d’imbrication au maximum.`,
    unusable: (subject: string) => `« ${subject} » n’est pas possible ici.`,
    futureTime: () => 'Choisissez une date à venir, dans un an au plus tard.',
    pastTime: (subject: string) => `« ${subject} » ne doit pas être dans le futur.`,
    notBefore: (subject: string) => `« ${subject} » ne doit pas précéder le premier jour.`,
    notAdjustment: (subject: string) =>
      `La valeur de « ${subject} » doit être supérieure à 0. Seul un ajustement peut être négatif.`,
    phoneNumber: (subject: string) => `Saisissez un numéro de téléphone pour « ${subject} », ${countryCode}.`,
    ambiguousNumber: (subject: string) =>
      `« ${subject} » peut désigner deux numéros. Saisissez le numéro avec le signe plus et l’indicatif du pays.`,
    roundedNumber: (subject: string) =>
      `« ${subject} » a subi l’arrondi d’un tableur, par exemple 1,23E+11. Mettez les cellules au format texte, puis saisissez de nouveau le numéro.`,
    severalNumbers: (subject: string) =>
      `« ${subject} » contient plusieurs numéros de téléphone. Saisissez-en un seul.`,
    partOfNumber: (subject: string) => `Une partie de « ${subject} » n’est pas un numéro de téléphone.`,
  },
  reports: {
    done: (record: string, change: string) => {
      const done = changes[change] ?? 'enregistré'
      const masculineName = masculine[record]
      return masculineName ? `${masculineName} a été ${done}.` : `${feminine[record] ?? 'L’entrée'} a été ${done}e.`
    },
    serverStatus: (status: string) => `Le serveur a répondu par le code ${status}.`,
    noRoute: () => 'Cette adresse n’existe pas.',
    longestPeriod: (days: string) => `La période peut durer ${count(days, 'jour', 'jours')} au maximum.`,
    senderOffline: () => 'L’expéditeur n’est pas en ligne.',
    campaignSenderOffline: () => 'L’expéditeur de la campagne n’est pas en ligne.',
    templateNotApproved: () => 'Le modèle n’est pas approuvé.',
    campaignTemplateNotApproved: () => 'Le modèle de la campagne n’est pas approuvé.',
    messagingLimit: (people: string) =>
      `La limite de messages de cet expéditeur est atteinte : il a joint ${count(people, 'personne', 'personnes')} en 24 heures.`,
    channelDisabled: () => 'L’exploitant de cette installation a désactivé ce canal.',
    noSms: (phone: string) => `Le numéro de téléphone ${phone} ne peut pas envoyer de SMS.`,
    inboundOnly: (phone: string) => `Le numéro de téléphone ${phone} est réservé aux appels entrants.`,
    notEvaluated: (variable: string) => `L’assistant de la campagne n’évalue pas « ${variable} » après les appels.`,
    takenOver: (name: string) => `L’appel est repris par ${name}.`,
    callsAtOnce: (calls: string) => `Le compte peut avoir ${count(calls, 'appel', 'appels')} en même temps.`,
    callsPerMinute: (calls: string) => `Le compte peut lancer ${count(calls, 'appel', 'appels')} par minute.`,
    callsToNumber: (times: string) => `Le compte peut appeler ce numéro ${number(times)} fois par heure.`,
    callsToPrefix: (times: string) =>
      `Le compte peut appeler ${number(times)} fois par heure les numéros qui commencent ainsi.`,
    mostOfAccount: (max: string, what: string) =>
      `Un compte peut ${things[what]?.replace('@', number(max))} au maximum.`,
    mostPassages: (max: string) =>
      `Le texte d’une base de connaissances est limité à ${count(max, 'passage', 'passages')}. Supprimez d’autres documents ou utilisez une autre base de connaissances.`,
    mailLimit: (max: string) =>
      `La limite de ${count(max, 'e-mail', 'e-mails')} en 24 heures est atteinte. Aucun e-mail n’a été envoyé.`,
    mostSteps: (max: string) => `Un flux peut comporter ${count(max, 'étape', 'étapes')} au maximum.`,
    largestFlow: (max: string) => `La taille d’un flux ne doit pas dépasser ${number(max)} Ko.`,
    deepestSteps: (max: string) => `Les étapes peuvent être imbriquées ${number(max)} fois au maximum.`,
    longestExpression: (max: string) =>
      `Une expression peut comporter ${count(max, 'caractère', 'caractères')} au maximum.`,
    unfinishedExpression: () => 'L’expression est incomplète.',
    invalidExpression: (at: string) => `L’expression n’est pas valide à partir du caractère ${number(at)}.`,
    pageStatus: (status: string) => `La page a répondu par le code ${status}.`,
    contentType: (type: string) => `Le type de contenu ${type} n’est pas pris en charge.`,
    sameContent: (url: string) => `La page a le même contenu que ${url}.`,
    otherKindOfFile: (kind: string) =>
      `Le fichier est ${fileKinds[kind] ?? 'd’un autre format que CSV'}. Enregistrez la liste au format CSV en UTF-8, puis importez ce fichier.`,
    otherEncoding: (encoding: string) =>
      `Le fichier n’est pas en UTF-8, mais probablement en ${encoding}. Choisissez son encodage.`,
    unevenLine: (values: string, columns: string) =>
      `La ligne contient ${count(values, 'valeur', 'valeurs')}, mais le fichier ${count(columns, 'colonne', 'colonnes')}.`,
    unknownZone: (zone: string) =>
      `Le fuseau horaire ${zone} est inconnu, le prospect n’en a donc pas. Utilisez un nom comme Europe/Paris.`,
    unknownCountry: (country: string) =>
      `Le pays ${country} est inconnu. Saisissez le numéro de téléphone avec le signe plus et l’indicatif du pays.`,
    mostColumns: (max: string) => `Le fichier peut comporter ${count(max, 'colonne', 'colonnes')} au maximum.`,
    mostLines: (max: string) => `Un fichier peut comporter ${count(max, 'ligne', 'lignes')} au maximum.`,
    noPhoneColumn: (names: string) => `Le fichier n’a pas de colonne de numéros de téléphone. Ses colonnes : ${names}.`,
    noColumn: (column: string, names: string) =>
      `Le fichier n’a pas de colonne « ${column} ». Ses colonnes : ${names}.`,
    satellite: () => 'Les téléphones satellitaires et les services internationaux ne sont pas autorisés.',
    premium: () => 'Les numéros surtaxés, personnels et de radiomessagerie ne sont pas autorisés.',
    carrierFailed: (status: string) => `Une erreur est survenue chez l’opérateur (HTTP ${status}).`,
    carrierRefused: (code: string) => `L’opérateur a refusé la demande (${code}).`,
    carrierError: (code: string) => `L’opérateur a signalé l’erreur ${code}.`,
    carrierUnconfirmed: () => 'L’opérateur n’a pas confirmé s’il a exécuté la demande.',
    countryNotAllowed: (country: string) =>
      `Les numéros du pays ${country} ne sont pas autorisés. Autorisez ce pays sur la page « Numéros de téléphone ».`,
    noStep: (step: string) => `Il n’y a pas d’étape « ${step} ».`,
    laterStep: (step: string) => `L’étape « ${step} » ne s’exécute pas avant celle-ci.`,
    loopOnly: (value: string) => `« ${value} » n’existe que dans une boucle.`,
    nameTwice: (name: string) => `Le nom « ${name} » est utilisé deux fois.`,
    valueNeeded: (what: string) => `${what === 'A step' ? 'Une étape' : 'Une attente'} doit avoir une valeur.`,
    stepNeeds: (name: string, needed: string, ...found: string[]) =>
      `« ${name} » attend ${kinds[needed] ?? 'une autre valeur'}${received(found)}.`,
    tooManyParts: (name: string, max: string) => `« ${name} » trouve plus de ${number(max)} parties.`,
    noValue: (path: string) => `« ${path} » n’a pas de valeur.`,
    nestedValue: (max: string) => `La valeur a plus de ${number(max)} niveaux.`,
    largeValue: (max: string) => `Les données dépassent ${number(max)} Mo.`,
    longText: (max: string) => `Le texte dépasse ${number(max)} caractères.`,
    mostRounds: (max: string) => `Une boucle peut avoir ${number(max)} éléments au maximum.`,
    deepestFlows: (max: string) => `Les flux peuvent s’appeler ${number(max)} fois au maximum.`,
    otherRunFailed: (name: string) => `L’exécution de « ${name} » a échoué.`,
    internalError: (doubt?: string) =>
      `Une erreur interne s’est produite.${doubt ? ' L’étape peut déjà avoir eu son effet.' : ''}`,
    slowStep: (doubt?: string) =>
      `L’étape a duré plus de deux minutes.${doubt ? ' Elle peut déjà avoir eu son effet.' : ''}`,
    mostStepsOfRun: (max: string) =>
      `L’exécution a atteint la limite de ${number(max)} étapes, avec celles des flux appelés.`,
    manyDeaths: (count: string) =>
      `${number(count)} processus se sont arrêtés pendant cette étape ou une précédente. Elle peut déjà avoir eu son effet.`,
    serviceStatus: (host: string, status: string, doubt?: string, body?: string) =>
      `${host === 'The service' ? 'Le service' : host} a répondu avec le statut ${status}.${doubt ? ' La requête peut déjà avoir eu son effet.' : ''}${body ? ` ${body}` : ''}`,
    lostHeader: (name: string) => `L’en-tête ${name} ne peut pas être déchiffré. Saisissez-le à nouveau.`,
    lostSecret: (name: string) =>
      `Le secret de la connexion « ${name} » ne peut pas être déchiffré. Saisissez-le à nouveau.`,
    noConnection: (name: string) => `Il n’y a pas de connexion « ${name} ».`,
    otherHost: (name: string, host: string) => `La connexion « ${name} » ne peut pas être utilisée pour ${host}.`,
    testStatus: (what: string, status: string) =>
      `L’adresse de test ${what === 'refused the credentials' ? 'a refusé les identifiants' : 'n’a pas répondu comme prévu'} (statut ${status}).`,
    tokenStatus: (status: string) => `L’adresse des jetons a répondu avec le statut ${status}.`,
    slowCode: (ms: string) => `Le code a duré plus de ${number(ms)} ms.`,
    codeLine: (line: string, message: string) => `Ligne ${line} : ${message}`,
    codeDied: (message: string) => `Le code a mis fin à son processus.${message}`,
    receiverStatus: (status: string, redirect?: string) =>
      `Le destinataire a répondu avec ${status}.${redirect ? ' Les redirections ne sont pas suivies.' : ''}`,
    addressNotPublic: () => 'L’adresse n’est pas publique et ne peut pas être utilisée.',
    lineTimeout: (host: string, transport: string) =>
      `${host} ne répond pas en ${transport}. Vérifiez le serveur, le port et le transport, et si un pare-feu laisse passer la réponse.`,
    lineUnknownName: (host: string) => `Le nom ${host} n’a pas d’adresse dans le DNS. Vérifiez le serveur.`,
    lineNoConnection: (host: string, certificate?: string) =>
      `Aucune connexion à ${host} n’est possible${certificate ? ', ou le certificat n’est pas valable pour ce nom' : ''}. Vérifiez le serveur, le port et le transport.`,
    lineWrongPassword: (host: string, user: string, words: string) =>
      `${host} n’accepte pas le nom d’utilisateur ${user} avec ce mot de passe (${words}). Vérifiez les deux ; certains opérateurs ont un nom distinct pour l’authentification.`,
    lineForbidden: (host: string, words: string) =>
      `${host} refuse le compte (${words}). Vérifiez le nom d’utilisateur, si l’opérateur autorise ce serveur et si le compte est bloqué.`,
    lineUnknownUser: (host: string, user: string, words: string) =>
      `${host} ne connaît pas ${user} (${words}). Vérifiez le nom d’utilisateur et le domaine.`,
    lineError: (host: string, words: string) => `${host} répond par une erreur : ${words}.`,
    lineRegistered: (host: string, ms?: string) =>
      `La ligne est enregistrée chez ${host}.${ms ? ` L’opérateur a répondu en ${number(ms)} ms.` : ''} Appelez son numéro pour vérifier le son dans les deux sens.`,
    lineReachable: (host: string, ms?: string) =>
      `${host} répond${ms ? ` en ${number(ms)} ms` : ''}. Passez un appel pour vérifier que les appels de ce serveur sont acceptés.`,
    lineNoAnswer: (host: string) => `${host} n’a pas encore répondu. Réessayez dans quelques secondes.`,
    lineSilent: (seconds: string) => `Aucun son n’est arrivé pendant ${number(seconds)} secondes.`,
    checkSays: (text: string, ...limits: string[]) => `L’assistant dit « ${text} »${within(limits)}`,
    checkSpeaks: (...limits: string[]) => `L’assistant dit quelque chose${within(limits)}`,
    checkTurn: (text: string, ...limits: string[]) => `Le client dit « ${text} »${within(limits)}`,
    checkTool: (tool: string, values?: string, ...limits: string[]) =>
      `L’assistant appelle ${tool}${values ? ` avec ${values}` : ''}${within(limits)}`,
    checkStops: (...limits: string[]) => `L’assistant cesse de parler${within(limits)}`,
    checkPresses: (keys: string, ...limits: string[]) => `L’assistant appuie sur ${keys}${within(limits)}`,
    checkTransfer: (to: string, ...limits: string[]) => `L’appel est transféré vers ${to}${within(limits)}`,
    checkEnds: (reason: string, ...limits: string[]) =>
      `L’appel se termine : ${endings[reason] ?? reason}${within(limits)}`,
    checkEvent: (type: string, value?: string, ...limits: string[]) =>
      `${events[type] ?? type}${value ? ` (« ${value} »)` : ''}${within(limits)}`,
    checkSilence: (ms: string) => `Aucun silence ne dépasse ${number(ms)} ms`,
    checkHeard: (words: string) => `Le client entend une fois et en entier : ${words}`,
    checkKnown: (words: string) => `Le modèle connaît à sa dernière réponse : ${words}`,
    checkUnknown: (words: string) => `Le modèle ne connaît pas à sa dernière réponse : ${words}`,
    stepSay: (text: string) => `Le client dit « ${text} »`,
    stepInterrupt: (text: string) => `Le client interrompt : « ${text} »`,
    stepWait: (ms: string) => `Le client attend ${number(ms)} ms`,
    stepNoise: (ms: string) => `Il y a du bruit pendant ${number(ms)} ms`,
    stepPress: (keys: string) => `Le client appuie sur ${keys}`,
  },
  frames: {
    nothingSent: (rest: string) => `${rest} Rien n’a été envoyé ni facturé.`,
    notSent: (rest: string) => `Un message n’a pas pu être envoyé : ${rest}`,
    noneImported: (rest: string) =>
      `Aucun prospect n’a été importé, car aucune ligne du fichier n’est utilisable. ${rest}`,
    notProcessed: (rest: string) => rest,
    requestFailed: (rest: string) => `La requête a échoué : ${rest}`,
    mayBeSent: (rest: string) => `L’envoi a peut-être déjà eu lieu. ${rest}`,
    testFailed: (rest: string) => `L’adresse de test n’a pas pu être appelée : ${rest}`,
    tokenFailed: (rest: string) => `L’adresse des jetons n’a pas pu être appelée : ${rest}`,
    checkAbsent: (rest: string, ms: string) => `Pendant ${number(ms)} ms, cela n’arrive pas : ${rest}`,
  },
  /** Names of fields of the API, for messages about fields that a page does not label. */
  names: {
    address: 'Adresse',
    amount: 'Montant',
    assistant: 'Assistant',
    'auth token': 'Auth Token',
    'account sid': 'Account SID',
    body: 'Texte',
    calendar: 'Agenda',
    'calendly event type': 'Type de rendez-vous Calendly',
    campaign: 'Campagne',
    category: 'Catégorie',
    channel: 'Canal',
    color: 'Couleur',
    country: 'Pays',
    customer: 'Client',
    'date from': 'Premier jour',
    'date to': 'Dernier jour',
    days: 'Jours',
    description: 'Description',
    digits: 'Chiffres',
    email: 'E-mail',
    emails: 'E-mails',
    end: 'Fin',
    endpoint: 'Adresse',
    'event type': 'Type de rendez-vous',
    file: 'Fichier',
    folder: 'Dossier',
    from: 'De',
    goal: 'Objectif',
    greeting: 'Message d’accueil',
    headers: 'En-têtes',
    key: 'Nom',
    knowledgebase: 'Base de connaissances',
    labels: 'Étiquettes',
    language: 'Langue',
    link: 'Lien',
    links: 'Liens',
    message: 'Message',
    method: 'Méthode',
    model: 'Modèle',
    name: 'Nom',
    note: 'Note',
    parameters: 'Paramètres',
    password: 'Mot de passe',
    phone: 'Numéro de téléphone',
    'phone column': 'Colonne du numéro de téléphone',
    press: 'Touches',
    'phone number': 'Numéro de téléphone',
    'phone numbers': 'Numéros de téléphone',
    prompt: 'Instruction',
    reference: 'Référence',
    role: 'Rôle',
    schedule: 'Horaires',
    schema: 'Schéma',
    sender: 'Expéditeur',
    start: 'Début',
    status: 'Statut',
    steps: 'Étapes',
    'system prompt': 'Instructions',
    template: 'Modèle',
    text: 'Texte',
    timezone: 'Fuseau horaire',
    'time zone': 'Fuseau horaire',
    title: 'Titre',
    to: 'À',
    token: 'Jeton',
    tool: 'Outil',
    tools: 'Outils',
    topic: 'Sujet',
    type: 'Type',
    url: 'URL',
    value: 'Valeur',
    variables: 'Variables',
    voice: 'Voix',
    'webhook url': 'URL du webhook',
    website: 'Site web',
  },
  /** What one item of a list is called, before its number. */
  items: {
    columns: 'Colonne',
    emails: 'E-mail',
    fields: 'Champ',
    labels: 'Étiquette',
    links: 'Lien',
    parameters: 'Paramètre',
    'phone numbers': 'Numéro de téléphone',
    expected: 'Attente',
    script: 'Étape',
    schedule: 'Plage horaire',
    steps: 'Étape',
    tools: 'Outil',
    variables: 'Variable',
    words: 'Mot',
  },
} satisfies TranslatedServerTexts
