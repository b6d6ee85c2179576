// Lists a page of the account's assistants, newest first.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Assistant, AssistantType } from './assistant/assistant.ts'
import { countAssistants, selectAssistants } from './assistant/store.ts'

export async function listAssistants(
  ctx: AccountContext,
  { type, page, perPage }: { type: AssistantType | undefined; page: number; perPage: number },
): Promise<{ rows: Assistant[]; total: number }> {
  const [rows, total] = await Promise.all([
    selectAssistants(ctx.db, ctx.account.id, { type, offset: (page - 1) * perPage, limit: perPage }),
    countAssistants(ctx.db, ctx.account.id, type),
  ])
  return { rows, total }
}
