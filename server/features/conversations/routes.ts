// HTTP handlers for conversations.
import type { conversations } from '#contract/conversations/conversations.ts'
import { fromApi } from '#server/platform/http/replies/api-names.ts'
import { replyWithCursorPage } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { admitUpload, uploadFile } from './files/upload-file.ts'
import { generateReply } from './generate-reply.ts'
import { getConversation, getPublicConversation } from './get-conversation.ts'
import { disableAiReplies, enableAiReplies } from './inbox/set-owner.ts'
import { inboxHandlers } from './inbox-routes.ts'
import { listConversations, loadParties } from './list-conversations.ts'
import {
  presentCallsFor,
  presentConversation,
  presentDetail,
  presentFiles,
  presentFunctionCalls,
  presentHistoryEntry,
  presentMessage,
} from './present.ts'
import { sendAgentMessage } from './send-agent-message.ts'
import { sendMessage } from './send-message.ts'
import { startConversation } from './start-conversation.ts'
import { isOwner } from './visitors/visitor.ts'

export const conversationHandlers: Handlers<typeof conversations> = {
  ...inboxHandlers,

  create: async (ctx, { body }, { operation }) => {
    const { assistant_id: assistantId, type, variables = {}, changed_settings: changedSettings } = body
    const started = await startConversation(ctx, { assistantId, type, variables, changedSettings }, operation)
    return {
      status: true,
      conversation_id: started.uuid,
      history: started.history.map((message) => presentMessage(message)),
      voice_enabled: started.canCall,
      files_enabled: started.canSendFiles,
    }
  },

  get: async (ctx, { params, query }) => {
    const page = await getPublicConversation(ctx, params.uuid, query.before)
    const { conversation, files, nextCursor } = page
    const { history, variables, aiEnabled } = conversation
    const ofOwner = isOwner(ctx, conversation.accountId)
    return {
      status: true,
      history: history.map((message) => ({
        ...presentMessage(message, ofOwner),
        ...presentFiles(message, files),
        ...(message.author === 'person' && { sent_by: 'human' as const }),
      })),
      variables,
      ai_enabled: aiEnabled,
      voice_enabled: page.canCall,
      files_enabled: page.canSendFiles,
      next_cursor: nextCursor,
    }
  },

  sendMessage: async (ctx, { params, body }, { delta, operation }) => {
    const { answer, isOwner: ofOwner } = await sendMessage(ctx, {
      uuid: params.uuid,
      message: body.message?.trim() ? body.message : '',
      fileIds: body.file_ids,
      delta,
      operation,
    })
    return {
      status: true,
      message: answer?.text ?? '',
      function_calls: presentCallsFor(ofOwner, answer?.functionCalls ?? []),
      ai_enabled: answer !== undefined && !answer.handedOver,
    }
  },

  uploadFile: {
    admit: (ctx, { params }) => admitUpload(ctx, params.uuid),
    handle: async (ctx, { params, body }) => {
      const { uuid: id, filename, contentType, sizeBytes } = await uploadFile(ctx, params.uuid, body.file)
      return { status: true, file: { id, filename, content_type: contentType, size_bytes: sizeBytes } }
    },
  },

  list: async (ctx, { query }, { url }) => {
    const { label: labelId, snoozed: isSnoozed, unread: isUnread, whatsapp_sender_phone: senderPhone, ...rest } = query
    const { externalIdentifier: customerIdentifier, ...filter } = fromApi(rest)
    const input = { ...filter, customerIdentifier, senderPhone, labelId, isSnoozed, isUnread }
    const listed = await listConversations(ctx, input)
    const partiesOf = await loadParties(ctx, listed.rows)
    return replyWithCursorPage(ctx, { query, url }, listed, (row) => presentConversation(row, partiesOf(row)))
  },

  show: async (ctx, { params: { uuid }, query: { before } }) => {
    const { conversation, nextCursor, deliveries, files } = await getConversation(ctx, { uuid, before })
    const partiesOf = await loadParties(ctx, [conversation])
    const detail = presentDetail(conversation, { ...partiesOf(conversation), deliveries, files })
    return { status: true, data: { ...detail, next_cursor: nextCursor } }
  },

  enableAi: async (ctx, { params }) => {
    await enableAiReplies(ctx, params.uuid)
    return { status: true, ai_enabled: true }
  },

  disableAi: async (ctx, { params }) => {
    await disableAiReplies(ctx, params.uuid)
    return { status: true, ai_enabled: false }
  },

  write: async (ctx, { params, body }, { operation }) => {
    const { message: content, take_over: takeOver = false } = body
    const { messageId, createdAt } = await sendAgentMessage(ctx, {
      uuid: params.uuid,
      text: content,
      takeOver,
      operation,
    })
    const message = { id: messageId, author: 'person', content, createdAt } as const
    return { status: true, ai_enabled: false, message: presentHistoryEntry(message, ctx.account.timeZone) }
  },

  generateReply: async (ctx, { body }, { operation }) => {
    const { assistant_id: assistantId, customer_identifier: customerIdentifier, file_ids: fileIds, variables } = body
    const message = body.message?.trim() ? body.message : ''
    const input = { assistantId, customerIdentifier, message, fileIds, variables }
    const { conversation, answer } = await generateReply(ctx, input, operation)
    return {
      success: true,
      conversation_id: conversation.uuid,
      customer_identifier: customerIdentifier,
      reply: answer?.text ?? null,
      function_calls: presentFunctionCalls(answer?.functionCalls ?? []),
      ai_disabled: answer === undefined || answer.handedOver,
    }
  },
}
