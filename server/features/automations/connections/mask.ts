// Masks secrets in texts and JSON values.
import { stars } from '#server/platform/security/mask-secret.ts'

/** A shorter secret would match in unrelated text. */
const minMaskedLength = 4

/** Replaces every exact occurrence. */
export function maskText(text: string, secrets: readonly string[]): string {
  return longestFirst(secrets).reduce((masked, secret) => masked.replaceAll(secret, stars), text)
}

/** Masks all strings and names of the value, which must not be nested deeply. */
export function maskJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskText(value, secrets)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => maskJson(item, secrets))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [maskText(name, secrets), maskJson(item, secrets)]),
  )
}

/** One secret can contain another one. */
const longestFirst = (secrets: readonly string[]): string[] =>
  secrets.filter(({ length }) => length >= minMaskedLength).sort((a, b) => b.length - a.length)
