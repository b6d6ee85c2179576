// Cal.com, API version 2 (cal.com/docs/api-reference/v2). Each endpoint has its own version header.
import { OutsideError } from '#server/platform/outside-error.ts'
import type { EventType } from '../calendar.ts'
import type { Booking, BookingRequest, CalendarProvider } from './provider.ts'
import { fieldOf, listOf, requestJson, textOf, timeOf } from './request-json.ts'

const versions = {
  eventTypes: { 'cal-api-version': '2024-06-14' },
  slots: { 'cal-api-version': '2024-09-04' },
  bookings: { 'cal-api-version': '2024-08-13' },
}
const maxEventTypes = 200
/** Appointments that take place, or wait for the owner's confirmation. */
const existing: ReadonlySet<string> = new Set(['accepted', 'pending'])

export const calCom: CalendarProvider = {
  async inspect(access) {
    const me = await requestJson(access, { path: '/v2/me' })
    const id = fieldOf(me, 'data', 'id')
    const username = textOf(me, 'data', 'username')
    if (typeof id !== 'number') throw unreadable()
    const types = await requestJson(access, {
      path: '/v2/event-types',
      query: username === undefined ? {} : { username },
      headers: versions.eventTypes,
    })
    return {
      ref: String(id),
      name: textOf(me, 'data', 'name') ?? username ?? '',
      eventTypes: listOf(types, 'data').slice(0, maxEventTypes).flatMap(readEventType),
    }
  },

  async findSlots(access, { eventType, fromMs, toMs, timeZone, signal }) {
    const reply = await requestJson(access, {
      path: '/v2/slots',
      query: { eventTypeId: eventType, start: utc(fromMs), end: utc(toMs), timeZone },
      headers: versions.slots,
      signal,
    })
    const days = fieldOf(reply, 'data')
    if (typeof days !== 'object' || days === null) throw unreadable()
    return Object.values(days)
      .flatMap((slots) => (Array.isArray(slots) ? slots : []))
      .flatMap((slot) => timeOf(slot, 'start') ?? [])
      .sort((a, b) => a - b)
  },

  async findBooking(access, { eventType, startMs, email }) {
    const reply = await requestJson(access, {
      path: '/v2/bookings',
      query: {
        attendeeEmail: email,
        eventTypeId: eventType,
        afterStart: utc(startMs - 60_000),
        status: 'upcoming,unconfirmed',
        sortStart: 'asc',
        take: '50',
      },
      headers: versions.bookings,
    })
    return listOf(reply, 'data')
      .filter((booking) => timeOf(booking, 'start') === startMs && isOf(booking, { eventType, email }))
      .flatMap((booking) => readBooking(booking) ?? [])[0]
  },

  async book(access, { eventType, startMs, name, email, timeZone, phone, bookingKey }) {
    const reply = await requestJson(access, {
      method: 'POST',
      path: '/v2/bookings',
      headers: versions.bookings,
      body: {
        eventTypeId: Number(eventType),
        start: utc(startMs),
        attendee: { name, email, timeZone, ...(phone === undefined ? {} : { phoneNumber: phone }) },
        metadata: { bookingKey },
      },
    })
    const booking = readBooking(fieldOf(reply, 'data'))
    if (!booking) throw unreadable()
    return booking
  },
}

/** A server that ignores the filters returns bookings of others. Older ones do not say whose a booking is. */
function isOf(booking: unknown, { eventType, email }: Pick<BookingRequest, 'eventType' | 'email'>): boolean {
  const emails = listOf(booking, 'attendees').flatMap((attendee) => textOf(attendee, 'email')?.toLowerCase() ?? [])
  if (emails.length > 0 && !emails.includes(email.toLowerCase())) return false
  return String(fieldOf(booking, 'eventTypeId') ?? eventType) === eventType
}

function readEventType(value: unknown): EventType[] {
  const id = fieldOf(value, 'id')
  const minutes = fieldOf(value, 'lengthInMinutes')
  if (!Number.isSafeInteger(id)) return []
  const durationMinutes = Number.isSafeInteger(minutes) ? (minutes as number) : 0
  return [{ ref: String(id), name: textOf(value, 'title') ?? '', durationMinutes }]
}

function readBooking(value: unknown): Booking | undefined {
  const ref = textOf(value, 'uid')
  const status = textOf(value, 'status')
  if (ref === undefined || status === undefined || !existing.has(status)) return undefined
  return { kind: 'booked', ref, status }
}

const utc = (ms: number): string => new Date(ms).toISOString()

const unreadable = () =>
  new OutsideError('calendar_unavailable', 'Cal.com answered with an unexpected response.', { retryable: true })
