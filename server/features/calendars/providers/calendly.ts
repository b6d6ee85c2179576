// Calendly, API version 2 (developer.calendly.com/api-docs), with the Scheduling API where the owner's plan has it.
import { OutsideError } from '#server/platform/outside-error.ts'
import type { EventType } from '../calendar.ts'
import type { Booking, BookingRequest, CalendarProvider, ProviderAccess, SlotQuery } from './provider.ts'
import { fieldOf, listOf, requestJson, textOf, timeOf } from './request-json.ts'

const weekMs = 7 * 24 * 60 * 60_000
const maxPages = 5
const pageSize = '100'

export const calendly: CalendarProvider = {
  async inspect(access) {
    const me = await requestJson(access, { path: '/users/me' })
    const ref = textOf(me, 'resource', 'uri')
    if (ref === undefined) throw unreadable()
    return { ref, name: textOf(me, 'resource', 'name') ?? '', eventTypes: await listEventTypes(access, ref) }
  },

  /** Calendly answers for at most seven days at once. */
  async findSlots(access, query) {
    const slots: number[] = []
    for (let fromMs = query.fromMs; fromMs < query.toMs; fromMs += weekMs) {
      const toMs = Math.min(query.toMs, fromMs + weekMs)
      slots.push(...(await slotsOfWeek(access, { ...query, fromMs, toMs })))
    }
    return slots.sort((a, b) => a - b)
  },

  async findBooking(access, { eventType, startMs, email }) {
    const reply = await requestJson(access, {
      path: '/scheduled_events',
      query: {
        user: access.ownerRef,
        invitee_email: email,
        status: 'active',
        min_start_time: utc(startMs),
        max_start_time: utc(startMs + 60_000),
        count: pageSize,
      },
    })
    const event = listOf(reply, 'collection').find(
      (slot) => timeOf(slot, 'start_time') === startMs && fieldOf(slot, 'event_type') === eventType,
    )
    const ref = textOf(event, 'uri')
    return ref === undefined ? undefined : { kind: 'booked', ref, status: textOf(event, 'status') ?? 'active' }
  },

  async book(access, request) {
    try {
      return await createInvitee(access, request)
    } catch (error) {
      // Calendly answers with 403 if the plan does not include the Scheduling API.
      if (!(error instanceof OutsideError) || error.code !== 'calendar_forbidden') throw error
      return createLink(access, request)
    }
  },
}

async function listEventTypes(access: Omit<ProviderAccess, 'ownerRef'>, user: string): Promise<EventType[]> {
  const types: EventType[] = []
  let token: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = { user, active: 'true', count: pageSize, ...(token === undefined ? {} : { page_token: token }) }
    const reply = await requestJson(access, { path: '/event_types', query })
    types.push(...listOf(reply, 'collection').flatMap(readEventType))
    token = textOf(reply, 'pagination', 'next_page_token')
    if (token === undefined) break
  }
  return types
}

function readEventType(value: unknown): EventType[] {
  const ref = textOf(value, 'uri')
  const minutes = fieldOf(value, 'duration')
  if (ref === undefined) return []
  const durationMinutes = Number.isSafeInteger(minutes) ? (minutes as number) : 0
  return [{ ref, name: textOf(value, 'name') ?? '', durationMinutes }]
}

async function slotsOfWeek(access: ProviderAccess, { eventType, fromMs, toMs, signal }: SlotQuery): Promise<number[]> {
  const query = { event_type: eventType, start_time: utc(fromMs), end_time: utc(toMs) }
  const reply = await requestJson(access, { path: '/event_type_available_times', query, signal })
  return listOf(reply, 'collection')
    .filter((slot) => fieldOf(slot, 'status') === 'available')
    .flatMap((slot) => timeOf(slot, 'start_time') ?? [])
}

async function createInvitee(access: ProviderAccess, request: BookingRequest): Promise<Booking> {
  const { eventType, startMs, name, email, timeZone, bookingKey } = request
  const location = await locationFor(access, request)
  const reply = await requestJson(access, {
    method: 'POST',
    path: '/invitees',
    body: {
      event_type: eventType,
      start_time: utc(startMs),
      invitee: { name, email, timezone: timeZone },
      ...(location === undefined ? {} : { location }),
      tracking: { utm_content: bookingKey },
    },
  })
  const ref = textOf(reply, 'resource', 'event') ?? textOf(reply, 'resource', 'uri')
  if (ref === undefined) throw unreadable()
  return { kind: 'booked', ref, status: textOf(reply, 'resource', 'status') ?? 'active' }
}

/** An event type with locations requires one of them. The first one is taken, like on the booking page. */
async function locationFor(
  access: ProviderAccess,
  { eventType, phone }: BookingRequest,
): Promise<Record<string, string> | undefined> {
  const uuid = eventType.slice(eventType.lastIndexOf('/') + 1)
  const reply = await requestJson(access, { path: `/event_types/${encodeURIComponent(uuid)}` })
  const location = listOf(reply, 'resource', 'locations')[0]
  const kind = textOf(location, 'kind')
  if (kind === undefined) return undefined
  const place = kind === 'outbound_call' ? phone : textOf(location, 'location')
  return { kind, ...(place === undefined ? {} : { location: place }) }
}

/** A link for one booking. */
async function createLink(access: ProviderAccess, { eventType }: BookingRequest): Promise<Booking> {
  const body = { max_event_count: 1, owner: eventType, owner_type: 'EventType' }
  const reply = await requestJson(access, { method: 'POST', path: '/scheduling_links', body })
  const url = textOf(reply, 'resource', 'booking_url')
  if (url === undefined || !/^https?:\/\//.test(url)) throw unreadable()
  return { kind: 'link', url }
}

const utc = (ms: number): string => new Date(ms).toISOString()

const unreadable = () =>
  new OutsideError('calendar_unavailable', 'Calendly answered with an unexpected response.', { retryable: true })
