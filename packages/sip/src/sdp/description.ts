// Describes a session description and its media lines (RFC 8866), as far as telephone calls use them.

/** From the side that wrote the description. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

/** RFC 8866, section 6.6. */
export interface RtpMap {
  /** Upper case. */
  name: string
  clockRate: number
}

/** An `a=crypto` line (RFC 4568, section 9.1) of a suite that this package has. */
export interface CryptoLine {
  tag: number
  suite: 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32'
  /** 16 bytes. */
  key: Uint8Array
  /** 14 bytes. */
  salt: Uint8Array
  /** The length of the master key identifier in packets that are encrypted with this key. Default: 0. */
  mkiBytes?: number | undefined
}

export interface MediaDescription {
  /** `audio`, `video`, `image` and so on. */
  kind: string
  /** 0: refused or ended (RFC 3264, section 6). */
  port: number
  protocol: string
  formats: readonly string[]
  /** That of the media line, or else that of the session. */
  address: string | undefined
  /** That of the media line, or else that of the session, or else `sendrecv`. */
  direction: Direction
  maps: ReadonlyMap<number, RtpMap>
  ptimeMs: number | undefined
  maxPtimeMs: number | undefined
  /** `a=rtcp` (RFC 3605). */
  rtcp: { port: number; address: string | undefined } | undefined
  /** `a=rtcp-mux` (RFC 5761, section 5.1.1). */
  hasRtcpMux: boolean
  crypto: readonly CryptoLine[]
}

export interface SessionDescription {
  /** The session identifier and version of `o=`. */
  sessionId: string
  version: string
  media: readonly MediaDescription[]
}
