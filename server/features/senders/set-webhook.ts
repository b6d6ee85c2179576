// Having the carrier bring us what people write to a sender: asked for, or where it would bring it nowhere.
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { carrierAccountFor } from './carrier-account/carrier-account.ts'
import { requestCarrier } from './carrier-account/request-carrier.ts'
import { getSender } from './get-sender.ts'
import { inboundWebhookUrl } from './sender/inbound-webhook.ts'
import type { Sender } from './sender/sender.ts'
import { findSender, saveInboundWebhook } from './sender/store.ts'

/** Replaces what stands there. Refuses with `SENDER_NOT_FOUND`, `PUBLIC_URL_PRIVATE`, `CARRIER_UNAVAILABLE` and `PROVIDER_ERROR_*`. */
export async function setWebhook(ctx: AccountContext, id: number): Promise<Sender> {
  const sender = await getSender(ctx, id)
  if (!canBeReached(ctx)) throw new Refusal('PUBLIC_URL_PRIVATE')
  await requestCarrier(() => enter(ctx, sender))
  return (await findSender(ctx.db, ctx.account.id, id)) ?? sender
}

/** Never replaces an address: somebody entered it. What fails stays for the next time. */
export async function fillWebhooks(ctx: AccountContext, senders: readonly Sender[]): Promise<void> {
  if (!canBeReached(ctx)) return
  for (const sender of senders.filter(({ inboundWebhook }) => inboundWebhook?.url === null)) {
    try {
      await enter(ctx, sender)
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      ctx.log.warn({ sender: sender.id, failure: error.code }, 'the inbound webhook of a sender could not be set')
    }
  }
}

async function enter(ctx: AccountContext, { id, carrierSid }: Sender): Promise<void> {
  const url = inboundWebhookUrl(ctx.settings)
  await ctx.carrier.setInboundWebhook(await carrierAccountFor(ctx), carrierSid ?? '', url)
  await saveInboundWebhook(ctx.db, ctx.account.id, { id, webhook: { url, method: 'POST' } })
}

/** An address that the carrier cannot reach would only hide that nothing comes. */
const canBeReached = ({ settings, fetcher }: AccountContext): boolean =>
  settings.carrierIsLocal || fetcher.refuses(settings.publicUrl) === undefined
