// Describes SIP messages: requests, responses and their header fields (RFC 3261, section 7).

/** Canonical name and value. A list header, such as Via or Route, has one entry for each of its values. */
export type Header = readonly [name: string, value: string]

export interface SipRequest {
  method: string
  /** The Request-URI as it is written. */
  uri: string
  headers: readonly Header[]
  body: Uint8Array
}

export interface SipResponse {
  /** 100 to 699. */
  status: number
  reason: string
  headers: readonly Header[]
  body: Uint8Array
}

export type SipMessage = SipRequest | SipResponse

export const isRequest = (message: SipMessage): message is SipRequest => 'method' in message

/** The first value of a header, by its canonical name. */
export function headerOf({ headers }: SipMessage, name: string): string | undefined {
  for (const [candidate, value] of headers) if (candidate === name) return value
  return undefined
}

/** All values of a header, by its canonical name, in the order of the message. */
export function headersOf({ headers }: SipMessage, name: string): string[] {
  return headers.filter(([candidate]) => candidate === name).map(([, value]) => value)
}
