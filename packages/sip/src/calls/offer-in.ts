// Answers re-INVITE and UPDATE of the peer (RFC 3261, section 14.2; RFC 3311, section 5.2; RFC 6337).
import { refreshTarget } from '../dialogs/index.ts'
import { headerOf, parseCSeq, type SipRequest } from '../message/index.ts'
import { sessionOf } from '../requests/session-body.ts'
import { randomBetween } from '../requests/stack.ts'
import type { ServerTransaction } from '../transactions/index.ts'
import { restartTimer } from './refresh.ts'
import { repeatUntilStopped } from './repeat.ts'
import {
  type AnswerOptions,
  answerRequest,
  hangUpSession,
  learnPeer,
  type Session,
  sendBye,
  settle,
  stopAwaiting,
} from './session.ts'
import { answerTimer } from './session-timer.ts'
import type { OfferReply } from './types.ts'

export async function takeReinvite(session: Session, transaction: ServerTransaction): Promise<void> {
  const { request } = transaction
  if (session.inviteServer) return refuseForNow(session, transaction)
  // Until the ACK of an INVITE arrives, it is in progress: another 2xx would be repeated in addition to the first.
  if (session.hasInviteClient || session.offer === 'local' || session.awaitedAck) return pending(session, transaction)
  session.inviteServer = transaction
  const offer = sessionOf(request)
  const timer = answerTimer(request, session.minSe, session.timer?.interval)
  if ('tooSmall' in timer) {
    answerRequest(session, transaction, 422, { headers: [['Min-SE', String(timer.tooSmall)]] })
    session.inviteServer = undefined
    return
  }
  if (offer) session.offer = 'remote'
  const reply = await askApplication(session, offer)
  // The re-INVITE was canceled, or the call has ended.
  if (transaction.isAnswered() || session.isEnded) return
  session.inviteServer = undefined
  session.offer = 'none'
  if ('refuse' in reply) answerRequest(session, transaction, reply.refuse)
  else {
    session.dialog = refreshTarget(session.dialog, request)
    learnPeer(session, request, transaction.flow)
    session.localSession = reply.accept
    if (!offer) session.offer = 'local'
    sendSuccess(session, transaction, { headers: timer.headers, session: reply.accept }, (ack) => {
      if (offer) return
      session.offer = 'none'
      takeLateAnswer(session, ack, (answer) => session.events.sessionAnswered?.(answer))
    })
    restartTimer(session, timer.timer)
  }
  settle(session)
}

/** Takes a CANCEL of a re-INVITE. The session stays as it was. */
export function cancelReinvite(session: Session, invite: ServerTransaction): void {
  if (session.inviteServer !== invite) return
  session.inviteServer = undefined
  if (session.offer === 'remote') session.offer = 'none'
  answerRequest(session, invite, 487)
  settle(session)
}

/** Takes the answer from the ACK. The call ends if the ACK has none, because there is no agreement on the audio. */
export function takeLateAnswer(session: Session, ack: SipRequest, answered: (answer: Uint8Array) => void): void {
  const answer = sessionOf(ack)
  if (answer) answered(answer)
  else hangUpSession(session, { reason: { protocol: 'SIP', cause: 488, text: 'No answer in ACK' } }, 'no_ack')
}

/** Sends a 2xx to an INVITE until its ACK arrives, over TCP too (RFC 3261, section 13.3.1.4). */
export function sendSuccess(
  session: Session,
  transaction: ServerTransaction,
  options: AnswerOptions,
  acknowledged: (ack: SipRequest) => void,
): void {
  const sequence = parseCSeq(headerOf(transaction.request, 'CSeq') ?? '')?.number ?? 0
  let response: ReturnType<typeof answerRequest> | undefined
  const stop = repeatUntilStopped({
    clock: session.stack.clock,
    times: session.stack.times,
    isCapped: true,
    send() {
      if (response) transaction.respond(response)
      else response = answerRequest(session, transaction, 200, options)
    },
    gaveUp() {
      session.awaitedAck = undefined
      if (session.isEnded) sendOwedBye(session)
      else hangUpSession(session, { reason: { protocol: 'SIP', cause: 408, text: 'No ACK' } }, 'no_ack')
    },
  })
  session.awaitedAck = { sequence, stop, acknowledged }
}

export function takeAck(session: Session, ack: SipRequest): void {
  const { awaitedAck } = session
  if (awaitedAck === undefined || awaitedAck.sequence !== parseCSeq(headerOf(ack, 'CSeq') ?? '')?.number) return
  stopAwaiting(session)
  if (session.isEnded) sendOwedBye(session)
  else {
    awaitedAck.acknowledged(ack)
    settle(session)
  }
}

export function sendOwedBye(session: Session): void {
  const owed = session.owedBye
  session.owedBye = undefined
  if (owed === undefined) return
  stopAwaiting(session)
  sendBye(session, owed)
}

export async function takeUpdate(session: Session, transaction: ServerTransaction): Promise<void> {
  const { request } = transaction
  const offer = sessionOf(request)
  // RFC 3311, section 5.2: an UPDATE whose offer collides with ours, or follows one that we have not answered.
  if (offer && session.offer === 'local') return pending(session, transaction)
  if (offer && (session.offer === 'remote' || session.inviteServer)) return refuseForNow(session, transaction)
  const timer = answerTimer(request, session.minSe, session.timer?.interval)
  if ('tooSmall' in timer) {
    answerRequest(session, transaction, 422, { headers: [['Min-SE', String(timer.tooSmall)]] })
    return
  }
  let answer: Uint8Array | undefined
  if (offer) {
    session.offer = 'remote'
    const reply = await askApplication(session, offer)
    session.offer = 'none'
    if (session.isEnded || 'refuse' in reply) {
      answerRequest(session, transaction, 'refuse' in reply ? reply.refuse : 481)
      settle(session)
      return
    }
    answer = reply.accept
    session.localSession = answer
  }
  session.dialog = refreshTarget(session.dialog, request)
  learnPeer(session, request, transaction.flow)
  answerRequest(session, transaction, 200, { headers: timer.headers, session: answer })
  if (session.isAnswered) restartTimer(session, timer.timer)
  settle(session)
}

/** A fault of the application, which gives no reply, must not leave the peer without an answer. */
export async function askApplication({ events }: Session, offer: Uint8Array | undefined): Promise<OfferReply> {
  return events.offered ? ((await events.offered(offer)) ?? { refuse: 500 }) : { refuse: 488 }
}

function pending(session: Session, transaction: ServerTransaction): void {
  answerRequest(session, transaction, 491)
}

/** RFC 3261, section 14.2: a second INVITE before the first is answered is refused with a random wait of 0 to 10 s. */
function refuseForNow(session: Session, transaction: ServerTransaction): void {
  const seconds = Math.floor(randomBetween(session.stack.random, 0, 10_000) / 1_000)
  answerRequest(session, transaction, 500, { headers: [['Retry-After', String(seconds)]] })
}
