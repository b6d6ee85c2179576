// Fills in a saved reply with the values of a conversation.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { renderTemplate } from '#server/platform/text/render-template.ts'
import { resolveVariables } from '../answer/template-variables.ts'
import { findOwn } from '../conversation/store.ts'
import { findSavedReply } from './store-saved-replies.ts'

/** Refuses with `CONVERSATION_NOT_FOUND` and `SAVED_REPLY_NOT_FOUND`. */
export async function fillSavedReply(ctx: AccountContext, uuid: string, id: number): Promise<string> {
  const { db, account, actor } = ctx
  const conversation = orRefuse(await findOwn(db, account.id, uuid, 0), 'CONVERSATION_NOT_FOUND')
  const reply = await findSavedReply(db, account.id, id)
  if (!reply) throw new Refusal('SAVED_REPLY_NOT_FOUND')
  const { assistantId, customerName, customerPhone, variables } = conversation
  const assistant = assistantId === null ? undefined : await findAssistant(db, account.id, assistantId)
  const values = assistant
    ? resolveVariables(assistant, conversation, ctx.now()).values
    : new Map([
        ['customer_name', customerName ?? ''],
        ['customer_phone', customerPhone ?? ''],
        ...Object.entries(variables),
      ])
  return renderTemplate(reply.text, new Map([...values, ['agent_name', actor?.name ?? '']]))
}
