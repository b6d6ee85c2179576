// Sets the inbound webhook of a sender at the carrier.
import { carrierAccountFor, isReachable, requestCarrier } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getSender } from './get-sender.ts'
import type { Sender } from './sender/sender.ts'
import { findSender, saveInboundWebhook } from './sender/store.ts'

/**
 * Replaces any other URL. Refuses with `SENDER_NOT_FOUND`, `PUBLIC_URL_PRIVATE`, `CARRIER_UNAVAILABLE` and
 * `PROVIDER_ERROR_*`.
 */
export async function setWebhook(ctx: AccountContext, id: number): Promise<Sender> {
  const sender = await getSender(ctx, id)
  if (!isReachable(ctx)) throw new Refusal('PUBLIC_URL_PRIVATE')
  await requestCarrier(() => setInboundWebhook(ctx, sender))
  return (await findSender(ctx.db, ctx.account.id, id)) ?? sender
}

/** Sets the webhook of senders that have none. Failures are logged; the next synchronization tries again. */
export async function setMissingWebhooks(ctx: AccountContext, senders: readonly Sender[]): Promise<void> {
  if (!isReachable(ctx)) return
  for (const sender of senders.filter(({ inboundWebhook }) => inboundWebhook?.url === null)) {
    try {
      await setInboundWebhook(ctx, sender)
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      ctx.log.warn({ sender: sender.id, failure: error.code }, 'the inbound webhook of a sender could not be set')
    }
  }
}

async function setInboundWebhook(ctx: AccountContext, { id, externalId }: Sender): Promise<void> {
  const account = await carrierAccountFor(ctx)
  const { messages } = ctx.carriers.of(account)
  await messages.setInboundWebhook(account, externalId ?? '')
  await saveInboundWebhook(ctx.db, ctx.account.id, { id, webhook: { url: messages.inboundUrl, method: 'POST' } })
}
