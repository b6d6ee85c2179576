// The reason of a refusal as the history of a conversation keeps it.
import { conversations } from '#contract/conversations.ts'
import { messages } from '#contract/messages.ts'
import type { Fault } from '#server/features/conversations/index.ts'
import type { Refusal } from '#server/platform/refusal.ts'

const refusals = { ...messages.sendFreeform.refusals, ...conversations.generateReply.refusals }

export const faultOf = ({ code, customMessage }: Refusal): Fault => ({
  code,
  message: customMessage ?? refusals[code]?.message ?? 'The message could not be sent.',
})
