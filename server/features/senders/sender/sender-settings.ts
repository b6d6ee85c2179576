// Validates the settings of a sender: its assistant and its webhooks.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput, invalidSelection } from '#server/platform/refusal.ts'
import { type Sender, type SenderSettings, senderWebhooks } from './sender.ts'

export const noWebhooks = {
  receiptsUrl: null,
  receiptsActive: false,
  messagesUrl: null,
  messagesActive: false,
} as const

/** Makes no network requests. */
export async function checkSettings(ctx: AccountContext, changes: Partial<SenderSettings>, current?: Sender) {
  const { assistantId } = changes
  const isUnknown = typeof assistantId === 'number' && !(await findAssistant(ctx.db, ctx.account.id, assistantId))
  const errors = {
    ...(isUnknown ? invalidSelection('assistant_id').errors : {}),
    ...webhookErrors(ctx, changes, { ...current, ...changes }),
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
}

/** Rejects URLs that Parley must not call, and active webhooks without a URL. */
function webhookErrors({ fetcher }: AccountContext, changes: Partial<SenderSettings>, result: Partial<SenderSettings>) {
  const errors: Record<string, string[]> = {}
  for (const webhook of senderWebhooks) {
    const url = changes[`${webhook}Url`]
    const isMissing = result[`${webhook}Active`] && !result[`${webhook}Url`]
    const error = url ? fetcher.refuses(url) : isMissing && `The ${webhook} webhook url field is required.`
    if (error) errors[`${webhook}_webhook_url`] = [error]
  }
  return errors
}
