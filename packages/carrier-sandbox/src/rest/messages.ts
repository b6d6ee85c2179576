// Creates, lists, fetches, redacts, cancels and deletes messages, and shows the typing indicator.
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { findFault } from '../core/faults.ts'
import { findSender, isFinal, type Message } from '../core/state.ts'
import { deliverMessage } from '../delivery/deliver-message.ts'
import { storeMessage } from '../delivery/store-message.ts'
import { changeApproval } from '../templates/review-template.ts'
import { statusCallbackOf } from '../webhooks/status-callback.ts'
import { type ApiRequest, type ApiResponse, applyBehaviour, throwNotFound } from './api-request.ts'
import { relativePage, timeFilter } from './paging.ts'
import { presentMessage } from './present-call.ts'
import { readMessage } from './read-message.ts'
import { createTestMessage } from './test-credentials.ts'

export function listMessages(context: SandboxContext, request: ApiRequest): ApiResponse {
  const all = findMessages(context, request.query)
  const body = relativePage('messages', all, request, (message) => presentMessage(context.accountSid, message))
  return { status: 200, body, root: 'Messages' }
}

export function fetchMessage(context: SandboxContext, request: ApiRequest): ApiResponse {
  const message = getMessage(context, request)
  return { status: 200, body: presentMessage(context.accountSid, message), sid: message.sid, root: 'Message' }
}

export function updateMessage(context: SandboxContext, request: ApiRequest): ApiResponse {
  const { state, scheduler, events } = context
  const message = getMessage(context, request)
  if (request.form.get('Status') === 'canceled') {
    if (message.status !== 'scheduled') throw new ApiError(30409)
    message.status = 'canceled'
    const webhook = statusCallbackOf(context, message)
    if (webhook) scheduler.after(0, () => context.sendWebhook(webhook).firstAttempt)
  } else if (request.form.get('Body') === '') {
    if (!isFinal(message.status)) throw new ApiError(20009)
    message.body = ''
  } else throw new ApiError(20001)
  message.updatedAtMs = scheduler.nowMs()
  state.saveMessage(message)
  events.publish({ type: 'status', message })
  return fetchMessage(context, request)
}

export function deleteMessage(context: SandboxContext, request: ApiRequest): ApiResponse {
  const message = getMessage(context, request)
  if (!isFinal(message.status)) throw new ApiError(20009)
  context.state.deleteMessage(message)
  return { status: 204, sid: message.sid }
}

export function getMessage({ state }: SandboxContext, { params, path }: ApiRequest): Message {
  return state.messages.get(params.sid ?? '') ?? throwNotFound(path)
}

/** Shows the typing indicator. */
export function showTyping({ state, events }: SandboxContext, { form }: ApiRequest): ApiResponse {
  if (form.get('channel') !== 'whatsapp') throw new ApiError(20001, 'Invalid parameter channel')
  const message = state.messages.get(form.get('messageId') ?? '')
  if (message?.direction !== 'inbound') throw new ApiError(20404)
  events.publish({ type: 'typing', from: message.to, to: message.from })
  return { status: 200, body: { success: true }, sid: message.sid }
}

/** Newest first. */
function findMessages({ state }: SandboxContext, query: URLSearchParams): Message[] {
  const [to, from] = [query.get('To'), query.get('From')]
  const isInTime = timeFilter(query, 'DateSent')
  const address = to ?? from
  const among = address ? state.messagesOf(address) : [...state.messages.values()]
  return among
    .filter(
      (message) =>
        (!to || message.to === to) &&
        (!from || message.from === from) &&
        isInTime(message.sentAtMs ?? message.createdAtMs),
    )
    .reverse()
}

export async function createMessage(context: SandboxContext, request: ApiRequest): Promise<ApiResponse> {
  if (request.isTest) return createTestMessage(request.form)
  const draft = readMessage(context, request.form)
  applyBehaviour(context, request, draft.to)
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
