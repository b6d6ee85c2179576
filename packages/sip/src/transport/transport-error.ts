// The error of a message that the network has not taken.

export type TransportErrorCode =
  /** The peer is not reachable, has refused the connection, or has closed it. */
  | 'unreachable'
  /** The connection was not open in time. */
  | 'timeout'
  /** The certificate is not trusted or belongs to another name. */
  | 'certificate'
  /** There are too many connections, or the peer reads too slowly. */
  | 'overload'
  /** The transport is closed, or has no socket for the protocol and the address. */
  | 'unavailable'

export class TransportError extends Error {
  readonly code: TransportErrorCode

  constructor(code: TransportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TransportError'
    this.code = code
  }
}

/** Classifies an error of a socket. */
export function toTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error
  const { code = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  // OpenSSL's names of certificate errors, and Node's for another name.
  const isCertificate = /CERT|UNABLE_TO_|SELF_SIGNED|ALTNAME|^ERR_SSL|^EPROTO/.test(code)
  const kind = isCertificate ? 'certificate' : code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
  return new TransportError(kind, message || 'The connection failed.', { cause: error })
}
