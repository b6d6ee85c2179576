// Enables a webhook of an assistant, with a new URL if one is given, or disables it.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import { lockAssistant, updateAssistantRow } from './assistant/store.ts'
import { type AssistantWebhook, assistantWebhooks } from './assistant/webhooks.ts'

export interface WebhookSwitch {
  assistantId: number
  webhook: AssistantWebhook
  active: boolean
  url?: string | undefined
}

/** Refuses with `ASSISTANT_NOT_FOUND`. */
export async function switchWebhook(ctx: AccountContext, { assistantId, webhook, active, url }: WebhookSwitch) {
  const names = assistantWebhooks[webhook]
  const refused = url === undefined ? undefined : ctx.fetcher.refuses(url)
  await transaction(ctx, async (tx) => {
    const assistant = await lockAssistant(tx.db, tx.account.id, assistantId)
    if (!assistant) throw new Refusal('ASSISTANT_NOT_FOUND')
    if (refused !== undefined) throw new InvalidInput({ webhook_url: [refused] })
    const settings = { ...assistant, [names.active]: active, ...(url === undefined ? {} : { [names.url]: url }) }
    if (active && settings[names.url] === null)
      throw new InvalidInput({ webhook_url: ['The webhook url field is required.'] })
    await updateAssistantRow(tx.db, tx.account.id, assistantId, { settings, completes: false })
  })
}
