// Prepares a record for the audit log: masks secrets and bounds its size.
import { stars } from '#server/platform/security/mask-secret.ts'

const secretName = /(?:^|_)(?:secret|token|password|api_key|key|credential|credentials|authorization|url_token)$/i
const maxCharacters = 16_000
const maxDepth = 12

/** The API masks secrets already; this also covers a field that it shows in full once. */
export function maskRecord(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value
  if (depth > maxDepth) return '…'
  if (Array.isArray(value)) return value.map((item) => maskRecord(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      typeof field === 'string' && field !== '' && secretName.test(name) ? stars : maskRecord(field, depth + 1),
    ]),
  )
}

/** Of two versions of a record, only the fields that differ. */
export function changesOf(before: unknown, after: unknown): { before: unknown; after: unknown } {
  if (!isRecord(before) || !isRecord(after)) return { before, after }
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'updated_at' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return { before: pick(before, changed), after: pick(after, changed) }
}

/** Cuts the texts of a record that is too large, and keeps only its beginning if that does not suffice. */
export function boundRecord(value: unknown): unknown {
  const json = JSON.stringify(value)
  if (json === undefined || json.length <= maxCharacters) return value
  const cut = shorten(value, 500)
  return JSON.stringify(cut).length <= maxCharacters ? cut : { truncated: `${json.slice(0, maxCharacters / 2)}…` }
}

function shorten(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length > length ? `${value.slice(0, length)}…` : value
  if (Array.isArray(value)) return value.map((item) => shorten(item, length))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field, length)]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pick = (record: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (name in record ? [[name, record[name]]] : [])))
