// The headers of HTTP tools: stored encrypted and shown masked, because they can contain API keys.
import type { Settings } from '#server/platform/context/settings.ts'
import { isMasked, maskSecret } from '#server/platform/security/mask-secret.ts'
import { open, seal } from '#server/platform/security/secret-box.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { HttpTool } from '../assistant/assistant.ts'

type Values = Record<string, string>
type Sealed = Pick<HttpTool, 'accountId' | 'sealedHeaders'>
type KeySettings = Pick<Settings, 'masterKey'>

export function sealHeaders(
  { masterKey }: KeySettings,
  accountId: number,
  values: Values,
): Pick<HttpTool, 'headers' | 'sealedHeaders'> {
  const headers = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskSecret(value)]))
  return { headers, sealedHeaders: seal(masterKey, JSON.stringify(values), boxContext(accountId)) }
}

/** Throws `BoxError` if they were encrypted under another master key. */
export function openHeaders({ masterKey }: KeySettings, { accountId, sealedHeaders }: Sealed): Values {
  return JSON.parse(open(masterKey, sealedHeaders, boxContext(accountId)))
}

/** Replaces the masks of stored values by the values. */
export function unmaskHeaders(headers: Values, stored: Values): Values {
  const values = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]))
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => {
      const value = values.get(name.toLowerCase())
      return [name, value !== undefined && maskSecret(value) === text ? value : text]
    }),
  )
}

/** A mask without a stored value, for example of another tool, must not become a value. */
export function faultsOfHeaders(values: Values): FieldErrors {
  return Object.values(values).some(isMasked)
    ? { headers: ['The headers hold a masked value that is unknown: give it in full.'] }
    : {}
}

const boxContext = (accountId: number): string => `tools:${accountId}`
