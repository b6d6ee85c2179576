// Counts an outgoing call towards the limits of its account, or refuses it.

import type { Tx } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { counted } from '#server/platform/text/counted.ts'
import { checkDestination, isFictional } from './check-destination.ts'
import { type CallingPolicy, callingPolicyOf } from './policy.ts'
import {
  type CallCounts,
  countCalls,
  endDialledCall,
  hasDialledCall,
  insertDialledCall,
  lockDialling,
} from './store.ts'

export interface Destination {
  /** Identifies the call: a repeated reservation is counted once. */
  ref: string
  /** E.164. */
  to: string
  /** The estimated cost, such as the amount on hold. */
  amountMicros: number
  /** The longest time until the call has ended, with its ringing time. */
  forMs: number
}

export class CallingLimitReached extends Refusal {
  readonly limit: keyof CallCounts

  constructor(limit: keyof CallCounts, message: string) {
    super('CALLING_LIMIT_REACHED', message)
    this.limit = limit
  }
}

/**
 * For every call that Parley dials, also for transfers. Refuses with `DESTINATION_FORBIDDEN` and `CALLING_LIMIT_REACHED`.
 * Reservations of one account wait for each other until their transactions end.
 */
export async function reserveDestination(tx: Tx, { to, ...call }: Destination): Promise<void> {
  const policy = await callingPolicyOf(tx)
  const fault = checkDestination(to, policy)
  if (fault) throw new Refusal('DESTINATION_FORBIDDEN', fault.message)
  await lockDialling(tx.db, tx.account.id)
  if (await hasDialledCall(tx.db, tx.account.id, call.ref)) return
  const counts = await countCalls(tx.db, tx.account.id, to)
  const reached = limitReached(counts, policy, { to, amountMicros: call.amountMicros })
  if (reached) {
    tx.log.warn({ accountId: tx.account.id, limit: reached }, 'an account has reached a limit for outgoing calls')
    throw new CallingLimitReached(reached, messages[reached](policy))
  }
  await insertDialledCall(tx.db, tx.account.id, { ...call, phoneNumber: to })
}

/**
 * For transactions that end a reserved call, before they charge it: a reservation is counted before money is held, so
 * charging first would lead to deadlocks.
 */
export const lockDestinations = (tx: Tx): Promise<void> => lockDialling(tx.db, tx.account.id)

/** For every reserved call when it is over, with its actual cost, after `lockDestinations`. Can be repeated. */
export async function endDestination(tx: Tx, call: { ref: string; amountMicros: number }): Promise<void> {
  await endDialledCall(tx.db, tx.account.id, call)
}

/** Numbers of a local carrier cost nothing and disturb no one, so they can be called again and again. */
function limitReached(
  counts: CallCounts,
  policy: CallingPolicy,
  { to, amountMicros }: { to: string; amountMicros: number },
): keyof CallCounts | undefined {
  const isLocal = policy.allowsFictional && isFictional(to)
  return (Object.keys(messages) as (keyof CallCounts)[]).find((limit) => {
    if (isLocal && (limit === 'callsPerHourToNumber' || limit === 'callsPerHourToPrefix')) return false
    const added = limit.startsWith('spend') ? amountMicros : 1
    return counts[limit] + added > policy[limit]
  })
}

const messages: Record<keyof CallCounts, (policy: CallingPolicy) => string> = {
  concurrentCalls: ({ concurrentCalls: max }) => `The account may have ${counted(max, 'call')} at the same time.`,
  callsPerMinute: ({ callsPerMinute: max }) => `The account may start ${counted(max, 'call')} per minute.`,
  callsPerHourToNumber: ({ callsPerHourToNumber: max }) =>
    `The account may call this phone number ${counted(max, 'time')} per hour.`,
  callsPerHourToPrefix: ({ callsPerHourToPrefix: max }) =>
    `The account may call phone numbers that begin like this one ${counted(max, 'time')} per hour.`,
  spendPerHourMicros: () => 'The account has reached its spending limit for calls per hour.',
  spendPerDayMicros: () => 'The account has reached its spending limit for calls per day.',
}
