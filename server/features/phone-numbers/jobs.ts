// Settles purchases whose outcome is unknown, sets missing webhooks, and deletes calls that limits no longer count.
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountBySid } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { CronJob } from '#server/platform/jobs/jobs.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { OutcomePending } from '#server/platform/refusal.ts'
import { deleteOldCalls } from './calling/store.ts'
import { selectUnsettled, withdrawPurchase } from './number/store.ts'
import { findAtCarrier, finishPurchase } from './purchase-phone-number.ts'
import { setMissingSmsWebhooks } from './set-missing-webhooks.ts'

const quietForMs = 2 * 60_000

async function settlePurchases(context: AppContext): Promise<void> {
  for (const claim of await selectUnsettled(context.db, quietForMs)) {
    const ctx = await actFor(context, claim.accountId)
    const account = await findCarrierAccountBySid(context, claim.carrierAccountSid)
    if (!ctx || !account) continue
    try {
      const bought = await findAtCarrier(ctx, account, claim)
      if (bought) await finishPurchase(ctx, account, claim, bought)
      else await withdrawPurchase(ctx.db, claim.accountId, claim.id)
    } catch (error) {
      if (!(error instanceof OutsideError || error instanceof OutcomePending)) throw error
      context.log.warn({ phoneNumberId: claim.id }, 'the outcome of a purchase is still unknown')
    }
  }
}

export const phoneNumberCrons: CronJob[] = [
  { name: 'phone-numbers.settle-purchases', match: '*/5 * * * *', run: settlePurchases },
  { name: 'phone-numbers.set-missing-webhooks', match: '29 * * * *', run: setMissingSmsWebhooks },
  { name: 'phone-numbers.forget-calls', match: '37 * * * *', run: ({ db }) => deleteOldCalls(db) },
]
