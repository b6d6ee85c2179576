// Says what the server has refused in words of the page: with the label of the field, in the language of the page.
import type { Language } from '../i18n/languages.ts'
import { germanFrames, germanReports } from './german-reports.ts'
import { fieldName } from './names.ts'
import { phrases } from './phrases.ts'
import { german, plain } from './sentences-data.ts'

/** A field as the page shows it. `name` is its path in the API; a message about a part of the field names the part. */
export interface ShownField {
  label: string
  name?: string | undefined
}

const words = (path: string): string => path.replaceAll('_', ' ')

/** `path` has spaces for underscores, as the messages of the API have it. */
function subjectOf(language: Language, path: string, field: ShownField | undefined): string {
  if (field === undefined) return fieldName(language, path)
  const own = field.name === undefined ? undefined : words(field.name)
  if (own === undefined || !path.startsWith(`${own}.`)) return field.label
  const part = path.slice(own.length + 1)
  return /^\d+(?:\.|$)/.test(part) ? fieldName(language, path) : `${field.label}: ${fieldName(language, part)}`
}

const others = {
  en: (count: string) => `(and ${count} more)`,
  de: (count: string) => `(und ${count} ${count === '1' ? 'weiterer Fehler' : 'weitere Fehler'})`,
}

function germanReport(sentence: string): string | undefined {
  for (const [pattern, say] of germanReports) {
    const found = pattern.exec(sentence)
    if (found) return say(...found.slice(1))
  }
  for (const [pattern, say] of germanFrames) {
    const found = pattern.exec(sentence)
    if (found) return say(pageMessage('de', found[1]!))
  }
  return undefined
}

/** The API's spelling, except in names and addresses. */
const knowledgebase = /(?<![\w/.-])([Kk])nowledgebase(s?)(?![\w/-]|\.\w)/g

/** The path of the field that a sentence begins with. */
const fieldPath =
  /^The ([a-z]+(?:_[a-z]+)+|[a-z_]+(?:\.(?:\d+|[a-z_]+))+(?: [a-z]+)*)(?= (?:field|must|may|is|format)\b)/

/** A sentence without a translation. Only the field that it begins with gets another name: the rest can be the reader's. */
function otherSentence(language: Language, text: string): string {
  const named = text.replace(fieldPath, (_, path) => `The ${fieldName(language, path)}`)
  return language === 'en' ? named.replace(knowledgebase, '$1nowledge base$2') : named
}

/** Translates a message of the server; one that is not known is shown as it is, with its field in words. */
export function pageMessage(language: Language, message: string, field?: ShownField): string {
  const [, sentence = message, count] = /^(.*?)(?: \(and (\d+) more errors?\))?$/s.exec(message) ?? []
  const more = count === undefined ? '' : ` ${others[language](count)}`
  const fixed = language === 'de' ? (german[sentence] ?? germanReport(sentence)) : plain[sentence]
  if (fixed !== undefined) return fixed + more
  for (const { pattern, ...say } of phrases) {
    const found = pattern.exec(sentence)?.slice(1)
    if (!found) continue
    const [path = '', ...rest] = found
    return say[language](subjectOf(language, path, field), rest, path) + more
  }
  return otherSentence(language, sentence) + more
}

/** The message of an error for a reader; of a validation error of the client, those of all its fields. */
export function errorText(language: Language, error: Error): string {
  const fields = Object.values((error as { errors?: Record<string, string[]> }).errors ?? {}).flat()
  const messages = fields.length > 0 ? fields : [error.message]
  return [...new Set(messages.map((each) => pageMessage(language, each)))].join(' ')
}
