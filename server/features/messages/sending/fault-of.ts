// Describes for the conversation's history why a message was refused.
import { conversations } from '#contract/conversations/conversations.ts'
import { messages } from '#contract/messages/messages.ts'
import { sms } from '#contract/messages/sms.ts'
import type { Fault } from '#server/features/conversations/index.ts'
import type { Refusal } from '#server/platform/refusal.ts'

const refusals = {
  ...sms.send.refusals,
  ...messages.sendFreeform.refusals,
  ...conversations.generateReply.refusals,
} as Record<string, { message: string }>

export const faultOf = ({ code, ownMessage }: Refusal): Fault => ({
  code,
  message: ownMessage ?? refusals[code]?.message ?? 'The message could not be sent.',
})
