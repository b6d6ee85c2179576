// Places a call: the INVITE with its forks, targets and redirections, until one answer is kept (RFC 3261, section 13.2).
import { applyRoutes, confirmDialog, dialogOfClient } from '../dialogs/index.ts'
import {
  formatAddress,
  formatCSeq,
  type Header,
  headerOf,
  headersOf,
  parseAddress,
  type SipRequest,
  type SipResponse,
  tagOf,
} from '../message/index.ts'
import { type Attempt, type Exchange, startExchange } from '../requests/exchange.ts'
import { callerHeaders } from '../requests/identity.ts'
import { sessionOf, withSession } from '../requests/session-body.ts'
import { allowHeaders, type Stack, supportedHeaders } from '../requests/stack.ts'
import type { Flow, Target } from '../transport/index.ts'
import { callEnd, reasonsOf } from './call-end.ts'
import { callFunctions, createSession, holdFlow } from './create-session.ts'
import { acknowledgeReliable, createEarlyDialogs, dropOthers, type EarlyDialog, rseqOf } from './early-dialogs.ts'
import { askApplication } from './offer-in.ts'
import { type CallOptions, noHooks, type PlacedCall } from './outgoing-options.ts'
import { restartTimer } from './refresh.ts'
import {
  acknowledge,
  acknowledgeAgain,
  endSession,
  hangUpSession,
  learnPeer,
  type Session,
  sendBye,
  settle,
} from './session.ts'
import { defaultInterval, leastMinSe, minSeOf, takeTimer, timerHeaders } from './session-timer.ts'
import type { Call, CallEnd, CallEvents, HangUpOptions } from './types.ts'

const maxRedirections = 5
const maxReleased = 16
const defaultRingMs = 180_000

export function placeCall(stack: Stack, options: CallOptions, events: CallEvents, over: () => void): PlacedCall {
  const { account, offer } = options
  const callId = stack.random(16)
  const { from, headers: identity } = callerHeaders(account, options.caller ?? {}, stack.random(8))
  const to = formatAddress({ uri: options.to, params: new Map() })
  let sequence = 0
  let minSe = leastMinSe
  let state: Call['state'] = 'calling'
  let exchange: Exchange | undefined
  let kept: Session | undefined
  let hangUp: HangUpOptions | undefined
  let redirections = 0
  const early = createEarlyDialogs(newSession)
  /** The dialogs of further 2xx, which were ended. */
  const released = new Map<string, Session>()
  const cancelRing = stack.clock.after(options.ringTimeoutMs ?? defaultRingMs, () => call.hangUp())

  const call: Call = {
    id: callId,
    direction: 'outgoing',
    account,
    get state() {
      return state
    },
    get remoteTarget() {
      return current()?.dialog.remoteTarget
    },
    hangUp(given = {}) {
      if (state === 'ended' || hangUp) return
      if (kept) return void hangUpSession(kept, given)
      hangUp = given
      cancelRing()
      // Without an INVITE on its way, there is nothing to cancel, and none will be sent.
      if (exchange) exchange.cancel()
      else end(callEnd('canceled', 'local'))
    },
    ...callFunctions(current),
  }

  function current(): Session | undefined {
    return kept ?? early.all().at(-1)?.session
  }

  function newSession(invite: SipRequest, response: SipResponse): Session {
    const session: Session = createSession({
      stack,
      account,
      dialog: dialogOfClient(invite, response),
      flow: undefined,
      ownsCallId: true,
      events,
      call,
      hooks: noHooks,
      ended(reason) {
        if (kept === session) end(reason)
      },
    })
    return session
  }

  void invite(options.to)

  async function invite(uri: string): Promise<void> {
    const isRedirected = redirections > 0
    const { serviceRoutes, settings } = account
    const routes = isRedirected ? [] : serviceRoutes
    // The proxy address is that of REGISTER, because some proxies answer 403 on another one.
    const nextHop = settings.proxy ?? applyRoutes(uri, routes).nextHop
    let targets: readonly Target[]
    try {
      targets = options.targets ?? (await stack.resolve(nextHop, account))
    } catch {
      if (state !== 'ended') end(callEnd('no_response', 'local', { status: 503 }))
      return
    }
    if (state === 'ended') return
    // A host that is only dialed is not the trunk, and gets no credentials.
    if (!options.targets && (routes.length > 0 || account.ownsUri(nextHop))) account.learn(targets)
    const { uri: requestUri, routes: applied } = applyRoutes(uri, routes)
    exchange = startExchange(stack, {
      targets,
      account,
      challenges: 'any_realm',
      build(target, isRepeated) {
        if (sequence === 0 || isRepeated || isRedirected) sequence++
        const content = withSession(offer)
        const interval = options.sessionInterval ?? defaultInterval
        const headers: Header[] = [
          ...applied.map((route): Header => ['Route', route]),
          ['Max-Forwards', '70'],
          ['From', from],
          ['To', to],
          ['Call-ID', callId],
          ['CSeq', formatCSeq({ number: sequence, method: 'INVITE' })],
          ['Contact', `<${stack.contactFor(target, account)}>`],
          ['User-Agent', stack.product],
          ...allowHeaders,
          ...supportedHeaders,
          ...(interval === false ? [] : timerHeaders(interval, minSe)),
          ...identity,
          ...(options.headers ?? []),
          ...content.headers,
        ]
        return { method: 'INVITE', uri: requestUri, headers, body: content.body }
      },
      provisional: takeProvisional,
      final: takeFinal,
      abandoned: releaseAnswer,
      failed(failure) {
        if (state === 'ended') return
        if (hangUp) end(callEnd('canceled', 'local', { status: failure.status }))
        else end(callEnd('no_response', 'local', { status: failure.status }))
      },
      repeats(response) {
        const asked = minSeOf(response)
        if (response.status !== 422 || asked === undefined || asked <= minSe) return false
        minSe = asked
        return true
      },
    })
  }

  function takeProvisional(response: SipResponse, { request }: Attempt, flow: Flow): void {
    if (state === 'answered' || state === 'ended') return
    state = 'ringing'
    const dialog = early.take(request, response, flow)
    const isNew = dialog === undefined || rseqOf(response) === undefined || rseqOf(response) !== dialog.rseq
    const session = sessionOf(response)
    if (dialog) {
      if (session) dialog.preview = session
      void acknowledgeReliable(dialog, response, offer !== undefined)
    }
    if (!isNew) return
    const { status, reason: reasonPhrase } = response
    const toTag = tagOf(headerOf(response, 'To') ?? '') ?? ''
    events.progress?.({ status, reasonPhrase, toTag, session, reasons: reasonsOf(response) })
  }

  function takeFinal(response: SipResponse, attempt: Attempt, flow: Flow): void {
    if (response.status >= 300) return void takeFailure(response)
    const tag = tagOf(headerOf(response, 'To') ?? '') ?? ''
    const known = kept?.dialog.remoteTag === tag ? kept : undefined
    if (known) acknowledgeAgain(known, response)
    else if (kept !== undefined || state === 'ended') releaseAnswer(response, attempt, flow)
    else void answer(response, attempt, flow, tag)
  }

  async function answer(response: SipResponse, attempt: Attempt, flow: Flow, tag: string): Promise<void> {
    cancelRing()
    const dialog: EarlyDialog | undefined = early.find(tag)
    const session = dialog?.session ?? newSession(attempt.request, response)
    kept = session
    session.dialog = confirmDialog(session.dialog, response)
    learnPeer(session, response, attempt.flow ?? flow)
    session.isAnswered = true
    session.minSe = minSe
    session.localSession ??= offer
    dropOthers(early, session)
    const given = sessionOf(response)
    const lateOffer = offer === undefined && dialog?.hasAnswered !== true ? given : undefined
    const reply = lateOffer && !hangUp ? await askApplication(session, lateOffer) : undefined
    const lateAnswer = reply && 'accept' in reply ? reply.accept : undefined
    session.localSession = lateAnswer ?? session.localSession
    await acknowledge(session, response, attempt.request, lateAnswer)
    if (session.isEnded) return
    const isUseless = offer === undefined && lateAnswer === undefined && dialog?.hasAnswered !== true
    // The 2xx has crossed our CANCEL, or there is no session that both sides agree on.
    if (hangUp || isUseless) {
      session.isAnswered = hangUp === undefined
      sendBye(session, hangUp ?? { reason: { protocol: 'SIP', cause: 488, text: undefined } })
      return endSession(session, hangUp ? callEnd('canceled', 'local') : callEnd('no_ack', 'local', { status: 488 }))
    }
    state = 'answered'
    holdFlow(session)
    restartTimer(session, takeTimer(response))
    events.answered?.(offer === undefined ? undefined : (given ?? dialog?.preview))
    settle(session)
  }

  /** A further 2xx of a fork is acknowledged and ended (RFC 3261, section 13.2.2.4). */
  function releaseAnswer(response: SipResponse, { request, flow: sent }: Attempt, flow: Flow): void {
    const tag = tagOf(headerOf(response, 'To') ?? '') ?? ''
    const other = released.get(tag)
    if (other) return void acknowledgeAgain(other, response)
    if (released.size >= maxReleased) return
    const dialog = confirmDialog(dialogOfClient(request, response))
    const session = createSession({
      stack,
      account,
      dialog,
      flow: sent ?? flow,
      ownsCallId: true,
      events: {},
      call,
      hooks: noHooks,
      ended() {},
    })
    released.set(tag, session)
    session.isAnswered = true
    void acknowledge(session, response, request).then(() => hangUpSession(session))
  }

  function takeFailure(response: SipResponse): void {
    if (state === 'ended') return
    const redirect = response.status < 400 && !hangUp ? redirection(response) : undefined
    if (redirect !== undefined) {
      redirections++
      exchange = undefined
      dropOthers(early, undefined)
      void invite(redirect)
    } else if (hangUp) end(callEnd('canceled', 'local', { message: response }))
    else end(callEnd('rejected', 'remote', { message: response }))
  }

  /** Only hosts of the trunk are called, because a redirection elsewhere could cost money. */
  function redirection(response: SipResponse): string | undefined {
    if (redirections >= maxRedirections || response.status === 380) return undefined
    return headersOf(response, 'Contact')
      .map((value) => parseAddress(value)?.uri)
      .find((uri) => uri !== undefined && account.ownsUri(uri))
  }

  function end(reason: CallEnd): void {
    if (state === 'ended') return
    state = 'ended'
    cancelRing()
    // A fork may have ended its early dialog by BYE; the INVITE itself is over only with its final response.
    if (kept === undefined) {
      exchange?.cancel()
      dropOthers(early, undefined)
    }
    over()
    events.ended?.(reason)
  }

  return { call, session: current, stop: () => end(callEnd('stopped', 'local')) }
}
