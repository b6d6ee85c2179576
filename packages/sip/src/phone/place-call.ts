// Places a call with its audio, and repeats it without SRTP if the other side refuses keys that are only offered.
import type { CallEnd, CallOptions } from '../calls/index.ts'
import type { UserAgent } from '../user-agent/index.ts'
import type { MediaPolicy, MediaSession } from './media-session.ts'
import { callEvents, type PhoneCall, type PhoneCallEvents } from './phone-call.ts'

export interface PlaceOptions extends Omit<CallOptions, 'account' | 'offer'> {
  policy?: MediaPolicy
}

/** Rejects if no port is free for the audio, or the user agent is draining. */
export async function placePhoneCall(
  userAgent: UserAgent,
  openSession: (policy: MediaPolicy, events: PhoneCallEvents) => Promise<MediaSession>,
  { policy = {}, ...options }: PlaceOptions & Pick<CallOptions, 'account'>,
  events: PhoneCallEvents,
): Promise<PhoneCall> {
  let isHungUp = false
  let session = await openSession(policy, events)
  let signaling = place(policy.srtp === 'offered')

  function place(canRepeat: boolean) {
    const reports = callEvents(
      events,
      () => session,
      () => signaling,
    )
    const ended = (end: CallEnd): void => {
      if (canRepeat && end.cause === 'rejected' && end.status === 488) void repeat(end)
      else reports.ended?.(end)
    }
    try {
      return userAgent.call({ ...options, offer: session.offer() }, { ...reports, ended })
    } catch (error) {
      session.close()
      throw error
    }
  }

  /** Some systems refuse a call with keys, although they may ignore keys that are only offered. */
  async function repeat(end: CallEnd): Promise<void> {
    session.close()
    try {
      session = await openSession({ ...policy, srtp: 'off' }, events)
      if (!isHungUp) {
        signaling = place(false)
        return
      }
      session.close()
    } catch {
      // Without a port, or while the user agent is draining, the first call was the only one.
    }
    events.ended?.(end)
  }

  return {
    get signaling() {
      return signaling
    },
    hangUp(how) {
      isHungUp = true
      signaling.hangUp(how)
    },
    sendKeys: (keys) => session.sendKeys(keys),
    statistics: () => session.statistics(),
  }
}
