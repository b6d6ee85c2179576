// The headers of HTTP tools: as keys are among the values, all are kept sealed and shown masked.
import type { Settings } from '#server/platform/context/settings.ts'
import { open, seal } from '#server/platform/security/secret-box.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { HttpTool } from '../assistant/assistant.ts'

type Values = Record<string, string>
type Sealed = Pick<HttpTool, 'accountId' | 'sealedHeaders'>
type Keeper = Pick<Settings, 'masterKey'>

const stars = '********'
const shownLength = 4
/** So long that a few characters of it tell nothing. */
const longEnough = 16

const maskOf = (value: string): string => (value.length < longEnough ? stars : `${stars}${value.slice(-shownLength)}`)

/** As they are stored. */
export function sealHeaders(
  { masterKey }: Keeper,
  accountId: number,
  values: Values,
): Pick<HttpTool, 'headers' | 'sealedHeaders'> {
  const headers = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskOf(value)]))
  return { headers, sealedHeaders: seal(masterKey, JSON.stringify(values), placeOf(accountId)) }
}

/** Throws `BoxError` when they were sealed under another master key. */
export function openHeaders({ masterKey }: Keeper, { accountId, sealedHeaders }: Sealed): Values {
  return JSON.parse(open(masterKey, sealedHeaders, placeOf(accountId)))
}

/** What is given in place of `stored`: a mask that is given back stands for the value behind it. */
export function unmaskHeaders(given: Values, stored: Values): Values {
  const values = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]))
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const behind = values.get(name.toLowerCase())
      return [name, behind !== undefined && maskOf(behind) === value ? behind : value]
    }),
  )
}

/** A mask that no value is behind, of another tool perhaps, must not become a value. */
export function faultsOfHeaders(values: Values): FieldErrors {
  const isMasked = Object.values(values).some((value) => value.startsWith(stars))
  return isMasked ? { headers: ['The headers hold a masked value that is unknown: give it in full.'] } : {}
}

const placeOf = (accountId: number): string => `tools:${accountId}`
