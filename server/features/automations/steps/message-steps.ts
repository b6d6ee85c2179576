// Steps that send messages: templates and freeform messages of the chat app, and SMS.
import { z } from 'zod'
import { messages } from '#contract/messages/messages.ts'
import { sms } from '#contract/messages/sms.ts'
import { id, requiredText, text, variablesInput } from '#contract/wire/fields.ts'
import { deliveryStatusOf, resolveFrom, sendFreeform, sendSms, sendTemplate } from '#server/features/messages/index.ts'
import { type StepContext, stepType } from './step-type.ts'

const to = requiredText(32).meta({ description: 'In E.164 format.', example: '+14155551234' })
const senderId = id.meta({ description: 'A sender of the chat app.' })

/** The message is sent once for each effect. */
const operationOf = ({ effectKey: key, isResumed }: StepContext) => ({ key, isResumed })

type Sent = Awaited<ReturnType<typeof sendTemplate>>

const outputOf = ({ message }: Sent) => ({
  conversation_id: message.conversationId,
  message_id: message.conversationMessageId,
  status: deliveryStatusOf(message.status),
})

export const sendTemplateStep = stepType({
  type: 'send_template',
  description: 'Sends a template message of the chat app.',
  input: z.object({
    sender_id: senderId,
    template_id: id,
    to,
    name: text(255).nullable().optional(),
    variables: variablesInput.optional(),
  }),
  actsAs: () => [messages.sendTemplate],
  hasSideEffects: true,
  async run(step, { sender_id: senderId, template_id: templateId, to, name, variables = {} }) {
    const input = { senderId, templateId, recipientPhone: to, recipientName: name ?? undefined, variables }
    return outputOf(await sendTemplate(step.ctx, input, operationOf(step)))
  },
})

export const sendFreeformStep = stepType({
  type: 'send_freeform',
  description: 'Sends a text or a file to a customer within the 24-hour window of the chat app.',
  input: z
    .object({
      sender_id: senderId,
      to,
      message: text(4096).nullable().optional(),
      media_url: z.url().max(2048).nullable().optional(),
    })
    .refine(({ message, media_url: mediaUrl }) => message || mediaUrl, {
      path: ['message'],
      error: 'The :attribute field is required when media url is not present.',
    }),
  actsAs: () => [messages.sendFreeform],
  hasSideEffects: true,
  async run(step, { sender_id: senderId, to, message, media_url: mediaUrl }) {
    const content = { message: message ?? undefined, mediaUrl: mediaUrl ?? undefined, filename: undefined }
    return outputOf(await sendFreeform(step.ctx, { senderId, recipientPhone: to, ...content }, operationOf(step)))
  },
})

export const sendSmsStep = stepType({
  type: 'send_sms',
  description: 'Sends an SMS from a phone number of the account.',
  input: z.object({
    from: z.union([id, requiredText(32)]).meta({ description: 'The id of a phone number, or its digits.' }),
    to,
    body: requiredText(1600),
  }),
  actsAs: () => [sms.send],
  hasSideEffects: true,
  async run(step, { from, to, body }) {
    const phoneNumberId = await resolveFrom(step.ctx, from)
    return outputOf(await sendSms(step.ctx, { phoneNumberId, to, body }, operationOf(step)))
  },
})
