// Takes a new message: what the API answers, and what becomes of it afterwards.
import { behaviourOf } from '../core/behaviour-of.ts'
import { carrierCodes } from '../core/carrier-codes-data.ts'
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import { findFault } from '../core/faults.ts'
import { findSender } from '../core/find-sender.ts'
import type { Message } from '../core/state.ts'
import { makeMessage } from '../delivery/make-message.ts'
import { beginProgress } from '../delivery/progress.ts'
import { changeApproval } from '../templates/review.ts'
import type { Answer, Call } from './call.ts'
import { presentMessage } from './present-message.ts'
import { readMessage } from './read-message.ts'
import { stopByFault } from './stop-by-fault.ts'
import { answerTestMessage } from './test-credentials.ts'

export async function createMessage(exchange: Exchange, call: Call): Promise<Answer> {
  if (call.isTest) return answerTestMessage(call.form)
  const draft = readMessage(exchange, call.form)
  const behaviour = behaviourOf(exchange, draft.to)
  if (behaviour?.code !== undefined && carrierCodes[behaviour.code]?.at === 'request') {
    throw new CarrierRefusal(behaviour.code)
  }
  if (behaviour?.faults) {
    call.faults.push(...behaviour.faults)
    stopByFault(behaviour.faults)
  }
  const message = makeMessage(exchange, { ...draft, faults: call.faults })
  const answer: Answer = {
    status: 201,
    body: presentMessage(exchange.accountSid, message),
    sid: message.sid,
    root: 'Message',
  }
  changeWorld(exchange, message)
  if (findFault(call.faults, 'callback-before-answer')) {
    await beginProgress(exchange, message)
    return answer
  }
  return { ...answer, afterwards: () => void beginProgress(exchange, message) }
}

function changeWorld(exchange: Exchange, message: Message): void {
  const { state, events } = exchange
  const template = message.contentSid ? state.templates.get(message.contentSid) : undefined
  if (template && findFault(message.faults, 'template-paused')) changeApproval(exchange, template, { status: 'paused' })
  if (template && findFault(message.faults, 'category-changed')) {
    changeApproval(exchange, template, { category: 'MARKETING' })
  }
  const sender = findSender(exchange, message.from)
  if (sender && findFault(message.faults, 'sender-offline')) {
    sender.status = 'OFFLINE'
    sender.offlineReasons = [{ code: '63112', message: 'The Meta Business account was disabled' }]
    state.saveSender(sender)
    events.publish({ type: 'sender', sender })
  }
}
