// The limits of messages, which apply before a message is worked on.

export interface MessageLimits {
  /** Bytes of the whole message. */
  bytes: number
  /** Lines of header fields. */
  headers: number
  /** Values of all header fields after lists are split. */
  values: number
  /** Values of Via, Route and Record-Route, each. */
  hops: number
}

export const defaultLimits: MessageLimits = { bytes: 65_536, headers: 100, values: 200, hops: 20 }
