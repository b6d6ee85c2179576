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

export async function offerSession(session: Session, offer: Uint8Array): Promise<OfferResult> {
  session.latestOffer = offer
  const reply = await change(
    session,
    () => sendChange(session, session.isAnswered ? 'INVITE' : 'UPDATE', offer),
    () => session.latestOffer === offer,
  )
  if (reply === undefined) return { refused: 481, reasonPhrase: 'The call has ended.' }
  if ('failure' in reply) return { refused: reply.failure.status, reasonPhrase: reply.failure.kind }
  const { status, reason } = reply.response
  const answer = sessionOf(reply.response)
  if (status < 300 && answer !== undefined) return { answer }
  return { refused: status, reasonPhrase: status < 300 ? 'The response has no answer.' : reason }
}

/**
 * Sends a change once nothing else is being negotiated. After a collision with one of the peer, it is sent again if it is
 * still wanted (RFC 3261, section 14.1). Returns undefined if the call has ended before.
 */
async function change(
  session: Session,
  send: () => Promise<SessionReply>,
  isWanted: () => boolean,
): Promise<SessionReply | undefined> {
  for (let glares = 0; ; glares++) {
    await untilIdle(session)
    if (session.isEnded) return undefined
    const reply = await send()
    if ('failure' in reply || reply.response.status !== 491 || glares >= maxGlares || session.isEnded) return reply
    await wait(session, glareDelayMs(session.ownsCallId, session.stack.random))
    if (!isWanted()) return reply
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

/** Refreshes the session with what both sides have agreed on. */
export async function refreshSession(session: Session): Promise<void> {
  const { timer } = session
  const byUpdate = session.peerMethods?.has('UPDATE') === true
  const reply = await change(
    session,
    () =>
      byUpdate
        ? sendChange(session, 'UPDATE')
        : sendChange(session, 'INVITE', session.localSession ?? new Uint8Array()),
    // The peer may have refreshed the session in the meantime.
    () => session.timer === timer,
  )
  if (reply === undefined || byUpdate || 'failure' in reply || reply.response.status >= 300) return
  const answer = sessionOf(reply.response)
  if (answer && !session.isEnded) session.events.sessionAnswered?.(answer)
}
