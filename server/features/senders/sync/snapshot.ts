// What the carrier says of an account's numbers and templates at one moment.
import type { AccountContext } from '#server/platform/context/context.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierSender, CarrierTemplate } from '#server/ports/carrier.ts'
import { carrierAccountFor } from '../carrier-account/carrier-account.ts'

export interface Snapshot {
  carrierAccountSid: string
  /** Before the carrier was asked. */
  askedAt: Timestamp
  senders: CarrierSender[]
  templates: CarrierTemplate[]
}

/** Throws `OutsideError`. */
export async function takeSnapshot(ctx: AccountContext): Promise<Snapshot> {
  const account = await carrierAccountFor(ctx)
  const askedAt = await selectNow(ctx.db)
  const [senders, templates] = await Promise.all([ctx.carrier.listSenders(account), ctx.carrier.listTemplates(account)])
  return {
    carrierAccountSid: account.accountSid,
    askedAt,
    senders: storable(senders),
    // A list that changes while its pages are read can name one twice.
    templates: [...new Map(storable(templates).map((template) => [template.sid, template])).values()],
  }
}

/** Without what no column can hold: one odd text must not keep all the others from being stored. */
function storable<T>(told: T): T {
  return JSON.parse(JSON.stringify(told), (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  ) as T
}
