// What offer and answer have agreed about the audio of a call, and what a side describes of itself.
import type { SrtpKey } from '../srtp/index.ts'
import type { CryptoLine, Direction } from './description.ts'

export type CodecName = 'PCMU' | 'PCMA' | 'G722'

/** `offered`: encrypted if the other side can (RFC 8643). `required`: a side that cannot is refused. */
export type SrtpPolicy = 'off' | 'offered' | 'required'

/** An address that the other side has described, which may be private or the name of a host. */
export interface MediaAddress {
  address: string
  port: number
}

export interface MediaAgreement {
  /** What this side sends. */
  codec: CodecName
  payloadType: number
  /** The payload types that this side receives. */
  receives: ReadonlyMap<number, CodecName>
  /** The payload types of telephone-event (RFC 4733) in each direction. Undefined: the other side cannot take keys. */
  events: { sends: number; receives: number } | undefined
  /** The packet time in which this side sends: 20, 40 or 60. */
  ptimeMs: number
  remote: MediaAddress
  /** Equal to `remote` if RTCP uses the port of RTP (RFC 5761). Undefined: no reports may be sent to its address. */
  remoteRtcp: MediaAddress | undefined
  rtcpMux: boolean
  /** Seen from this side: `recvonly` if the other side holds the call. */
  direction: Direction
  /** The address is 0.0.0.0 or ::, so nothing can be sent (RFC 3264, section 8.4). */
  hasNoDestination: boolean
  /** Keys of SRTP in each direction. */
  srtp: { sends: SrtpKey; receives: SrtpKey } | undefined
}

/** Why a description is refused: 400 if it cannot be read, 488 if nothing fits. `reason` is for logs. */
export interface Refused {
  refused: 400 | 488
  reason: string
}

/** A codec with the payload type that this side gives it. */
export interface LocalCodec {
  name: CodecName
  payloadType: number
}

/** A media line of the session: the audio of the call, or the text of one that is refused. */
export type LocalLine = { kind: 'audio' } | { kind: 'refused'; text: string }

/** What this side has described last, as an offer or an answer. The next description of the session builds on it. */
export interface LocalDescription {
  /** The body to send, of type `application/sdp`. */
  text: string
  sessionId: string
  version: number
  lines: readonly LocalLine[]
  codecs: readonly LocalCodec[]
  events: number | undefined
  protocol: string
  crypto: readonly CryptoLine[]
  direction: Direction
  hasRtcpMux: boolean
}

export interface LocalMedia {
  /** The address in `c=` and `o=` that the other side can reach. */
  address: string
  port: number
  /** The port of RTCP. Undefined: there is one port, and RTCP needs `rtcp-mux`. */
  rtcpPort?: number | undefined
  /** In the order of preference. Default: PCMA, PCMU, G722. */
  codecs?: readonly CodecName[]
  /** Whose preference decides in an answer. Default: the one of the offer (RFC 3264, section 6.1). */
  preference?: 'offer' | 'own'
  /** What this side wants to do. `sendonly` and `inactive` hold the call. Default: `sendrecv`. */
  direction?: Direction
  srtp?: SrtpPolicy
  /** The identifier in `o=`: up to 18 digits, the same for the whole session. */
  sessionId: string
  /** The last description of this side in the session. */
  previous?: LocalDescription | undefined
  /** Whether an address is a socket of our own. Audio that is sent there would go round in a loop. Default: none is. */
  isOwn?(address: MediaAddress): boolean
  /** 30 random bytes for each new key. */
  createKey(): Uint8Array
}

export const defaultCodecs: readonly CodecName[] = ['PCMA', 'PCMU', 'G722']
