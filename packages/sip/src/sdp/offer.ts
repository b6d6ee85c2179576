// Makes offers and takes their answers (RFC 3264, sections 5 and 7).
import type { LocalCodec, LocalDescription, LocalMedia, MediaAgreement, Refused } from './agreement.ts'
import { defaultCodecs } from './agreement.ts'
import { allSuites, srtpKeyOf } from './crypto.ts'
import type { CryptoLine, MediaDescription } from './description.ts'
import { parseDescription } from './parse.ts'
import {
  codecOf,
  commonDirection,
  eventsOf,
  hasUsableAddress,
  type Ownership,
  payloadTypeOf,
  receivesOf,
  refuse,
  remoteDirection,
  remotePart,
  staticTypes,
} from './rules.ts'
import { writeDescription } from './write.ts'

const usualEvents = 101

/**
 * Makes an offer. With `previous`, it is the next offer of the session: the media lines, payload types and keys stay, and
 * the version rises if anything has changed. To refresh a session, send `previous.text` again instead.
 */
export function createOffer(media: LocalMedia): LocalDescription {
  const { codecs = defaultCodecs, srtp = 'off', direction = 'sendrecv', previous } = media
  const crypto = srtp === 'off' ? [] : offeredKeys(media)
  return writeDescription(
    {
      lines: previous?.lines ?? [{ kind: 'audio' }],
      codecs: codecs.map((name) => codecFor(name, previous)),
      events: previous?.events ?? usualEvents,
      // RFC 8643: RTP/AVP with keys is encrypted if the other side can, and plain otherwise.
      protocol: srtp === 'required' ? 'RTP/SAVP' : 'RTP/AVP',
      crypto,
      direction,
      hasRtcpMux: media.rtcpPort === undefined || previous?.hasRtcpMux === true,
    },
    media,
  )
}

/** A payload type keeps its meaning in the session (RFC 3264, section 8.3.2). */
const codecFor = (name: LocalCodec['name'], previous: LocalDescription | undefined): LocalCodec =>
  previous?.codecs.find((codec) => codec.name === name) ?? { name, payloadType: staticTypes[name] }

/** A new offer keeps the keys; a new key would restart the rollover counter (RFC 4568, section 7.1.4). */
function offeredKeys({ previous, createKey }: LocalMedia): CryptoLine[] {
  if (previous && previous.crypto.length > 0) return [...previous.crypto]
  return allSuites.map((suite, index) => ({ tag: index + 1, suite, ...splitKey(createKey()) }))
}

export const splitKey = (bytes: Uint8Array): Pick<CryptoLine, 'key' | 'salt'> => ({
  key: bytes.slice(0, 16),
  salt: bytes.slice(16, 30),
})

/** Takes the answer to an offer of ours, which is the description that was sent last. */
export function takeAnswer(
  offer: LocalDescription,
  answer: Uint8Array,
  own: Ownership,
): { agreed: MediaAgreement } | Refused {
  const description = parseDescription(answer)
  if (!description) return refuse(400, 'The answer is not a session description.')
  // The answer has the media lines of the offer in the same order (RFC 3264, section 6).
  const media = description.media[offer.lines.findIndex(({ kind }) => kind === 'audio')]
  if (media?.kind !== 'audio' || media.port === 0) return refuse(488, 'The answer refuses the audio.')
  if (!hasUsableAddress(media, own)) return refuse(488, 'The answer has no usable address.')
  const chosen = chosenCodec(offer, media)
  if (!chosen) return refuse(488, 'The answer has none of the codecs of the offer.')
  const srtp = agreedKeys(offer, media)
  if (srtp === 'missing') return refuse(488, 'The answer has no key of SRTP for the offer.')
  const events = eventsOf(media)
  return {
    agreed: {
      codec: chosen.name,
      payloadType: chosen.payloadType,
      receives: receivesOf(offer),
      events:
        events === undefined || offer.events === undefined ? undefined : { sends: events, receives: offer.events },
      ...remotePart(media, media.hasRtcpMux && offer.hasRtcpMux, own),
      direction: commonDirection(offer.direction, remoteDirection(media)),
      srtp,
    },
  }
}

/** The first codec of the answer that was offered, with the payload type of the answer. */
function chosenCodec(offer: LocalDescription, media: MediaDescription): LocalCodec | undefined {
  for (const format of media.formats) {
    const name = codecOf(media, format)
    if (name && offer.codecs.some((codec) => codec.name === name)) return { name, payloadType: payloadTypeOf(format)! }
  }
  return undefined
}

/** The answer repeats the tag of the key that it takes, with the same suite and a key of its own (RFC 4568, 5.1.2). */
function agreedKeys(offer: LocalDescription, media: MediaDescription): MediaAgreement['srtp'] | 'missing' {
  const isRequired = offer.protocol === 'RTP/SAVP'
  for (const theirs of media.crypto) {
    const ours = offer.crypto.find(({ tag, suite }) => tag === theirs.tag && suite === theirs.suite)
    if (ours) return { sends: srtpKeyOf(ours), receives: srtpKeyOf(theirs) }
  }
  // An encrypted answer without a usable key would be noise.
  return isRequired || media.protocol.includes('SAVP') ? 'missing' : undefined
}
