// Masks the secrets of a request in what comes back: as they are, and in the encodings in which services repeat them.
import { stars } from './mask-secret.ts'

export interface SecretMask {
  text(text: string): string
  /** Masks all strings and names of the value, which must not be nested deeply, and numbers that are a secret. */
  json(value: unknown): unknown
  /** Masks text that was cut off, and can end within a secret. */
  cutText(text: string): string
}

/** A shorter secret would match in unrelated text. */
const minLength = 6

export function createSecretMask(secrets: readonly string[]): SecretMask {
  const long = [...new Set(secrets)].filter(({ length }) => length >= minLength)
  // One form can contain another one.
  const forms = [...new Set(long.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const text = (given: string): string => forms.reduce((masked, form) => masked.replaceAll(form, stars), given)
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number' || typeof value === 'bigint') return long.includes(String(value)) ? stars : value
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(json)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [text(name), json(item)]))
  }
  return forms.length === 0 ? unmasked : { text, json, cutText: (given) => text(withoutPartialForm(given, forms)) }
}

const unmasked: SecretMask = { text: (text) => text, json: (value) => value, cutText: (text) => text }

/** Removes the longest beginning of a form at the end of the text. */
function withoutPartialForm(text: string, forms: readonly string[]): string {
  const longest = forms[0]!.length
  for (let from = Math.max(0, text.length - longest); from < text.length; from++) {
    const end = text.slice(from)
    if (forms.some((form) => form.startsWith(end))) return text.slice(0, from)
  }
  return text
}

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const percent = encodeURIComponent(secret.toWellFormed())
  const form = new URLSearchParams({ '': secret }).toString().slice(1)
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    // As Go and .NET write it.
    json.replace(/[<>&'"+]/g, (character) => escapeCode(character).toUpperCase().replace('\\U', '\\u')),
    json.replace(/[<>&]/g, escapeCode),
    json.replace(/[^\x20-\x7e]/g, escapeCode),
    percent,
    percent.replace(/%../g, (code) => code.toLowerCase()),
    form,
    form.replace(/%../g, (code) => code.toLowerCase()),
    encodeURI(secret.toWellFormed()),
    secret.replace(/[&<>"']/g, (character) => htmlEntities[character]!),
    ...base64Forms(secret),
  ]
}

const escapeCode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** The characters that the secret alone determines, wherever it begins in the encoded text, such as after a username. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((offset) => {
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor(((offset + bytes.length) * 8) / 6)
    const base64 = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(from, to)
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
