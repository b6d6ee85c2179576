// Creates a message and starts its delivery.
import { ApiError } from '../core/api-error.ts'
import { findBehaviour } from '../core/behaviours.ts'
import type { SandboxContext } from '../core/context.ts'
import { errorCodes } from '../core/error-codes-data.ts'
import { findFault } from '../core/faults.ts'
import { findSender, type Message } from '../core/state.ts'
import { deliverMessage } from '../delivery/deliver-message.ts'
import { storeMessage } from '../delivery/store-message.ts'
import { changeApproval } from '../templates/review-template.ts'
import { type ApiRequest, type ApiResponse, throwRequestFault } from './api-request.ts'
import { presentMessage } from './present-message.ts'
import { readMessage } from './read-message.ts'
import { createTestMessage } from './test-credentials.ts'

export async function createMessage(context: SandboxContext, request: ApiRequest): Promise<ApiResponse> {
  if (request.isTest) return createTestMessage(request.form)
  const draft = readMessage(context, request.form)
  const behaviour = findBehaviour(context, draft.to)
  if (behaviour?.code !== undefined && errorCodes[behaviour.code]?.at === 'request') {
    throw new ApiError(behaviour.code)
  }
  if (behaviour?.faults) {
    request.faults.push(...behaviour.faults)
    throwRequestFault(behaviour.faults)
  }
  const message = storeMessage(context, { ...draft, faults: request.faults })
  const response: ApiResponse = {
    status: 201,
    body: presentMessage(context.accountSid, message),
    sid: message.sid,
    root: 'Message',
  }
  applySideEffects(context, message)
  if (findFault(request.faults, 'callback-before-answer')) {
    await deliverMessage(context, message)
    return response
  }
  return { ...response, afterSend: () => void deliverMessage(context, message) }
}

function applySideEffects(context: SandboxContext, message: Message): void {
  const { state } = context
  const template = message.contentSid ? state.templates.get(message.contentSid) : undefined
  if (template && findFault(message.faults, 'template-paused')) changeApproval(context, template, { status: 'paused' })
  if (template && findFault(message.faults, 'category-changed')) {
    changeApproval(context, template, { category: 'MARKETING' })
  }
  const sender = findSender(context, message.from)
  if (sender && findFault(message.faults, 'sender-offline')) {
    sender.status = 'OFFLINE'
    sender.offlineReasons = [{ code: '63112', message: 'The Meta Business account was disabled' }]
    state.saveSender(sender)
  }
}
