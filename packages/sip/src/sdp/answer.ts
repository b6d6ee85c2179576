// Answers offers (RFC 3264, section 6).
import type { CodecName, LocalCodec, LocalDescription, LocalMedia, MediaAgreement, Refused } from './agreement.ts'
import { defaultCodecs } from './agreement.ts'
import { srtpKeyOf } from './crypto.ts'
import type { CryptoLine, MediaDescription } from './description.ts'
import { splitKey } from './offer.ts'
import { parseDescription } from './parse.ts'
import {
  codecOf,
  commonDirection,
  eventsOf,
  hasUsableAddress,
  payloadTypeOf,
  receivesOf,
  refuse,
  remoteDirection,
  remotePart,
} from './rules.ts'
import { refusedLine, writeDescription } from './write.ts'

/** Profiles whose packets are RTP over UDP with keys from the description. Feedback (RFC 4585) is optional. */
const plainProfiles = ['RTP/AVP', 'RTP/AVPF']
const encryptedProfiles = ['RTP/SAVP', 'RTP/SAVPF']

/** What the answer takes of an audio line. */
interface Match {
  media: MediaDescription
  codec: LocalCodec
  keys: { ours: CryptoLine; theirs: CryptoLine } | undefined
}

/**
 * Answers an offer with one codec and telephone-event. Takes the first audio line that fits and refuses all others with
 * port 0. A new offer in the session, for example to hold or resume the call, is answered in the same way.
 */
export function answerOffer(
  offer: Uint8Array,
  media: LocalMedia,
): { answer: LocalDescription; agreed: MediaAgreement } | Refused {
  const description = parseDescription(offer)
  if (!description) return refuse(400, 'The offer is not a session description.')
  const matches = description.media.map((line) => matchLine(line, media))
  const match = matches.find((candidate) => typeof candidate !== 'string')
  if (!match) return refuse(488, (matches as string[]).join(' '))
  const { codec, keys } = match
  const events = eventsOf(match.media)
  const rtcpMux = match.media.hasRtcpMux
  const direction = commonDirection(media.direction ?? 'sendrecv', remoteDirection(match.media))
  const answer = writeDescription(
    {
      lines: description.media.map((line) => (line === match.media ? { kind: 'audio' } : refusedLine(line))),
      codecs: [codec],
      events,
      protocol: match.media.protocol,
      crypto: keys ? [keys.ours] : [],
      direction,
      hasRtcpMux: rtcpMux,
    },
    media,
  )
  return {
    answer,
    agreed: {
      codec: codec.name,
      payloadType: codec.payloadType,
      receives: receivesOf(answer),
      events: events === undefined ? undefined : { sends: events, receives: events },
      ...remotePart(match.media, rtcpMux, media),
      direction,
      srtp: keys && { sends: srtpKeyOf(keys.ours), receives: srtpKeyOf(keys.theirs) },
    },
  }
}

/** Returns why the line is refused, if it is. */
function matchLine(line: MediaDescription, media: LocalMedia): Match | string {
  const { kind, port } = line
  if (kind !== 'audio') return `A line of ${kind} is refused.`
  if (port === 0) return 'The audio is switched off.'
  if (!hasUsableAddress(line, media)) return 'The audio has no usable address.'
  const codec = commonCodec(line, media)
  if (!codec) return `None of the codecs is supported: ${describeFormats(line)}.`
  const keys = commonKeys(line, media)
  return typeof keys === 'string' ? keys : { media: line, codec, keys }
}

const describeFormats = ({ formats, maps }: MediaDescription): string =>
  formats.map((format) => maps.get(Number(format))?.name ?? format).join(', ')

function commonCodec(line: MediaDescription, { codecs = defaultCodecs, preference }: LocalMedia) {
  const offered = line.formats.flatMap((format): LocalCodec[] => {
    const name = codecOf(line, format)
    return name && codecs.includes(name) ? [{ name, payloadType: payloadTypeOf(format)! }] : []
  })
  if (preference !== 'own') return offered[0]
  return offered.toSorted((a, b) => rank(codecs, a) - rank(codecs, b))[0]
}

const rank = (codecs: readonly CodecName[], { name }: LocalCodec): number => codecs.indexOf(name)

/** RFC 4568, section 5.1.2, and RFC 8643, section 3.1, for keys in a line of RTP/AVP. */
function commonKeys(line: MediaDescription, { srtp = 'off', previous, createKey }: LocalMedia): Match['keys'] | string {
  const isPlain = plainProfiles.includes(line.protocol)
  if (!isPlain && !encryptedProfiles.includes(line.protocol)) return `The profile ${line.protocol} is not supported.`
  const [theirs] = line.crypto
  if (srtp === 'off') return isPlain ? undefined : 'Encrypted audio is offered, and SRTP is switched off.'
  if (!theirs) return isPlain && srtp !== 'required' ? undefined : 'The audio has no usable key of SRTP.'
  // The key stays in the session unless the other side takes another suite.
  const kept = previous?.crypto.find(({ suite }) => suite === theirs.suite)
  const ours = kept ? { ...kept, tag: theirs.tag } : { tag: theirs.tag, suite: theirs.suite, ...splitKey(createKey()) }
  return { ours, theirs }
}
