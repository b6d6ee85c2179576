// Maps balance alerts to their API representation.
import type { billing } from '#contract/account/billing.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { isMailConfigured } from '#server/features/mail/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { presentUsd } from './present.ts'
import type { BalanceAlerts } from './store-alerts.ts'

export const presentAlerts = (
  { thresholds, webhookUrl, emails }: BalanceAlerts,
  ctx: Pick<AccountContext, 'settings'>,
): ReplyOf<typeof billing.getBalanceAlerts> => ({
  thresholds: thresholds.map(({ micros, crossedAt }) => ({
    threshold_usd: presentUsd(micros),
    is_below: crossedAt !== null,
    crossed_at: crossedAt === null ? null : toIsoMicros(crossedAt),
  })),
  webhook_url: webhookUrl,
  emails,
  can_send_mail: isMailConfigured(ctx),
})
