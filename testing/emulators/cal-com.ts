// Emulates the endpoints of Cal.com that Parley uses, and records violations of its protocol.
import {
  type Answer,
  type Appointment,
  bookAt,
  type EmulatorState,
  type Exchange,
  isFree,
  openCalendarEmulator,
  unavailable,
} from './calendar.ts'

export const calComEventType = '4711'

const utcForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/

export const openCalCom = () => openCalendarEmulator(handle)

function handle(state: EmulatorState, exchange: Exchange): Answer | undefined {
  const { method, url } = exchange
  switch (`${method} ${url.pathname}`) {
    case 'GET /v2/me':
      return success({ id: 17, username: 'ada', name: 'Ada', email: 'ada@example.com', timeZone: 'Europe/Berlin' })
    case 'GET /v2/event-types':
      expectVersion(state, exchange, '2024-06-14')
      return success([{ id: Number(calComEventType), title: 'Consultation', lengthInMinutes: 30 }])
    case 'GET /v2/slots':
      return findSlots(state, exchange)
    case 'GET /v2/bookings':
      return findBookings(state, exchange)
    case 'POST /v2/bookings':
      return book(state, exchange)
    default:
      return undefined
  }
}

function findSlots(state: EmulatorState, exchange: Exchange): Answer {
  expectVersion(state, exchange, '2024-09-04')
  const query = exchange.url.searchParams
  for (const name of ['start', 'end'])
    if (!utcForm.test(query.get(name) ?? '')) state.violations.push(`${name} of slots is not in UTC`)
  if (query.get('eventTypeId') !== calComEventType) state.violations.push('slots of an unknown event type')
  const from = Date.parse(query.get('start')!)
  const to = Date.parse(query.get('end')!)
  const days: Record<string, { start: string }[]> = {}
  for (const ms of state.slots.filter((one) => one >= from && one < to && isFree(state, one))) {
    const start = new Date(ms).toISOString()
    days[start.slice(0, 10)] ??= []
    days[start.slice(0, 10)]!.push({ start })
  }
  return success(days)
}

function findBookings(state: EmulatorState, exchange: Exchange): Answer {
  expectVersion(state, exchange, '2024-08-13')
  const query = exchange.url.searchParams
  const names = ['attendeeEmail', 'eventTypeId', 'afterStart', 'status', 'sortStart', 'take']
  for (const name of query.keys()) if (!names.includes(name)) state.violations.push(`unknown ${name}`)
  const after = Date.parse(query.get('afterStart') ?? '1970-01-01')
  const found = state.appointments.filter(
    ({ email, startMs }) =>
      state.ignoresFilters || (email === query.get('attendeeEmail')?.toLowerCase() && startMs >= after),
  )
  return success(found.map(present))
}

function book(state: EmulatorState, exchange: Exchange): Answer {
  expectVersion(state, exchange, '2024-08-13')
  const { body } = exchange
  const attendee = body['attendee'] as Record<string, string>
  const { start, eventTypeId, metadata } = body as { start: string; eventTypeId: number; metadata: object }
  if (!utcForm.test(start)) state.violations.push('the start of a booking is not in UTC')
  if (eventTypeId !== Number(calComEventType)) state.violations.push('a booking of an unknown event type')
  for (const [key, value] of Object.entries(metadata))
    if (key.length > 40 || typeof value !== 'string' || value.length > 500) state.violations.push('invalid metadata')
  for (const name of ['name', 'email', 'timeZone'])
    if (!attendee[name]) state.violations.push(`an attendee without ${name}`)
  const startMs = Date.parse(start)
  const { appointment, fault } = bookAt(state, { startMs, email: attendee['email']!.toLowerCase(), body })
  if (fault) return unavailable
  if (!appointment)
    return {
      status: 400,
      body: { status: 'error', error: { message: 'User already has booking at this time or is not available' } },
    }
  return { ...success(present(appointment)), status: 201 }
}

const present = ({ ref, startMs, email }: Appointment) => ({
  uid: ref,
  status: 'accepted',
  start: new Date(startMs).toISOString(),
  eventTypeId: Number(calComEventType),
  attendees: [{ name: 'Grace', email, timeZone: 'Europe/Berlin' }],
})

const success = (data: unknown): Answer => ({ body: { status: 'success', data } })

function expectVersion(state: EmulatorState, { method, url, headers }: Exchange, version: string): void {
  if (headers['cal-api-version'] !== version)
    state.violations.push(`${method} ${url.pathname} with version ${headers['cal-api-version']}`)
}
