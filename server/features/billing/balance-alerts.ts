// The alerts about the balance of an account: their settings, and what happens when a threshold is crossed.
import type { EventPayload } from '#contract/events/events.ts'
import type { PayloadOf } from '#contract/events/webhook-payloads.ts'
import { queueMail } from '#server/features/mail/index.ts'
import { deliverWebhook, hookName, parseHook } from '#server/features/webhooks/index.ts'
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { isMailAddress } from '#server/platform/text/mail-address.ts'
import { dateToIsoMicros } from '#server/platform/time/timestamps.ts'
import { inUnit, presentUsd, unitOf } from './present.ts'
import { type BalanceAlerts, findAlerts, lockBalance, removeAlertWebhook, saveAlerts } from './store-alerts.ts'

export interface AlertSettings {
  thresholds: readonly number[]
  webhookUrl: string | null
  emails: string[]
}

/** Replaces all settings. Throws `InvalidInput` for a URL or an address that cannot be used. */
export async function setBalanceAlerts(ctx: AccountContext, settings: AlertSettings): Promise<BalanceAlerts> {
  const { webhookUrl, emails } = settings
  const refused = webhookUrl === null ? undefined : ctx.fetcher.refuses(webhookUrl)
  const hasWrongAddress = !emails.every(isMailAddress)
  if (refused !== undefined || hasWrongAddress)
    throw new InvalidInput({
      ...(refused !== undefined && { webhook_url: [refused] }),
      ...(hasWrongAddress && { emails: ['The emails must be valid email addresses.'] }),
    })
  const thresholds = [...new Set(settings.thresholds)]
  return transaction(ctx, async (tx) => {
    await lockBalance(tx.db, tx.account.id)
    await saveAlerts(tx.db, tx.account.id, { webhookUrl, emails: [...new Set(emails)], thresholds })
    return findAlerts(tx.db, tx.account.id)
  })
}

const webhookName = 'alerts'
const hookOwner = 'balance'

/** Queues the webhook and the mails in the transaction that has crossed the threshold. */
export async function sendBalanceAlert(
  tx: Tx,
  { thresholdMicros, balanceMicros }: EventPayload<'balance.low'>,
): Promise<void> {
  const { account, settings } = tx
  const { webhookUrl, emails } = await findAlerts(tx.db, account.id)
  const payload: PayloadOf<'balance.low'> = {
    event: 'balance_low',
    threshold_usd: presentUsd(thresholdMicros),
    balance_usd: presentUsd(balanceMicros),
    balance: inUnit(account.kind, balanceMicros, settings.prices),
    unit: unitOf(account.kind),
    timestamp: dateToIsoMicros(tx.now()),
  }
  if (webhookUrl !== null) {
    const hook = hookName(hookOwner, account.id, webhookName, webhookUrl)
    await deliverWebhook(tx, { url: webhookUrl, kind: 'balance.low', subject: 'balance', payload, hook })
  }
  const alertId = tx.newId()
  for (const [index, to] of emails.entries())
    await queueMail(tx, {
      key: `balance-low:${account.id}:${alertId}:${index}`,
      to,
      ...mailOf(payload, settings.publicUrl),
    })
}

function mailOf({ balance_usd, threshold_usd, balance, unit }: PayloadOf<'balance.low'>, publicUrl: string) {
  const dollars = (amount: number) => `$${amount.toFixed(2)}`
  return {
    subject: `Your balance is below ${dollars(threshold_usd)}`,
    text: [
      `The balance of your account at ${publicUrl} is ${dollars(balance_usd)} (${balance.toFixed(2)} ${unit}).`,
      `It has fallen below ${dollars(threshold_usd)}.`,
      '',
      'When nothing is left, assistants no longer answer and calls are not made.',
      'There is no further mail about this threshold until the balance has reached it again.',
      '',
    ].join('\n'),
  }
}

/** The receiver has responded with 410. */
export async function disableAlertWebhook(
  { db }: AppContext,
  { accountId, hook }: EventPayload<'webhook.gone'>,
): Promise<void> {
  const parsed = parseHook(hook, hookOwner, [webhookName])
  if (parsed) await removeAlertWebhook(db, accountId, parsed.urlSha256)
}
