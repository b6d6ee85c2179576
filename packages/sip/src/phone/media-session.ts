// The audio of one call: describes it in offers and answers, and runs the stream that they agree about.
import { randomBytes, randomInt } from 'node:crypto'
import { attempt, type Failed } from '../requests/attempt.ts'
import { createKeyFilter, createMediaStream, type MediaPorts, type MediaStatistics } from '../rtp/index.ts'
import {
  answerOffer,
  type CodecName,
  createOffer,
  type LocalDescription,
  type LocalMedia,
  type MediaAgreement,
  type Refused,
  type SrtpPolicy,
  sends,
  takeAnswer,
} from '../sdp/index.ts'
import type { OnTick } from './ticker.ts'

export interface MediaPolicy {
  /** In the order of preference. Default: PCMA, PCMU, G722. */
  codecs?: readonly CodecName[]
  /** Default: `off`. */
  srtp?: SrtpPolicy
}

export interface MediaEvents {
  /** 20 ms of what the other side says, at each tick: 160 bytes of mu-law. The array is used again for the next frame. */
  frame?(mulaw: Uint8Array): void
  /** What is said in the next 20 ms: 160 bytes of mu-law; silence if undefined. */
  nextFrame?(): Uint8Array | undefined
  /** A key was pressed: 0 to 9, *, #, A to D. The same key over several paths counts once. */
  key?(key: string): void
  /** The other side holds the call, or continues it. */
  held?(isHeld: boolean): void
  /** Nothing was received for 30 s at the beginning or 60 s later, neither RTP nor RTCP, although the call is not on hold. */
  silent?(silentMs: number): void
}

export interface MediaSessionOptions {
  ports: MediaPorts
  /** The address that the other side can reach. */
  address: string
  isOwn: LocalMedia['isOwn']
  policy: MediaPolicy
  /** They do not throw. */
  events: MediaEvents
  onTick: OnTick
  now(): number
  /** Receives errors of ticks. */
  failed: Failed
}

export type MediaSession = ReturnType<typeof createMediaSession>

const silence = new Uint8Array(160).fill(0xff)
const encoder = new TextEncoder()
const bodyOf = ({ text }: LocalDescription): Uint8Array => encoder.encode(text)

export function createMediaSession(options: MediaSessionOptions) {
  const { ports, address, isOwn, policy, events, onTick, now, failed } = options
  const sessionId = String(randomInt(1, 2 ** 47))
  const isNewKey = createKeyFilter()
  let local: LocalDescription | undefined
  let stopTicks: (() => void) | undefined
  let isHeld = false
  let isClosed = false
  const stream = createMediaStream({
    ports,
    now,
    randomBytes,
    onFrame: (mulaw) => events.frame?.(mulaw),
    onKey: (key) => pressed(key, 'rtp'),
    onTimeout: (silentMs) => events.silent?.(silentMs),
  })

  const media = (): LocalMedia => ({
    ...policy,
    address,
    isOwn,
    port: ports.rtp.port,
    rtcpPort: ports.rtcp?.port,
    sessionId,
    previous: local,
    createKey: () => randomBytes(30),
  })

  function pressed(key: string, path: 'rtp' | 'info'): void {
    if (isNewKey(key, path, now())) events.key?.(key)
  }

  function agree(agreed: MediaAgreement): void {
    if (isClosed) return
    if (stopTicks === undefined) {
      stream.start(agreed)
      stopTicks = onTick(() => void attempt(tick, failed))
    } else stream.change(agreed)
    const holds = !sends(agreed.direction) || agreed.hasNoDestination
    if (holds === isHeld) return
    isHeld = holds
    events.held?.(holds)
  }

  function tick(): void {
    stream.sendFrame(events.nextFrame?.() ?? silence)
  }

  return {
    offer(): Uint8Array {
      local = createOffer(media())
      return bodyOf(local)
    },
    /** Takes the answer to the last offer. Returns why it cannot be used, if it cannot. */
    takeAnswer(answer: Uint8Array): Refused | undefined {
      const result = local
        ? takeAnswer(local, answer, media())
        : ({ refused: 400, reason: 'There was no offer.' } as const)
      if ('refused' in result) return result
      agree(result.agreed)
      return undefined
    },
    answer(offer: Uint8Array): { body: Uint8Array } | Refused {
      const result = answerOffer(offer, media())
      if ('refused' in result) return result
      local = result.answer
      agree(result.agreed)
      return { body: bodyOf(local) }
    },
    /** Presses keys by RFC 4733. Returns false if the other side cannot take them. */
    sendKeys: (keys: string): boolean => stream.sendKeys(keys),
    /** A key that has arrived by INFO. */
    keyByInfo: (key: string): void => pressed(key, 'info'),
    statistics: (): MediaStatistics => stream.statistics(),
    close(): void {
      if (isClosed) return
      isClosed = true
      stopTicks?.()
      stream[Symbol.dispose]()
    },
  }
}
