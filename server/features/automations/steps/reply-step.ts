// The step in which the assistant answers a message.
import { z } from 'zod'
import { conversations } from '#contract/conversations/conversations.ts'
import { id, requiredText, variablesInput } from '#contract/wire/fields.ts'
import { generateReply, replyInConversation } from '#server/features/conversations/index.ts'
import { assistantField, resolveAssistant } from './resolve-assistant.ts'
import { stepType } from './step-type.ts'

export const replyStep = stepType({
  type: 'reply',
  description:
    'The assistant answers a message, in the conversation with a customer of your own channel or in an existing one. The answer is not sent to the customer.',
  input: z
    .object({
      customer_identifier: requiredText(255).nullable().optional(),
      conversation_id: z.union([id, z.uuid()]).nullable().optional().meta({
        description: 'The id or UUID of a conversation other than those of the chat app and SMS.',
      }),
      assistant_id: assistantField,
      message: requiredText(4096),
      variables: variablesInput.optional(),
    })
    .refine((input) => input.customer_identifier || input.conversation_id, {
      path: ['customer_identifier'],
      error: 'The :attribute field is required when conversation id is not present.',
    }),
  actsAs: () => [conversations.generateReply, conversations.sendMessage],
  hasSideEffects: true,
  async run(step, input) {
    const { ctx, effectKey: key, isResumed } = step
    const { conversation_id: conversationId, customer_identifier: customerIdentifier, message, variables } = input
    const operation = { key, isResumed }
    const { conversation, answer } = conversationId
      ? await replyInConversation(ctx, { conversationId, message }, operation)
      : await generateReply(
          ctx,
          {
            assistantId: await resolveAssistant(step, input.assistant_id),
            customerIdentifier: customerIdentifier!,
            message,
            variables,
            variablesAreUnverified: true,
          },
          operation,
        )
    // Null while an agent has taken over.
    return { conversation_id: conversation.uuid, reply: answer?.text ?? null }
  },
})
