// Dispatches the requests of the peer inside of a dialog (RFC 3261, section 12.2.2).
import { takeSequence } from '../dialogs/index.ts'
import { type Header, headersOf, type SipRequest } from '../message/index.ts'
import { hasUnknownBody } from '../requests/session-body.ts'
import { allowHeaders, type DialogUser, isAllowed, supportedExtensions, supportedHeaders } from '../requests/stack.ts'
import type { ServerTransaction } from '../transactions/index.ts'
import { callEnd } from './call-end.ts'
import { keyOfInfo } from './key-info.ts'
import { cancelReinvite, takeAck, takeReinvite, takeUpdate } from './offer-in.ts'
import { acknowledgeAgain, answerRequest, endSession, type Session, stopAwaiting } from './session.ts'
import { takeRefer } from './transfer-in.ts'

/** Methods that are registered, but that calls have no use for. Others are unknown. */
const knownMethods = new Set(['REGISTER', 'SUBSCRIBE', 'PUBLISH', 'MESSAGE'])

/** The values of Require that are not supported. */
export const unsupportedOf = (request: SipRequest): Header[] =>
  headersOf(request, 'Require')
    .filter((name) => !supportedExtensions.includes(name.trim().toLowerCase()))
    .map((name): Header => ['Unsupported', name])

export interface DialogHooks {
  prack(transaction: ServerTransaction): void
  /** BYE has arrived before the call was answered. */
  earlyBye(): void
}

export function dialogUser(session: Session, hooks: DialogHooks): DialogUser {
  return {
    request(transaction) {
      const { request } = transaction
      const dialog = takeSequence(session.dialog, request)
      const unsupported = unsupportedOf(request)
      if (session.isEnded) answerAfterEnd(session, transaction)
      else if (dialog === undefined) answerRequest(session, transaction, 500)
      else {
        session.dialog = dialog
        session.flow = transaction.flow
        if (unsupported.length > 0) answerRequest(session, transaction, 420, { headers: unsupported })
        else dispatch(session, transaction, hooks)
      }
    },
    cancel: (invite) => cancelReinvite(session, invite),
    ack: (request) => takeAck(session, request),
    owesBye: () => session.owedBye !== undefined || session.isByeOpen,
    strayResponse: (response) => void acknowledgeAgain(session, response),
  }
}

/** A BYE or a report that has crossed the end is no error. */
function answerAfterEnd(session: Session, transaction: ServerTransaction): void {
  const { method } = transaction.request
  if (method === 'BYE') {
    session.owedBye = undefined
    stopAwaiting(session)
  }
  answerRequest(session, transaction, method === 'BYE' || method === 'NOTIFY' ? 200 : 481)
}

function dispatch(session: Session, transaction: ServerTransaction, hooks: DialogHooks): void {
  const { request } = transaction
  const negotiates = request.method === 'INVITE' || request.method === 'UPDATE'
  if (negotiates && hasUnknownBody(request)) {
    answerRequest(session, transaction, 415, { headers: [['Accept', 'application/sdp']] })
    return
  }
  switch (request.method) {
    case 'INVITE':
      void takeReinvite(session, transaction)
      return
    case 'UPDATE':
      void takeUpdate(session, transaction)
      return
    case 'BYE':
      answerRequest(session, transaction, 200)
      if (!session.isAnswered) hooks.earlyBye()
      endSession(session, callEnd('hung_up', 'remote', { message: request, wasAnswered: session.isAnswered }))
      return
    case 'INFO': {
      answerRequest(session, transaction, 200)
      const info = keyOfInfo(request)
      if (info) session.events.key?.(info.key, info.durationMs)
      return
    }
    case 'PRACK':
      hooks.prack(transaction)
      return
    case 'REFER':
      takeRefer(session, transaction)
      return
    case 'NOTIFY':
      answerRequest(session, transaction, 200)
      session.takeNotify?.(request)
      return
    case 'OPTIONS':
      answerRequest(session, transaction, 200, {
        headers: [...allowHeaders, ...supportedHeaders, ['Accept', 'application/sdp']],
      })
      return
    default:
      refuseMethod(session, transaction)
  }
}

function refuseMethod(session: Session, transaction: ServerTransaction): void {
  const { method } = transaction.request
  const status = knownMethods.has(method) || isAllowed(method) ? 405 : 501
  answerRequest(session, transaction, status, { headers: allowHeaders })
}
