// Books an appointment once: repeated and concurrent requests for the same one find the one that was made.
import { createHash } from 'node:crypto'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { Calendar } from './calendar.ts'
import { accessTo, providers } from './providers/index.ts'
import type { Booking, BookingRequest } from './providers/provider.ts'
import { lockCalendar } from './store.ts'
import {
  type BookingClaim,
  claimBooking,
  completeBooking,
  countBookings,
  deleteOldBookings,
  releaseBooking,
} from './store-bookings.ts'

/** A provider has processed a request within this time even if its response was lost. */
const leaseMs = 60_000
/** For one call or conversation. */
const maxBookings = 5

export type BookingOutcome =
  | Booking
  | { kind: 'rejected' }
  | { kind: 'in_progress' }
  | { kind: 'unknown' }
  | { kind: 'too_many' }

export interface BookingInput extends Omit<BookingRequest, 'bookingKey'> {
  /** The call or conversation. */
  source: string
}

/** Throws `BoxError`, and `OutsideError` if nothing was booked. */
export async function bookSlot(ctx: AccountContext, calendar: Calendar, input: BookingInput): Promise<BookingOutcome> {
  const request = { ...input, bookingKey: keyOf(input) }
  const claim = { calendarId: calendar.id, bookingKey: request.bookingKey, source: input.source }
  const access = accessTo(ctx, calendar)
  const refused = await takeClaim(ctx, claim)
  if (refused) return refused
  const provider = providers[calendar.provider]
  let wasRequested = false
  try {
    const found = await provider.findBooking(access, request)
    wasRequested = found === undefined
    const booking = found ?? (await provider.book(access, request))
    await settleClaim(ctx, claim, booking)
    return booking
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    if (!wasRequested || hasNoEffect(error)) {
      const found = wasRequested ? await findQuietly(() => provider.findBooking(access, request)) : undefined
      if (found) {
        await settleClaim(ctx, claim, found)
        return found
      }
      await releaseBooking(ctx.db, ctx.account.id, claim)
      if (error.code === 'calendar_rejected') return { kind: 'rejected' }
      throw error
    }
    const found = await findQuietly(() => provider.findBooking(access, request))
    if (found) await settleClaim(ctx, claim, found)
    // The claim expires when the provider has certainly processed the request.
    return found ?? { kind: 'unknown' }
  }
}

/** The same appointment of the same customer. */
function keyOf({ eventType, startMs, email }: BookingInput): string {
  return createHash('sha256')
    .update(JSON.stringify([eventType, startMs, email.toLowerCase()]))
    .digest('hex')
}

/** Returns the outcome if the booking must not be requested now. */
function takeClaim(ctx: AccountContext, claim: BookingClaim): Promise<BookingOutcome | undefined> {
  return transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    await lockCalendar(tx.db, accountId, claim.calendarId)
    await deleteOldBookings(tx.db, accountId)
    if (!(await claimBooking(tx.db, accountId, claim, leaseMs))) return { kind: 'in_progress' }
    if ((await countBookings(tx.db, accountId, claim.source)) <= maxBookings) return undefined
    await releaseBooking(tx.db, accountId, claim)
    return { kind: 'too_many' }
  })
}

function settleClaim(ctx: AccountContext, claim: BookingClaim, { kind }: Booking): Promise<void> {
  const settle = kind === 'booked' ? completeBooking : releaseBooking
  return settle(ctx.db, ctx.account.id, claim)
}

/** The provider has refused the request, or it was never sent. */
function hasNoEffect({ code }: OutsideError): boolean {
  return (
    code === 'connect_failed' ||
    code === 'address_refused' ||
    (code.startsWith('calendar_') && code !== 'calendar_unavailable')
  )
}

async function findQuietly(find: () => Promise<Booking | undefined>): Promise<Booking | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}
