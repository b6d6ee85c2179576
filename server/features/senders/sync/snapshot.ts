// An account's numbers and templates, as the carrier lists them at one moment.
import { carrierAccountFor } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierSender, CarrierTemplate } from '#server/ports/carrier.ts'
import { type CarrierState, carrierState, removedState, type Sender } from '../sender/sender.ts'

export interface Snapshot {
  carrierAccountId: string
  /** The time before the request. */
  askedAt: Timestamp
  senders: CarrierSender[]
  templates: CarrierTemplate[]
}

/** Throws `OutsideError`. */
export async function takeSnapshot(ctx: AccountContext): Promise<Snapshot> {
  const account = await carrierAccountFor(ctx)
  const askedAt = await selectNow(ctx.db)
  const { messages } = ctx.carriers.of(account)
  const [senders, templates] = await Promise.all([messages.listSenders(account), messages.listTemplates(account)])
  return {
    carrierAccountId: account.externalId,
    askedAt,
    senders: sanitize(senders),
    // A list that changes while its pages are read can contain an entry twice.
    templates: [...new Map(sanitize(templates).map((template) => [template.externalId, template])).values()],
  }
}

/** Removes characters that PostgreSQL cannot store, so that one invalid text does not block the others. */
function sanitize<T>(list: T): T {
  return JSON.parse(JSON.stringify(list), (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  ) as T
}

export function stateIn(
  { carrierAccountId, senders }: Pick<Snapshot, 'carrierAccountId' | 'senders'>,
  sender: Pick<Sender, 'carrierAccountId' | 'phoneNumber'>,
): CarrierState {
  if (sender.carrierAccountId !== carrierAccountId) return removedState
  const listed = senders.find(({ phoneNumber }) => phoneNumber === sender.phoneNumber)
  return listed ? carrierState(listed) : removedState
}
