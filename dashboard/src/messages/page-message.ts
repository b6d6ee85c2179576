// Says what the server has refused in words of the page: with the label of the field, in the language of the page.
import { textNamed } from '../i18n/text-named.ts'
import { framePatterns, phrasePatterns, reportPatterns } from '../texts/server-patterns.ts'
import type { ServerTexts } from '../texts/server-texts.ts'
import { fieldName } from './names.ts'

/** A field as the page shows it. `name` is its path in the API; a message about a part of the field names the part. */
export interface ShownField {
  label: string
  name?: string | undefined
}

/** The texts of one language. */
export interface MessageTexts {
  language: string
  server: ServerTexts
  /** By the sentence of the server. */
  sentences: Readonly<Record<string, string>>
}

const words = (path: string): string => path.replaceAll('_', ' ')

/** `path` has spaces for underscores, as the messages of the API have it. */
function subjectOf(texts: ServerTexts, path: string, field: ShownField | undefined): string {
  if (field === undefined) return fieldName(texts, path)
  const own = field.name === undefined ? undefined : words(field.name)
  if (own === undefined || !path.startsWith(`${own}.`)) return field.label
  const part = path.slice(own.length + 1)
  return /^\d+(?:\.|$)/.test(part) ? fieldName(texts, path) : texts.words.path([field.label, fieldName(texts, part)])
}

/** The first pattern that suits a sentence, with what its groups have found. */
function find<P extends string>(patterns: Record<P, RegExp>, sentence: string): [P, string[]] | undefined {
  for (const name in patterns) {
    const found = patterns[name].exec(sentence)
    if (found) return [name, found.slice(1)]
  }
  return undefined
}

function report(texts: MessageTexts, sentence: string): string | undefined {
  const { reports, frames } = texts.server
  const [name, values = []] = find(reportPatterns, sentence) ?? []
  const say = name && reports[name]
  if (say) return say(...values)
  const [frame, groups = []] = find(framePatterns, sentence) ?? []
  return frame && frames[frame]?.(pageMessage(texts, groups.at(-1) ?? ''), ...groups.slice(0, -1))
}

/** What the format of a field is called, by the last word of its path. */
const formats = [
  ['malformedPhoneNumber', /(?:^|\.)(?:to|from)$|phone numbers?(?:\.\d+)?$/],
  ['malformedEmail', /emails?(?:\.\d+)?$/],
  ['malformedAddress', /(?:url|uri|link|website|webhook)$/],
] as const

/** These sentences name other fields after the first one. */
const withOthers = new Set<string>(['requiredWithout', 'needs', 'mustMatch'])

function phrase({ language, server }: MessageTexts, sentence: string, field?: ShownField): string | undefined {
  const found = find(phrasePatterns, sentence)
  if (!found) return undefined
  const [name, [path = '', ...values]] = found
  const format = new Intl.NumberFormat(language)
  const othersOf = (list: string): string =>
    server.words.either(
      list.split(/`?(?: or |, )`?/).map((other) => server.words.quoted(fieldName(server, other.replaceAll('`', '')))),
    )
  const named = name === 'malformed' ? (formats.find(([, suits]) => suits.test(path))?.[0] ?? name) : name
  return server.phrases[named](
    subjectOf(server, path, field),
    ...values.map((value) => {
      if (withOthers.has(name)) return othersOf(value)
      return /^-?\d+(?:\.\d+)?$/.test(value) ? format.format(Number(value)) : value
    }),
  )
}

/** The API's spelling, except in names and addresses. */
const knowledgebase = /(?<![\w/.-])([Kk])nowledgebase(s?)(?![\w/-]|\.\w)/g

/** The path of the field that a sentence begins with. */
const fieldPath =
  /^The ([a-z]+(?:_[a-z]+)+|[a-z_]+(?:\.(?:\d+|[a-z_]+))+(?: [a-z]+)*)(?= (?:field|must|may|is|format)\b)/

/** A sentence without a translation. Only the field that it begins with gets another name: the rest can be the reader's. */
function otherSentence({ language, server }: MessageTexts, text: string): string {
  const named = text.replace(fieldPath, (_, path) => `The ${fieldName(server, path)}`)
  return language === 'en' ? named.replace(knowledgebase, '$1nowledge base$2') : named
}

/** Translates a message of the server; one that is not known is shown as it is, with its field in words. */
export function pageMessage(texts: MessageTexts, message: string, field?: ShownField): string {
  const [, sentence = message, count] = /^(.*?)(?: \(and (\d+) more errors?\))?$/s.exec(message) ?? []
  const more = count === undefined ? '' : ` ${texts.server.words.more(count)}`
  const said = textNamed(texts.sentences, sentence) ?? report(texts, sentence) ?? phrase(texts, sentence, field)
  return (said ?? otherSentence(texts, sentence)) + more
}

/** The message of an error for a reader; of a validation error of the client, those of all its fields. */
export function errorText(texts: MessageTexts, error: Error): string {
  const fields = Object.values((error as { errors?: Record<string, string[]> }).errors ?? {}).flat()
  const messages = fields.length > 0 ? fields : [error.message]
  return [...new Set(messages.map((each) => pageMessage(texts, each)))].join(' ')
}
