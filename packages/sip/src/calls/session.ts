// The state of one dialog of an INVITE, and what its parts share: requests, ACKs, the flow, and the end.
import { type Dialog, keyOf, requestInDialog } from '../dialogs/index.ts'
import {
  type Header,
  headerOf,
  headersOf,
  parseCSeq,
  respond,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message/index.ts'
import type { Account } from '../requests/account.ts'
import { type Attempt, startExchange } from '../requests/exchange.ts'
import { targetOfFlow, targetsInDialog } from '../requests/next-hop.ts'
import { withSession } from '../requests/session-body.ts'
import { allowHeaders, type Stack, supportedHeaders } from '../requests/stack.ts'
import type { RequestFailure, ServerTransaction } from '../transactions/index.ts'
import type { Flow, Target } from '../transport/index.ts'
import { callEnd, reasonHeader } from './call-end.ts'
import type { SessionTimer } from './session-timer.ts'
import type { Call, CallEnd, CallEvents, HangUpOptions } from './types.ts'

export interface Session {
  readonly stack: Stack
  readonly account: Account | undefined
  /** We have sent the INVITE that created the dialog. */
  readonly ownsCallId: boolean
  readonly events: CallEvents
  /** The call of the application. */
  readonly call: Call
  dialog: Dialog
  /** How the latest message of the dialog has arrived or left. */
  flow: Flow | undefined
  isAnswered: boolean
  isEnded: boolean
  /** Whose offer has no answer yet. */
  offer: 'none' | 'local' | 'remote'
  /** Our INVITE without a final response. */
  hasInviteClient: boolean
  /** An INVITE of the peer without our final response. */
  inviteServer: ServerTransaction | undefined
  /** Our 2xx that waits for its ACK. No other INVITE of the peer is accepted before, so there is only one. */
  awaitedAck: AwaitedAck | undefined
  /** The ACKs that we have sent, by CSeq number, for repeated 2xx. */
  readonly acks: Map<number, { request: SipRequest; target: Target } | undefined>
  /** The session description that we have sent last in an exchange that succeeded. */
  localSession: Uint8Array | undefined
  /** The offer that the application has given last. */
  latestOffer: Uint8Array | undefined
  /** The methods in Allow of the peer. */
  peerMethods: ReadonlySet<string> | undefined
  timer: SessionTimer | undefined
  minSe: number
  /** Sends a refresh, which restarts the timer if the peer takes it. */
  refresh(): Promise<void>
  cancelRefresh: (() => void) | undefined
  /** Cancels timers of the parts when the session ends. */
  readonly cleanUp: Set<() => void>
  /** Changes of the session that wait until nothing else is being negotiated. */
  readonly waiting: (() => void)[]
  /** Takes the reports of the transfer that we have asked for. */
  takeNotify: ((request: SipRequest) => void) | undefined
  /** BYE waits for the ACK that is owed. */
  owedBye: HangUpOptions | undefined
  /** BYE has no response yet. It may not have left, because the address of the peer is looked up first. */
  isByeOpen: boolean
  /** Tells the user of the session that it has ended. */
  readonly ended: (end: CallEnd) => void
}

export interface AwaitedAck {
  /** The CSeq number of the INVITE. */
  readonly sequence: number
  /** Stops the repetition of the 2xx. */
  stop(): void
  acknowledged(ack: SipRequest): void
}

export type SessionReply = { response: SipResponse; attempt: Attempt; flow: Flow } | { failure: RequestFailure }

export interface SessionRequest {
  method: string
  headers?: readonly Header[]
  body?: Uint8Array
  repeats?(response: SipResponse): boolean
  /** Later 2xx to an INVITE. */
  repeated?(response: SipResponse): void
  /** Header fields that change when the request is repeated. */
  changing?(): readonly Header[]
}

const refreshing = new Set(['INVITE', 'UPDATE'])
/** They name where the peer reaches us (RFC 3261, section 8.1.1.8; RFC 3311; RFC 3515, table 1; RFC 6665, section 8.2.1). */
const withContact = new Set([...refreshing, 'REFER', 'NOTIFY'])

/** Sends a request inside of the dialog. A reply of 481 or 408 ends the dialog (RFC 3261, section 12.2.1.2). */
export async function sendInDialog(session: Session, options: SessionRequest): Promise<SessionReply> {
  const { stack, account } = session
  const { method } = options
  let targets: Target[]
  try {
    const { nextHop } = requestInDialog(session.dialog, { method })
    targets = await targetsInDialog(stack, nextHop, session.flow, account)
  } catch (error) {
    return { failure: { kind: 'transport', status: 503, error } }
  }
  const reply = await new Promise<SessionReply>((resolve) => {
    const exchange = startExchange(stack, {
      targets,
      account,
      challenges: session.ownsCallId ? 'known_realm' : 'none',
      build(target) {
        const headers = [
          ['User-Agent', stack.product] as Header,
          ...reachable(session, method, target),
          ...(options.headers ?? []),
          ...(options.changing?.() ?? []),
        ]
        const built = requestInDialog(session.dialog, { method, headers, body: options.body })
        session.dialog = built.dialog
        return built.request
      },
      final(response, attempt, flow) {
        if (attempt.flow) session.flow = attempt.flow
        options.repeated?.(response)
        resolve({ response, attempt, flow })
      },
      failed: (failure) => resolve({ failure }),
      repeats: options.repeats,
    })
    // The 2xx to an INVITE still needs its ACK, so the INVITE is canceled instead.
    const stop = method === 'INVITE' ? exchange.cancel : exchange.stop
    if (method !== 'BYE') session.cleanUp.add(stop)
  })
  const status = 'failure' in reply ? reply.failure.status : reply.response.status
  if (method !== 'BYE' && (status === 481 || status === 408)) loseDialog(session, status)
  return reply
}

function loseDialog(session: Session, status: number): void {
  if (session.isEnded) return
  // The peer may live although it has not answered this request.
  if (status === 408) sendBye(session, {})
  endSession(session, callEnd('lost', 'remote', { status, wasAnswered: session.isAnswered }))
}

export interface AnswerOptions {
  headers?: readonly Header[]
  session?: Uint8Array
}

/** Answers a request of the peer inside of the dialog. */
export function answerRequest(
  session: Session,
  transaction: ServerTransaction,
  status: number,
  options: AnswerOptions = {},
): SipResponse {
  const response = buildAnswer(session, transaction, status, options)
  transaction.respond(response)
  return response
}

/** Where we are reached, and what we can do. */
function reachable({ stack, account }: Session, method: string, target: Target): Header[] {
  if (!withContact.has(method)) return []
  const contact: Header = ['Contact', `<${stack.contactFor(target, account)}>`]
  return refreshing.has(method) ? [contact, ...allowHeaders, ...supportedHeaders] : [contact]
}

export function buildAnswer(
  session: Session,
  { request, flow }: ServerTransaction,
  status: number,
  options: AnswerOptions,
): SipResponse {
  const { stack, account, dialog } = session
  const headers: Header[] = [['Server', stack.product]]
  if (status < 300) headers.push(...reachable(session, request.method, targetOfFlow(flow, account)))
  const content = withSession(options.session)
  return respond(request, status, {
    toTag: dialog.localTag,
    headers: [...headers, ...(options.headers ?? []), ...content.headers],
    body: content.body,
  })
}

/** Acknowledges a 2xx, or sends the same ACK again (RFC 3261, section 13.2.2.4). */
export async function acknowledge(
  session: Session,
  response: SipResponse,
  invite: SipRequest,
  answer?: Uint8Array,
): Promise<void> {
  const sequence = parseCSeq(headerOf(response, 'CSeq') ?? '')?.number ?? 0
  session.acks.set(sequence, undefined)
  for (const old of session.acks.keys()) if (session.acks.size > 4) session.acks.delete(old)
  // ACK has the credentials of its INVITE, because it cannot be challenged (RFC 3261, section 22.1).
  const credentials = invite.headers.filter(([name]) => name === 'Authorization' || name === 'Proxy-Authorization')
  const content = withSession(answer)
  const { request, nextHop } = requestInDialog(session.dialog, {
    method: 'ACK',
    sequence,
    headers: [['User-Agent', session.stack.product], ...credentials, ...content.headers],
    body: content.body,
  })
  const targets = await targetsInDialog(session.stack, nextHop, session.flow, session.account).catch(() => [])
  const target = targets[0]
  if (target) session.acks.set(sequence, { request: session.stack.transactions.acknowledge(request, target), target })
}

/** Returns whether an ACK for this 2xx was sent before. */
export function acknowledgeAgain(session: Session, response: SipResponse): boolean {
  const sequence = parseCSeq(headerOf(response, 'CSeq') ?? '')?.number ?? 0
  const sent = session.acks.get(sequence)
  if (sent) session.stack.transactions.repeat(sent.request, sent.target)
  return session.acks.has(sequence)
}

/** BYE of the called side waits for the ACK of its 200, so it cannot overtake it (RFC 3261, section 15). */
export function hangUpSession(
  session: Session,
  options: HangUpOptions = {},
  cause: CallEnd['cause'] = 'hung_up',
): void {
  if (session.isEnded) return
  if (session.awaitedAck && cause !== 'no_ack') session.owedBye = options
  else sendBye(session, options)
  endSession(session, callEnd(cause, 'local', { reason: options.reason, wasAnswered: session.isAnswered }))
}

export function sendBye(session: Session, { reason }: HangUpOptions): void {
  session.isByeOpen = true
  void sendInDialog(session, { method: 'BYE', headers: reason ? [reasonHeader(reason)] : [] }).finally(() => {
    session.isByeOpen = false
  })
}

/** Learns what the peer supports and how it is reached from a message of the dialog. */
export function learnPeer(session: Session, message: SipMessage, flow: Flow): void {
  session.flow = flow
  const methods = headersOf(message, 'Allow')
  if (methods.length > 0) session.peerMethods = new Set(methods.map((method) => method.trim().toUpperCase()))
}

/** Lets the next change begin once nothing is being negotiated. */
export function settle(session: Session): void {
  while (session.waiting.length > 0 && isIdle(session)) session.waiting.shift()!()
}

export const isIdle = (session: Session): boolean =>
  session.offer === 'none' &&
  !session.hasInviteClient &&
  session.inviteServer === undefined &&
  session.awaitedAck === undefined

/**
 * Ends the session once. The dialog stays for 64 × T1, so that repeated 2xx get their ACK, and a BYE or NOTIFY that has
 * crossed ours gets its 200.
 */
export function endSession(session: Session, end: CallEnd): void {
  if (session.isEnded) return
  session.isEnded = true
  if (session.owedBye === undefined) stopAwaiting(session)
  if (session.inviteServer && !session.inviteServer.isAnswered()) answerRequest(session, session.inviteServer, 487)
  session.inviteServer = undefined
  for (const cancel of session.cleanUp) cancel()
  session.cleanUp.clear()
  for (const waiting of session.waiting.splice(0)) waiting()
  const { stack } = session
  stack.clock.after(64 * stack.times.t1Ms, () => {
    stopAwaiting(session)
    stack.dialogs.delete(keyOf(session.dialog))
  })
  session.ended(end)
}

export function stopAwaiting(session: Session): void {
  session.awaitedAck?.stop()
  session.awaitedAck = undefined
}
