// Enables a webhook of an assistant, with a new URL if one is given, or disables it.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput, orRefuse } from '#server/platform/refusal.ts'
import { saveSettings } from './assistant/save-settings.ts'
import { lockAssistant } from './assistant/store.ts'
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
    const assistant = orRefuse(await lockAssistant(tx.db, tx.account.id, assistantId), 'ASSISTANT_NOT_FOUND')
    if (refused !== undefined) throw new InvalidInput({ webhook_url: [refused] })
    const settings = { ...assistant, [names.active]: active, ...(url === undefined ? {} : { [names.url]: url }) }
    if (active && settings[names.url] === null)
      throw new InvalidInput({ webhook_url: ['The webhook url field is required.'] })
    await saveSettings(tx, assistant, { settings, completes: false })
  })
}

/**
 * Enables a webhook with this URL for another feature. Returns false if the assistant does not exist, or if the webhook has
 * another URL.
 */
export async function claimWebhook(
  tx: Tx,
  { assistantId, webhook, url }: { assistantId: number; webhook: AssistantWebhook; url: string },
): Promise<boolean> {
  const names = assistantWebhooks[webhook]
  const assistant = await lockAssistant(tx.db, tx.account.id, assistantId)
  if (!assistant || (assistant[names.url] !== null && assistant[names.url] !== url)) return false
  const settings = { ...assistant, [names.active]: true, [names.url]: url }
  await saveSettings(tx, assistant, { settings, completes: false })
  return true
}

/** Disables the webhook if it still has this URL. */
export async function releaseWebhook(
  tx: Tx,
  { assistantId, webhook, url }: { assistantId: number; webhook: AssistantWebhook; url: string },
): Promise<void> {
  const names = assistantWebhooks[webhook]
  const assistant = await lockAssistant(tx.db, tx.account.id, assistantId)
  if (assistant?.[names.url] !== url) return
  const settings = { ...assistant, [names.active]: false, [names.url]: null }
  await saveSettings(tx, assistant, { settings, completes: false })
}
