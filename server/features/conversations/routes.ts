// HTTP handlers for conversations.
import type { conversations } from '#contract/conversations.ts'
import { pageOf } from '#server/platform/http/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import type { Channels } from './conversation/channel.ts'
import { generateReply } from './generate-reply.ts'
import { getConversation, getPublicConversation } from './get-conversation.ts'
import { listConversations, nameAssistants, nameSenders } from './list-conversations.ts'
import { presentConversation, presentDetail, presentFunctionCalls, presentMessage, presentWritten } from './present.ts'
import { sendAgentMessage } from './send-agent-message.ts'
import { sendMessage } from './send-message.ts'
import { setAiEnabled } from './set-ai-enabled.ts'
import { startConversation } from './start-conversation.ts'

export const conversationHandlers = (channels: Channels): Handlers<typeof conversations> => ({
  create: async (ctx, { body }, { operation: effect }) => {
    const { assistant_id: assistantId, type, variables = {} } = body
    const { uuid, history } = await startConversation(ctx, { assistantId, type, variables }, effect)
    return { status: true, conversation_id: uuid, history: history.map(presentMessage) }
  },

  get: async (ctx, { params, query }) => {
    const { conversation, nextCursor } = await getPublicConversation(ctx, params.uuid, query.before)
    const { history, variables } = conversation
    return { status: true, history: history.map(presentMessage), variables, next_cursor: nextCursor }
  },

  sendMessage: async (ctx, { params, body }, { delta, operation: effect }) => {
    const answer = await sendMessage(ctx, { uuid: params.uuid, message: body.message, delta, effect })
    return {
      status: true,
      message: answer?.text ?? '',
      function_calls: presentFunctionCalls(answer?.functionCalls ?? []),
      ai_enabled: answer !== undefined,
    }
  },

  list: async (ctx, { query }, { url }) => {
    const { per_page: perPage } = query
    const filter = {
      type: query.type,
      assistantId: query.assistant_id,
      customerPhone: query.customer_phone,
      senderPhone: query.whatsapp_sender_phone,
      customerIdentifier: query.external_identifier,
      dateFrom: query.date_from,
      dateTo: query.date_to,
    }
    const listed = await listConversations(ctx, channels, {
      ...filter,
      page: query.page,
      perPage,
      cursor: query.cursor,
    })
    const { rows, total, before, nextCursor, prevCursor } = listed
    const [assistantOf, senderOf] = await Promise.all([nameAssistants(ctx, rows), nameSenders(ctx, channels, rows)])
    const { timeZone } = ctx.account
    const items = rows.map((row) =>
      presentConversation(row, { assistant: assistantOf(row), sender: senderOf(row), timeZone }),
    )
    const range = { page: Math.floor(before / perPage) + 1, perPage, before }
    const page = pageOf({ rows: items, total }, range, url, ctx.settings.publicUrl)
    return { ...page, next_cursor: nextCursor, prev_cursor: prevCursor }
  },

  show: async (ctx, { params: { uuid }, query: { before } }) => {
    const { conversation, nextCursor, trace } = await getConversation(ctx, channels, { uuid, before })
    const assistant = (await nameAssistants(ctx, [conversation]))(conversation)
    const sender = (await nameSenders(ctx, channels, [conversation]))(conversation)
    const { timeZone } = ctx.account
    const detail = presentDetail(conversation, { assistant, sender, timeZone, trace })
    return { status: true, data: { ...detail, next_cursor: nextCursor } }
  },

  enableAi: async (ctx, { params }) => {
    await setAiEnabled(ctx, params.uuid, true)
    return { status: true, ai_enabled: true }
  },

  disableAi: async (ctx, { params }) => {
    await setAiEnabled(ctx, params.uuid, false)
    return { status: true, ai_enabled: false }
  },

  write: async (ctx, { params, body }, { operation: effect }) => {
    const { message: content } = body
    const { messageId, createdAt } = await sendAgentMessage(ctx, channels, { uuid: params.uuid, text: content, effect })
    const written = { id: messageId, author: 'person', content, createdAt } as const
    return { status: true, ai_enabled: false, message: presentWritten(written, ctx.account.timeZone) }
  },

  generateReply: async (ctx, { body }, { operation: effect }) => {
    const { assistant_id: assistantId, customer_identifier: customerIdentifier, message, variables } = body
    const input = { assistantId, customerIdentifier, message, variables }
    const { conversation, answer } = await generateReply(ctx, input, effect)
    return {
      success: true,
      conversation_id: conversation.uuid,
      customer_identifier: customerIdentifier,
      reply: answer?.text ?? null,
      function_calls: presentFunctionCalls(answer?.functionCalls ?? []),
      ai_disabled: answer === undefined,
    }
  },
})
