// Takes an incoming call: provisional responses, reliable ones too, and the final one (RFC 3261, section 13.3; RFC 3262).
import { confirmDialog, dialogOfServer } from '../dialogs/index.ts'
import { type Header, headerOf, respond, type SipRequest, withTag } from '../message/index.ts'
import type { Account } from '../requests/account.ts'
import { sessionOf } from '../requests/session-body.ts'
import type { Stack } from '../requests/stack.ts'
import { type ServerTransaction, tokensOf } from '../transactions/index.ts'
import { callEnd, warningHeader } from './call-end.ts'
import { callFunctions, createSession, holdFlow } from './create-session.ts'
import { askApplication, sendSuccess, takeLateAnswer } from './offer-in.ts'
import { restartTimer } from './refresh.ts'
import { createReliableResponses } from './reliable.ts'
import { answerRequest, buildAnswer, endSession, hangUpSession, learnPeer, type Session } from './session.ts'
import { answerTimer } from './session-timer.ts'
import type { Call, CallEnd, CallEvents, IncomingCall } from './types.ts'

export interface IncomingOptions {
  stack: Stack
  account: Account | undefined
  transaction: ServerTransaction
  /** The call that Replaces names, and how it is ended. */
  replaces: { call: Call; end(): void } | undefined
  /** Gives the application the call. Undefined rejects it with 480. */
  offer(call: IncomingCall): CallEvents | undefined
  over(): void
}

export interface TakenCall {
  call: IncomingCall
  session(): Session
  readonly invite: ServerTransaction
  /** Takes a CANCEL of the INVITE. */
  cancel(cancel: SipRequest): void
}

/** The shortest interval that we accept, in seconds. */
const minSe = 90

export function takeCall({ stack, account, transaction, replaces, offer, over }: IncomingOptions): TakenCall {
  const { request, flow } = transaction
  const remoteOffer = sessionOf(request)
  const timer = answerTimer(request, minSe)
  const supports = (name: 'Supported' | 'Require') => tokensOf(request.headers, name).includes('100rel')
  const isReliable = supports('Require')
  let state: Call['state'] = 'calling'
  let events: CallEvents = {}
  /** A reliable response had our offer, so the PRACK has the answer. */
  let hasOfferedEarly = false
  const local = withTag(headerOf(request, 'To') ?? '', stack.random(8))

  const call: IncomingCall = {
    id: headerOf(request, 'Call-ID') ?? '',
    direction: 'incoming',
    account,
    request,
    remoteOffer,
    replaces: replaces?.call,
    get state() {
      return state
    },
    get remoteTarget() {
      return session.dialog.remoteTarget
    },
    ring({ status = 180, session: description } = {}) {
      if (state !== 'calling' && state !== 'ringing') return
      state = 'ringing'
      // A 100 needs no PRACK. A description in a response that may be lost is only a preview.
      if (isReliable) reliable.send((rseq) => provisional(status, description, rseq))
      else transaction.respond(provisional(status, description, undefined))
    },
    answer(description) {
      if (state !== 'calling' && state !== 'ringing') return
      state = 'answered'
      // A description that the peer may not have must arrive before the 2xx does (RFC 3262, section 5).
      if (isReliable) reliable.whenDone(() => succeed(description))
      else succeed(description)
    },
    reject(status, { reasonPhrase, retryAfterSeconds, contacts = [], reason } = {}) {
      if (state !== 'calling' && state !== 'ringing') return
      const headers: Header[] = contacts.slice(0, 8).map((uri): Header => ['Contact', `<${uri}>`])
      if (retryAfterSeconds !== undefined) headers.push(['Retry-After', String(retryAfterSeconds)])
      if (reason?.text) headers.push(warningHeader(reason.text))
      refuse(status, headers, reasonPhrase)
      endSession(session, callEnd('rejected', 'local', { status, reason }))
    },
    hangUp(options = {}) {
      if (state === 'ended') return
      if (session.isAnswered) hangUpSession(session, options)
      else if (state === 'answered') {
        refuse(options.status ?? 480, [])
        endSession(session, callEnd('hung_up', 'local', { status: options.status ?? 480 }))
      } else call.reject(options.status ?? 480, { reason: options.reason })
    },
    ...callFunctions(() => session),
  }

  const session: Session = createSession({
    stack,
    account,
    dialog: dialogOfServer(request, local, firstSequence(stack)),
    flow,
    ownsCallId: false,
    events: {
      offered: (description) => (events.offered ? events.offered(description) : { refuse: 488 }),
      sessionAnswered: (description) => events.sessionAnswered?.(description),
      key: (key, durationMs) => events.key?.(key, durationMs),
      transferRequested: (transfer) => events.transferRequested?.(transfer),
    },
    call,
    hooks: {
      prack: (prack) => void takePrack(prack),
      // The INVITE ends together with the dialog (RFC 3261, section 15.1.2).
      earlyBye: () => refuse(487, []),
    },
    ended(end: CallEnd) {
      state = 'ended'
      reliable.stop()
      over()
      events.ended?.(end)
    },
  })
  const reliable = createReliableResponses(stack, (response) => transaction.respond(response), giveUp)
  session.cleanUp.add(() => reliable.stop())
  learnPeer(session, request, flow)

  function provisional(status: number, description: Uint8Array | undefined, rseq: number | undefined) {
    const headers: Header[] =
      rseq === undefined
        ? []
        : [
            ['Require', '100rel'],
            ['RSeq', String(rseq)],
          ]
    if (rseq !== undefined && description) {
      session.localSession = description
      if (!remoteOffer) hasOfferedEarly = true
    }
    return buildAnswer(session, transaction, status, { headers, session: description })
  }

  function succeed(description: Uint8Array): void {
    if (state === 'ended' || transaction.isAnswered()) return
    session.isAnswered = true
    session.dialog = confirmDialog(session.dialog)
    const isComplete = remoteOffer !== undefined || hasOfferedEarly
    if (!hasOfferedEarly) session.localSession = description
    if (!isComplete) session.offer = 'local'
    const headers = 'headers' in timer ? timer.headers : []
    sendSuccess(session, transaction, { headers, session: hasOfferedEarly ? undefined : description }, (ack) => {
      if (isComplete) return events.answered?.(undefined)
      session.offer = 'none'
      takeLateAnswer(session, ack, (answer) => events.answered?.(answer))
    })
    holdFlow(session)
    restartTimer(session, 'timer' in timer ? timer.timer : undefined)
    replaces?.end()
  }

  function refuse(status: number, headers: readonly Header[], reason?: string): void {
    reliable.stop()
    const base: Header[] = [['Server', stack.product], ...headers]
    transaction.respond(respond(request, status, { toTag: session.dialog.localTag, headers: base, reason }))
  }

  /** A reliable response without PRACK (RFC 3262, section 3). */
  function giveUp(): void {
    refuse(504, [])
    endSession(session, callEnd('no_ack', 'local', { status: 504 }))
  }

  async function takePrack(prack: ServerTransaction): Promise<void> {
    if (!reliable.take(prack.request)) {
      answerRequest(session, prack, 481)
      return
    }
    const description = sessionOf(prack.request)
    let answer: Uint8Array | undefined
    if (description && remoteOffer) {
      const reply = await askApplication(session, description)
      if ('refuse' in reply) {
        answerRequest(session, prack, reply.refuse)
        reliable.resume()
        return
      }
      answer = reply.accept
    } else if (description) events.sessionAnswered?.(description)
    answerRequest(session, prack, 200, { session: answer })
    reliable.resume()
  }

  function cancel({ headers }: SipRequest): void {
    if (transaction.isAnswered()) return
    refuse(487, [])
    endSession(session, callEnd('canceled', 'remote', { message: { ...request, headers } }))
  }

  if ('tooSmall' in timer) {
    refuse(422, [['Min-SE', String(timer.tooSmall)]])
    endSession(session, callEnd('rejected', 'local', { status: 422 }))
  } else {
    const given = offer(call)
    if (given) events = given
    else call.hangUp()
  }
  return { call, session: () => session, invite: transaction, cancel }
}

/** A random first number, which leaves room for all requests of a call. */
const firstSequence = ({ random }: Stack): number => Number.parseInt(random(3), 16)
