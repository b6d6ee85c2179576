// One call with its audio: joins the signaling of a call and the session that it describes.
import type {
  Call,
  CallEnd,
  CallEvents,
  HangUpOptions,
  IncomingCall,
  OfferReply,
  Reason,
  TransferRequest,
} from '../calls/index.ts'
import { attempt, type Failed } from '../requests/attempt.ts'
import type { MediaStatistics } from '../rtp/index.ts'
import type { Refused } from '../sdp/index.ts'
import type { MediaEvents, MediaPolicy, MediaSession } from './media-session.ts'

export interface PhoneCallEvents extends MediaEvents {
  /** The other side rings (180) or makes progress (183). What it plays before it answers arrives in `frame`. */
  ringing?(status: number): void
  answered?(): void
  /** The other side asks us to call another target. Undefined refuses with 603. */
  transferRequested?: (request: TransferRequest) => ReturnType<NonNullable<CallEvents['transferRequested']>>
  /** Once for each call. */
  ended?(end: CallEnd): void
}

export interface PhoneCall {
  /** The signaling: state, transfers, keys by INFO. */
  readonly signaling: Call
  hangUp(options?: HangUpOptions): void
  /** Presses keys by RFC 4733. Returns false if the other side cannot take them so. */
  sendKeys(keys: string): boolean
  /** Undefined before the audio begins. */
  statistics(): MediaStatistics | undefined
}

export interface IncomingPhoneCall extends PhoneCall {
  readonly signaling: IncomingCall
  /** Tells the caller that it rings. */
  ring(): void
  /**
   * Resolves with whether the answer was sent, and never rejects. The answer is not sent if the call was answered before,
   * has ended in the meantime, or is rejected: with 503 if no port is free for the audio, with 488 if both sides have no
   * codec in common. `ended` reports how, and why nothing fits.
   */
  answer(policy?: MediaPolicy): Promise<boolean>
  /** 486: busy, 480: not available, 603: declined. */
  reject(status: number): void
}

type OpenSession = () => Promise<MediaSession>

const whyRefused = ({ refused, reason }: Refused): Reason => ({ protocol: 'SIP', cause: refused, text: reason })

/** What the signaling of a call reports, with its audio. `session` is undefined before there is one. */
export function callEvents(
  events: PhoneCallEvents,
  session: () => MediaSession | undefined,
  signaling: () => Call | undefined,
): CallEvents {
  /** An answer that cannot be used ends the call, because there is no audio. */
  function take(answer: Uint8Array | undefined): boolean {
    const fault = answer === undefined ? undefined : session()?.takeAnswer(answer)
    if (!fault) return true
    signaling()?.hangUp({ reason: whyRefused(fault) })
    return false
  }

  return {
    progress({ status, session: preview }) {
      // A preview that cannot be used is only a preview.
      if (preview !== undefined) session()?.takeAnswer(preview)
      if (status > 100) events.ringing?.(status)
    },
    answered(answer) {
      if (take(answer)) events.answered?.()
    },
    sessionAnswered: (answer) => void take(answer),
    offered(offer): OfferReply {
      const media = session()
      if (!media) return { refuse: 488 }
      if (offer === undefined) return { accept: media.offer() }
      const reply = media.answer(offer)
      return 'refused' in reply ? { refuse: reply.refused } : { accept: reply.body }
    },
    key: (key) => session()?.keyByInfo(key),
    transferRequested: events.transferRequested,
    ended(end) {
      session()?.close()
      events.ended?.(end)
    },
  }
}

export function takeIncoming(
  signaling: IncomingCall,
  open: (events: PhoneCallEvents, policy: MediaPolicy | undefined) => ReturnType<OpenSession>,
  offerCall: (call: IncomingPhoneCall) => PhoneCallEvents | undefined,
  failed: Failed,
): CallEvents | undefined {
  let session: MediaSession | undefined
  let events: PhoneCallEvents | undefined
  const isOver = (): boolean => signaling.state === 'ended'
  const call: IncomingPhoneCall = {
    signaling,
    hangUp: (options) => signaling.hangUp(options),
    sendKeys: (keys) => session?.sendKeys(keys) ?? false,
    statistics: () => session?.statistics(),
    ring: () => signaling.ring(),
    reject: (status) => signaling.reject(status),
    async answer(policy) {
      const isSent = await attempt(() => sendAnswer(policy), failed)
      if (isSent === undefined) signaling.hangUp({ status: 500 })
      return isSent === true
    },
  }

  async function sendAnswer(policy: MediaPolicy | undefined): Promise<boolean> {
    // A call can be answered before its handlers are returned.
    await Promise.resolve()
    if (!events || isOver()) return false
    const opened = await open(events, policy).catch(() => signaling.reject(503))
    if (!opened || isOver() || session) {
      opened?.close()
      return false
    }
    session = opened
    const { remoteOffer } = signaling
    const reply = remoteOffer === undefined ? { body: session.offer() } : session.answer(remoteOffer)
    if ('refused' in reply) signaling.reject(reply.refused, { reason: whyRefused(reply) })
    else signaling.answer(reply.body)
    return !('refused' in reply)
  }

  events = offerCall(call)
  return (
    events &&
    callEvents(
      events,
      () => session,
      () => signaling,
    )
  )
}
