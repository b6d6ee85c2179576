// Reads the method, the query and the headers of a request to a webhook, for the data of its trigger.
import { sanitizeJson } from '#server/features/conversations/index.ts'
import type { CallbackRequest } from '#server/platform/http/callbacks.ts'
import { stars } from '#server/platform/security/mask-secret.ts'
import type { RequestData } from '../flow/request-fields.ts'

const secretName = /auth|cookie|credential|hmac|key|passw|secret|signature|token/
const delivery = /idempotency/
const isSecret = (name: string): boolean => secretName.test(name) && !delivery.test(name)

/** `queryNames` are the parameters that the flow itself needs. */
export const requestDataOf = (
  { method, url, headers }: CallbackRequest,
  queryNames: readonly string[] = [],
): RequestData =>
  sanitizeJson({
    method,
    query: valuesByName(
      [...new URL(url).searchParams].map(([name, value]): [string, string] => [
        name,
        isSecret(name.toLowerCase()) && !queryNames.includes(name) ? stars : value,
      ]),
    ),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? stars : [value].flat().join(', ')]),
    ),
  })

/** A name that is repeated has a list of values. */
export function valuesByName<T>(entries: Iterable<[string, T]>): Record<string, T | T[]> {
  const values = Map.groupBy(entries, ([name]) => name)
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? all[0]![1] : all.map(([, value]) => value)]),
  )
}
