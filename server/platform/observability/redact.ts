// Removes secrets and personal data from log entries, by field name and by pattern.
import { maskNumber } from '../text/mask-number.ts'

/** A field is removed if any word of its name is one of these … */
const secretWords = new Set([
  'authorization',
  'cookie',
  'credential',
  'credentials',
  'email',
  'password',
  'phone',
  'secret',
  'token',
])
/** … or if its last word is one of these: `webhookUrl`, but not `contentType`. */
const privateWords = new Set(['body', 'content', 'prompt', 'transcript', 'url', 'variables'])
const secretNames = new Set(['apikey'])

const redacted = '[redacted]'
const maxDepth = 8

export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0)
}

function redactObject(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecret(name) ? redacted : redactValue(field, depth + 1)]),
  )
}

function redactValue(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Error) return describeError(value, depth)
  if (depth > maxDepth) return '[deeper]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  if (value instanceof Date || ArrayBuffer.isView(value)) return value instanceof Date ? value : '[bytes]'
  return redactObject(value, depth)
}

/** The `detail` of a database error contains row values and is deliberately not listed. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as { code?: unknown }
  return {
    name: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined || depth > maxDepth ? {} : { cause: redactValue(error.cause, depth + 1) }),
  }
}

const known = new Map<string, boolean>()

/** Field names are few and repeated in every line. */
function isSecret(name: string): boolean {
  let secret = known.get(name)
  if (secret === undefined) {
    const words = name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z\d]+/)
    secret =
      words.some((word) => secretWords.has(word)) || privateWords.has(words.at(-1)!) || secretNames.has(words.join(''))
    if (known.size < 10_000) known.set(name, secret)
  }
  return secret
}

const patterns: readonly [RegExp, string | ((match: string) => string)][] = [
  [/\b\d+\|[A-Za-z0-9]{20,}/g, redacted],
  [/\b(?:whsec_|sk-|pk-|xox[a-z]-)[\w+/=-]{8,}/g, redacted],
  [/\b(bearer|basic)\s+[\w|.+/=~-]{6,}/gi, `$1 ${redacted}`],
  [/:\/\/[^\s"\\/@]+@/g, `://${redacted}@`],
  [/(?<![\w.%+-])[\w.%+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}/gi, '[email]'],
  [/\+[1-9]\d{6,14}(?!\d)/g, maskNumber],
]

/** Applies to whole lines, because error messages can quote values. */
export function redactText(line: string): string {
  let text = line
  for (const [pattern, stead] of patterns) text = text.replace(pattern, stead as string)
  return text
}
