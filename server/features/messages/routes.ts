// HTTP handlers for chat-app messages and SMS.
import type { messages } from '#contract/messages/messages.ts'
import type { sms } from '#contract/messages/sms.ts'
import { fromApi } from '#server/platform/http/replies/api-names.ts'
import { replyWithPage } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { type Timestamp, toIsoMicros } from '#server/platform/time/timestamps.ts'
import { presentSent, presentSession } from './message/present.ts'
import { getSessionStatus } from './sending/get-session-status.ts'
import { sendFreeform } from './sending/send-freeform.ts'
import { sendSms } from './sending/send-sms.ts'
import { sendTemplate } from './sending/send-template.ts'
import { getSms, listSms, loadNumbers } from './sms/list-sms.ts'
import { presentSms } from './sms/present-sms.ts'
import { resolveFrom } from './sms/resolve-from.ts'

const presentTime = (time: Timestamp | null | undefined): string | null => (time ? toIsoMicros(time) : null)

export const messageHandlers: Handlers<typeof messages> = {
  sendTemplate: async (ctx, { body }, { operation }) => {
    const input = {
      senderId: body.sender_id,
      templateId: body.template_id,
      recipientPhone: body.recipient_phone,
      recipientName: body.recipient_name ?? undefined,
      variables: body.variables ?? {},
    }
    return presentSent(await sendTemplate(ctx, input, operation))
  },

  sendFreeform: async (ctx, { body }, { operation }) => {
    const input = {
      senderId: body.sender_id,
      recipientPhone: body.recipient_phone,
      message: body.message ?? undefined,
      mediaUrl: body.media_url ?? undefined,
      filename: body.filename ?? undefined,
    }
    const sent = await sendFreeform(ctx, input, operation)
    return { ...presentSent(sent), session_status: presentSession(sent.session) }
  },

  sessionStatus: async (ctx, { query }) => {
    const { sender_id: senderId, recipient_phone: recipientPhone } = query
    const { contact, conversation, session, obstacle } = await getSessionStatus(ctx, { senderId, recipientPhone })
    const session_status = presentSession(session, obstacle)
    const optOut = {
      opted_out_at: presentTime(contact?.optedOutAt),
      marketing_opted_out_at: presentTime(contact?.marketingOptedOutAt),
    }
    if (!conversation) return { success: true, has_conversation: false, ...optOut, session_status }
    return {
      success: true,
      has_conversation: true,
      conversation_id: conversation.id,
      conversation_uuid: conversation.uuid,
      customer_name: conversation.contact.name,
      last_customer_message_at: presentTime(conversation.contact.lastInboundAt),
      ...optOut,
      session_status,
    }
  },
}

export const smsHandlers: Handlers<typeof sms> = {
  send: async (ctx, { body: { from, to, body } }, { operation }) => {
    const { message } = await sendSms(ctx, { phoneNumberId: await resolveFrom(ctx, from), to, body }, operation)
    const numberOf = await loadNumbers(ctx, [message])
    return { message: 'SMS sent successfully', data: presentSms(message, numberOf(message)) }
  },

  list: async (ctx, { query }, { url }) => {
    const listed = await listSms(ctx, fromApi(query))
    const numberOf = await loadNumbers(ctx, listed.rows)
    return replyWithPage(ctx, { query, url }, listed, (message) => presentSms(message, numberOf(message)))
  },

  get: async (ctx, { params }) => {
    const message = await getSms(ctx, params.id)
    const numberOf = await loadNumbers(ctx, [message])
    return { data: presentSms(message, numberOf(message)) }
  },
}
