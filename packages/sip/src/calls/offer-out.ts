// Changes a session with our own offer: by re-INVITE, or by UPDATE before the call is answered (RFC 3261, section 14; RFC 3311).
import { refreshTarget } from '../dialogs/index.ts'
import type { SipResponse } from '../message/index.ts'
import { sessionOf, withSession } from '../requests/session-body.ts'
import { glareDelayMs } from './glare.ts'
import { restartTimer } from './refresh.ts'
import {
  acknowledge,
  acknowledgeAgain,
  isIdle,
  learnPeer,
  type Session,
  type SessionReply,
  sendInDialog,
  settle,
} from './session.ts'
import { minSeOf, takeTimer, timerHeaders } from './session-timer.ts'
import type { OfferResult } from './types.ts'

const maxGlares = 5
const over: OfferResult = { refused: 481, reasonPhrase: 'The call has ended.' }

/** Waits until nothing else is being negotiated. Offers that collide with one of the peer are sent again. */
export async function offerSession(session: Session, offer: Uint8Array): Promise<OfferResult> {
  for (let glares = 0; ; glares++) {
    await untilIdle(session)
    if (session.isEnded) return over
    const method = session.isAnswered ? 'INVITE' : 'UPDATE'
    const reply = await sendChange(session, method, offer)
    if ('failure' in reply) return { refused: reply.failure.status, reasonPhrase: reply.failure.kind }
    const { response } = reply
    if (response.status >= 300) {
      if (response.status === 491 && glares < maxGlares && !session.isEnded) {
        await wait(session, glareDelayMs(session.ownsCallId, session.stack.random))
        continue
      }
      return { refused: response.status, reasonPhrase: response.reason }
    }
    const answer = sessionOf(response)
    if (answer !== undefined) return { answer }
    return { refused: response.status, reasonPhrase: 'The response has no answer.' }
  }
}

function untilIdle(session: Session): Promise<void> {
  if (isIdle(session) || session.isEnded) return Promise.resolve()
  return new Promise((resolve) => session.waiting.push(resolve))
}

/** Ends early if the session does. */
export function wait(session: Session, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      session.cleanUp.delete(done)
      resolve()
    }
    const cancel = session.stack.clock.after(delayMs, done)
    session.cleanUp.add(done)
  })
}

/**
 * Sends a re-INVITE or UPDATE with an offer, or an UPDATE without one. The answer to 422 is the same request with the
 * interval that the peer asks for (RFC 4028, section 7.3).
 */
export async function sendChange(
  session: Session,
  method: 'INVITE' | 'UPDATE',
  offer?: Uint8Array,
): Promise<SessionReply> {
  const content = withSession(offer)
  let invite: { response: SipResponse } | undefined
  if (offer) session.offer = 'local'
  if (method === 'INVITE') session.hasInviteClient = true
  const reply = await sendInDialog(session, {
    method,
    body: content.body,
    headers: content.headers,
    changing: () => timerOf(session),
    repeats(response) {
      const asked = minSeOf(response)
      if (response.status !== 422 || asked === undefined || asked <= session.minSe) return false
      session.minSe = asked
      if (session.timer) session.timer = { ...session.timer, interval: Math.max(session.timer.interval, asked) }
      return true
    },
    repeated(response) {
      if (invite !== undefined && response.status < 300) acknowledgeAgain(session, response)
    },
  })
  if ('response' in reply && reply.response.status < 300) {
    const { response, attempt, flow } = reply
    invite = { response }
    session.dialog = refreshTarget(session.dialog, response)
    learnPeer(session, response, flow)
    // Even a session that has ended in the meantime owes this ACK.
    if (method === 'INVITE') await acknowledge(session, response, attempt.request)
    if (offer) session.localSession = offer
    if (!session.isEnded) restartTimer(session, takeTimer(response))
  }
  if (offer && session.offer === 'local') session.offer = 'none'
  if (method === 'INVITE') session.hasInviteClient = false
  settle(session)
  return reply
}

function timerOf({ timer, minSe }: Session) {
  if (timer === undefined) return []
  return timerHeaders(timer.interval, minSe, timer.refresher === 'local' ? 'uac' : 'uas')
}

/** Refreshes the session with what both sides have agreed on. Returns whether the peer has taken it. */
export async function refreshSession(session: Session): Promise<boolean> {
  await untilIdle(session)
  if (session.isEnded) return true
  const byUpdate = session.peerMethods?.has('UPDATE') === true
  const reply = await (byUpdate
    ? sendChange(session, 'UPDATE')
    : sendChange(session, 'INVITE', session.localSession ?? new Uint8Array()))
  if ('failure' in reply) return false
  const { status } = reply.response
  const answer = byUpdate ? undefined : sessionOf(reply.response)
  if (status < 300 && answer && !session.isEnded) session.events.sessionAnswered?.(answer)
  return status < 300
}
