// Reads and writes Replaces (RFC 3891, section 6.1) and the Refer-To that has one.
import { formatUri, parseParameters, parseUri } from '../message/index.ts'

export interface Replaces {
  callId: string
  /** The tag of the one who gets the INVITE. */
  toTag: string
  fromTag: string
  isEarlyOnly: boolean
}

export function parseReplaces(value: string): Replaces | undefined {
  const semicolon = value.indexOf(';')
  if (semicolon <= 0) return undefined
  const params = parseParameters(value.slice(semicolon))
  const toTag = params?.get('to-tag')
  const fromTag = params?.get('from-tag')
  if (!toTag || !fromTag) return undefined
  return { callId: value.slice(0, semicolon).trim(), toTag, fromTag, isEarlyOnly: params?.has('early-only') === true }
}

export const formatReplaces = (callId: string, toTag: string, fromTag: string): string =>
  `${callId};to-tag=${toTag};from-tag=${fromTag}`

/** The Refer-To value of an attended transfer: the Replaces header is escaped into the URI (RFC 5589, section 7). */
export function referTo(target: string, replaces: string | undefined): string {
  const uri = parseUri(target)
  if (replaces === undefined || uri === undefined) return `<${target}>`
  return `<${formatUri({ ...uri, headers: new Map([...uri.headers, ['Replaces', replaces]]) })}>`
}

/** Splits the URI of Refer-To into the target and its Replaces. Undefined if it is no SIP or tel URI. */
export function readReferTo(value: string): { target: string; replaces: string | undefined } | undefined {
  const uri = parseUri(value)
  if (uri === undefined) return undefined
  const replaces = [...uri.headers].find(([name]) => name.toLowerCase() === 'replaces')?.[1]
  return { target: formatUri({ ...uri, headers: new Map() }), replaces }
}
