// Names of the fields of the API in words, for messages about fields that a page does not label.
import type { Language } from '../i18n/languages.ts'

/** English is only listed where the API's words are not a name. German has no entry for a field that no page can send. */
const names: Record<string, { en?: string; de: string }> = {
  address: { de: 'Adresse' },
  amount: { de: 'Betrag' },
  assistant: { de: 'Assistent' },
  'auth token': { de: 'Auth-Token' },
  'account sid': { en: 'Account SID', de: 'Account-SID' },
  body: { de: 'Text' },
  calendar: { de: 'Kalender' },
  'calendly event type': { en: 'Calendly event type', de: 'Calendly-Terminart' },
  campaign: { de: 'Kampagne' },
  category: { de: 'Kategorie' },
  channel: { de: 'Kanal' },
  color: { de: 'Farbe' },
  country: { de: 'Land' },
  customer: { de: 'Kunde' },
  'date from': { en: 'First day', de: 'Erster Tag' },
  'date to': { en: 'Last day', de: 'Letzter Tag' },
  days: { de: 'Tage' },
  description: { de: 'Beschreibung' },
  digits: { de: 'Ziffern' },
  email: { de: 'E-Mail' },
  emails: { de: 'E-Mails' },
  end: { de: 'Ende' },
  endpoint: { de: 'Adresse' },
  'event type': { de: 'Terminart' },
  file: { de: 'Datei' },
  folder: { de: 'Ordner' },
  from: { de: 'Von' },
  goal: { de: 'Ziel' },
  greeting: { de: 'Begrüßung' },
  headers: { de: 'Header' },
  key: { de: 'Name' },
  knowledgebase: { en: 'Knowledge base', de: 'Wissensdatenbank' },
  labels: { de: 'Labels' },
  language: { de: 'Sprache' },
  link: { de: 'Link' },
  links: { de: 'Links' },
  message: { de: 'Nachricht' },
  method: { de: 'Methode' },
  model: { de: 'Modell' },
  name: { de: 'Name' },
  note: { de: 'Notiz' },
  parameters: { de: 'Parameter' },
  password: { de: 'Passwort' },
  phone: { de: 'Telefonnummer' },
  'phone column': { en: 'Column of the phone number', de: 'Spalte der Telefonnummer' },
  press: { en: 'Keys', de: 'Tasten' },
  'phone number': { de: 'Telefonnummer' },
  'phone numbers': { de: 'Telefonnummern' },
  prompt: { en: 'Instruction', de: 'Anweisung' },
  reference: { de: 'Beleg' },
  role: { de: 'Rolle' },
  schedule: { de: 'Zeitplan' },
  schema: { de: 'Schema' },
  sender: { de: 'Absender' },
  start: { de: 'Beginn' },
  status: { de: 'Status' },
  steps: { de: 'Schritte' },
  'system prompt': { de: 'Anweisungen' },
  template: { de: 'Vorlage' },
  text: { de: 'Text' },
  timezone: { en: 'Time zone', de: 'Zeitzone' },
  'time zone': { de: 'Zeitzone' },
  title: { de: 'Titel' },
  to: { de: 'An' },
  token: { de: 'Token' },
  tool: { de: 'Werkzeug' },
  tools: { de: 'Werkzeuge' },
  topic: { de: 'Thema' },
  type: { de: 'Typ' },
  url: { en: 'URL', de: 'URL' },
  value: { de: 'Wert' },
  variables: { de: 'Variablen' },
  voice: { de: 'Stimme' },
  'webhook url': { en: 'Webhook URL', de: 'Webhook-URL' },
  website: { de: 'Website' },
}

/** What one item of a list is called, before its number. */
const items: Record<string, Record<Language, string>> = {
  columns: { en: 'Column', de: 'Spalte' },
  emails: { en: 'Email', de: 'E-Mail' },
  fields: { en: 'Field', de: 'Feld' },
  labels: { en: 'Label', de: 'Label' },
  links: { en: 'Link', de: 'Link' },
  parameters: { en: 'Parameter', de: 'Parameter' },
  'phone numbers': { en: 'Phone number', de: 'Telefonnummer' },
  expected: { en: 'Expectation', de: 'Erwartung' },
  script: { en: 'Step', de: 'Schritt' },
  schedule: { en: 'Time window', de: 'Zeitfenster' },
  steps: { en: 'Step', de: 'Schritt' },
  tools: { en: 'Tool', de: 'Werkzeug' },
  variables: { en: 'Variable', de: 'Variable' },
  words: { en: 'Word', de: 'Wort' },
}

/** The keys of these fields are words of the reader. */
const maps = new Set(['variables', 'headers', 'query', 'answers', 'column mapping', 'metadata', 'properties'])

const isIndex = (step: string | undefined): boolean => step !== undefined && /^\d+$/.test(step)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `calendly event type uri` is the event type, and `assistant_id` is the assistant. */
const withoutForm = (words: string): string => words.replace(/(?<=.) (?:id|ids|uuid|uri|sid)$/, '')

function nameOf(language: Language, step: string): string {
  const words = step.replaceAll('_', ' ').trim().toLowerCase()
  const known = names[words] ?? names[withoutForm(words)]
  if (language === 'de') return known?.de ?? 'Angabe'
  return known?.en ?? capitalized(withoutForm(words).replace(/\burl\b/g, 'URL'))
}

function itemOf(language: Language, list: string, index: string): string {
  const words = list.replaceAll('_', ' ')
  const item = items[words]?.[language] ?? (language === 'de' ? 'Eintrag' : nameOf('en', words).replace(/s$/, ''))
  return `${item} ${Number(index) + 1}`
}

/**
 * Names a field by its path, as the API has it in a message: `tools.0.data.calendly event type uri` is
 * `Tool 1: Calendly event type`. Only items of lists, the keys of maps and the last field are named.
 */
export function fieldName(language: Language, path: string): string {
  const steps = path.split('.')
  const parts: string[] = []
  steps.forEach((step, at) => {
    const before = steps[at - 1]
    if (isIndex(step)) parts.push(itemOf(language, before ?? '', step))
    else if (before !== undefined && maps.has(before.replaceAll('_', ' '))) parts.push(step.replaceAll('_', ' '))
    else if (at === steps.length - 1) parts.push(nameOf(language, step))
  })
  return parts.join(': ')
}
