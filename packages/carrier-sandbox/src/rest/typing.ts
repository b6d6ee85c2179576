// Shows the typing indicator.
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import type { ApiRequest, ApiResponse } from './api-request.ts'

export function showTyping(context: SandboxContext, { form }: ApiRequest): ApiResponse {
  if (form.get('channel') !== 'whatsapp') throw new ApiError(20001, 'Invalid parameter channel')
  const message = context.state.messages.get(form.get('messageId') ?? '')
  if (message?.direction !== 'inbound') throw new ApiError(20404)
  context.events.publish({ type: 'typing', from: message.to, to: message.from })
  return { status: 200, body: { success: true }, sid: message.sid }
}
