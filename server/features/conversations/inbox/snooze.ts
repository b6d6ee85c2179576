// Snoozes a conversation until a time, or until the customer writes.
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput, orRefuse } from '#server/platform/refusal.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { updateSnooze } from './store-inbox.ts'

const maxMs = 366 * 86_400_000

/** Null ends the snooze. Refuses with `CONVERSATION_NOT_FOUND`; throws `InvalidInput` for a time that is past or too late. */
export async function snooze(ctx: AccountContext, uuid: string, until: string | null): Promise<Timestamp | null> {
  const time = until === null ? null : new Date(until)
  const delayMs = time ? time.getTime() - ctx.now().getTime() : 0
  if (time && !(delayMs > 0 && delayMs <= maxMs))
    throw new InvalidInput({ until: ['The until must be in the future, and at most a year from now.'] })
  const snoozed = orRefuse(await updateSnooze(ctx.db, ctx.account.id, uuid, time), 'CONVERSATION_NOT_FOUND')
  return snoozed.snoozedUntil
}
