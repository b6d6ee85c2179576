// Dispatches requests that arrive: to their dialog, to a new call, or to an answer of their own (RFC 3261, section 8.2).
import {
  type IncomingOptions,
  parseReplaces,
  type Session,
  type TakenCall,
  takeCall,
  unsupportedOf,
} from '../calls/index.ts'
import { dialogKey, dialogKeyOfRequest } from '../dialogs/index.ts'
import { type Header, headerOf, parseUri, respond, type SipRequest, tagOf } from '../message/index.ts'
import type { RegistrarAnswer } from '../registration/index.ts'
import type { Account } from '../requests/account.ts'
import { guarded } from '../requests/attempt.ts'
import { hasUnknownBody } from '../requests/session-body.ts'
import { allowHeaders, isAllowed, type Stack, supportedHeaders } from '../requests/stack.ts'
import type { ServerTransaction } from '../transactions/index.ts'
import type { Flow } from '../transport/index.ts'
import type { UserAgentListener } from './options.ts'

export interface IncomingContext {
  stack: Stack
  listener: UserAgentListener
  isDraining(): boolean
  isFull(): boolean
  accountOf(flow: Flow): Account | undefined
  /** The session with a dialog, for Replaces. */
  findSession(key: string): Session | undefined
  replace(session: Session): void
  take(call: (over: () => void) => TakenCall): void
  noteRegistration(address: string, answer: RegistrarAnswer): void
  /** The call whose INVITE this is. */
  findCall(invite: ServerTransaction): TakenCall | undefined
}

const registeredMethods = new Set(['SUBSCRIBE', 'PUBLISH', 'MESSAGE', 'REGISTER'])
const insideOnly = new Set(['BYE', 'UPDATE', 'INFO', 'PRACK', 'NOTIFY'])
const drainingSeconds = 30

export const isInDialog = (request: SipRequest): boolean => tagOf(headerOf(request, 'To') ?? '') !== undefined

export function takeRequest(context: IncomingContext, transaction: ServerTransaction): void {
  const { stack, listener } = context
  const { request, flow } = transaction
  if (isInDialog(request)) {
    const user = stack.dialogs.get(dialogKeyOfRequest(request))
    if (user) user.request(transaction)
    else answer(context, transaction, 481)
    return
  }
  const unsupported = unsupportedOf(request)
  if (unsupported.length > 0) {
    answer(context, transaction, 420, unsupported)
    return
  }
  if (!['sip', 'sips', 'tel'].includes(parseUri(request.uri)?.scheme ?? '')) {
    answer(context, transaction, 416)
    return
  }
  if (request.method === 'INVITE') {
    takeInvite(context, transaction)
    return
  }
  if (request.method === 'OPTIONS') {
    answer(context, transaction, ...capabilities(context.isDraining()))
    return
  }
  if (request.method === 'REGISTER' && listener.incomingRegistration) {
    const registered = listener.incomingRegistration(request, flow) ?? { status: 500, headers: [] }
    context.noteRegistration(flow.remote.address, registered)
    answer(context, transaction, registered.status, registered.headers)
    return
  }
  // A call is only transferred by the one who is in it.
  if (request.method === 'REFER') {
    answer(context, transaction, 603)
    return
  }
  if (insideOnly.has(request.method)) {
    answer(context, transaction, 481)
    return
  }
  const status = registeredMethods.has(request.method) || isAllowed(request.method) ? 405 : 501
  answer(context, transaction, status, allowHeaders)
}

/** The answer to OPTIONS (RFC 3261, section 11.2). */
export function capabilities(isDraining: boolean): [status: number, headers: readonly Header[]] {
  if (isDraining) return [503, [['Retry-After', String(drainingSeconds)]]]
  return [200, [...allowHeaders, ...supportedHeaders, ['Accept', 'application/sdp']]]
}

function takeInvite(context: IncomingContext, transaction: ServerTransaction): void {
  const { stack, listener, accountOf } = context
  const { request, flow } = transaction
  if (context.isDraining() || context.isFull()) {
    answer(context, transaction, 503, [['Retry-After', String(drainingSeconds)]])
    return
  }
  if (hasUnknownBody(request)) {
    answer(context, transaction, 415, [['Accept', 'application/sdp']])
    return
  }
  const replaces = findReplaced(context, request)
  if (replaces && 'status' in replaces) {
    answer(context, transaction, replaces.status)
    return
  }
  context.take((over) =>
    takeCall({
      stack,
      account: accountOf(flow),
      transaction,
      replaces,
      offer(call) {
        const events = listener.incomingCall(call)
        return events && guarded(events, stack.failed)
      },
      over,
    }),
  )
}

/** The call that Replaces names (RFC 3891, section 3). */
function findReplaced(context: IncomingContext, request: SipRequest): IncomingOptions['replaces'] | { status: number } {
  const value = headerOf(request, 'Replaces')
  if (value === undefined) return undefined
  const replaces = parseReplaces(value)
  if (replaces === undefined) return { status: 400 }
  const session = context.findSession(dialogKey(replaces.callId, replaces.toTag, replaces.fromTag))
  if (session === undefined) return { status: 481 }
  if (session.isEnded) return { status: 603 }
  if (session.isAnswered && replaces.isEarlyOnly) return { status: 486 }
  // An early dialog can only be replaced at its caller.
  if (!session.isAnswered && !session.ownsCallId) return { status: 481 }
  return { call: session.call, end: () => context.replace(session) }
}

export function takeCancel(
  context: IncomingContext,
  transaction: ServerTransaction,
  invite: ServerTransaction | undefined,
): void {
  if (invite === undefined) {
    answer(context, transaction, 481)
    return
  }
  answer(context, transaction, 200)
  const call = context.findCall(invite)
  if (call) call.cancel(transaction.request)
  else context.stack.dialogs.get(dialogKeyOfRequest(invite.request))?.cancel(invite)
}

function answer(
  { stack }: IncomingContext,
  transaction: ServerTransaction,
  status: number,
  headers: readonly Header[] = [],
): void {
  const all: Header[] = [['Server', stack.product], ...headers]
  transaction.respond(respond(transaction.request, status, { toTag: stack.random(8), headers: all }))
}
