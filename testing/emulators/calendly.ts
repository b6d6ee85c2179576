// Emulates the endpoints of Calendly that Parley uses, and records violations of its protocol.
import {
  type Answer,
  bookAt,
  type EmulatorState,
  type Exchange,
  isFree,
  openCalendarEmulator,
  unavailable,
} from './calendar.ts'

/** Calendly's identifiers are URLs of its own, whatever its base URL is. */
export const calendlyEventType = 'https://api.calendly.com/event_types/AAAAAAAAAAAAAAAA'
const user = 'https://api.calendly.com/users/ADA'
const weekMs = 7 * 24 * 60 * 60_000
const utcForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3,6})?Z$/

/** `hasSchedulingApi`: the owner's plan includes it. */
export function openCalendly({ hasSchedulingApi = true } = {}) {
  return openCalendarEmulator((state, exchange) => handle(state, exchange, hasSchedulingApi))
}

function handle(state: EmulatorState, exchange: Exchange, hasSchedulingApi: boolean): Answer | undefined {
  const { method, url } = exchange
  switch (`${method} ${url.pathname}`) {
    case 'GET /users/me':
      return { body: { resource: { uri: user, name: 'Ada', email: 'ada@example.com', timezone: 'Europe/Berlin' } } }
    case 'GET /event_types':
      return listEventTypes(state, exchange)
    case 'GET /event_types/AAAAAAAAAAAAAAAA':
      return { body: { resource: { ...eventType, locations: [{ kind: 'outbound_call' }] } } }
    case 'GET /event_type_available_times':
      return findSlots(state, exchange)
    case 'GET /scheduled_events':
      return findEvents(state, exchange)
    case 'POST /invitees':
      if (hasSchedulingApi) return createInvitee(state, exchange)
      return { status: 403, body: { title: 'Permission Denied', message: 'Please upgrade your plan.' } }
    case 'POST /scheduling_links':
      return createLink(state, exchange)
    default:
      return undefined
  }
}

const eventType = { uri: calendlyEventType, name: 'Consultation', active: true, duration: 30 }

/** The event type is on the second page. */
function listEventTypes(state: EmulatorState, { url }: Exchange): Answer {
  if (url.searchParams.get('user') !== user) state.violations.push('event types of an unknown user')
  if (url.searchParams.get('page_token') === 'second')
    return { body: { collection: [eventType], pagination: { next_page_token: null } } }
  return { body: { collection: [], pagination: { next_page_token: 'second' } } }
}

function findSlots(state: EmulatorState, { url }: Exchange): Answer {
  const [from, to] = ['start_time', 'end_time'].map((name) => {
    const text = url.searchParams.get(name) ?? ''
    if (!utcForm.test(text)) state.violations.push(`${name} is not in UTC`)
    return Date.parse(text)
  }) as [number, number]
  if (to - from > weekMs) state.violations.push('a range of more than seven days')
  if (url.searchParams.get('event_type') !== calendlyEventType) state.violations.push('an unknown event type')
  const collection = state.slots
    .filter((ms) => ms >= from && ms < to && isFree(state, ms))
    .map((ms) => ({ status: 'available', invitees_remaining: 1, start_time: new Date(ms).toISOString() }))
  return { body: { collection } }
}

function findEvents(state: EmulatorState, { url: { searchParams: query } }: Exchange): Answer {
  if (query.get('user') !== user) state.violations.push('events of an unknown user')
  const from = Date.parse(query.get('min_start_time') ?? '')
  const to = Date.parse(query.get('max_start_time') ?? '')
  const collection = state.appointments
    .filter(({ email, startMs }) => email === query.get('invitee_email') && startMs >= from && startMs <= to)
    .map(({ ref, startMs }) => ({
      uri: `https://api.calendly.com/scheduled_events/${ref}`,
      status: 'active',
      start_time: new Date(startMs).toISOString(),
      event_type: calendlyEventType,
    }))
  return { body: { collection, pagination: {} } }
}

function createInvitee(state: EmulatorState, { body }: Exchange): Answer {
  const invitee = body['invitee'] as Record<string, string>
  const location = body['location'] as Record<string, string> | undefined
  const startTime = String(body['start_time'])
  if (!utcForm.test(startTime)) state.violations.push('start_time is not in UTC')
  if (body['event_type'] !== calendlyEventType) state.violations.push('an unknown event type')
  for (const name of ['name', 'email', 'timezone'])
    if (!invitee[name]) state.violations.push(`an invitee without ${name}`)
  if (location?.['kind'] !== 'outbound_call' || !location['location'])
    return { status: 400, body: { title: 'Invalid Argument', message: 'The supplied parameters are invalid.' } }
  const { appointment, fault } = bookAt(state, { startMs: Date.parse(startTime), email: invitee['email']!, body })
  if (fault) return unavailable
  if (!appointment) return { status: 400, body: { title: 'Invalid Argument', message: 'The time is not available.' } }
  const event = `https://api.calendly.com/scheduled_events/${appointment.ref}`
  return { status: 201, body: { resource: { uri: `${event}/invitees/1`, event, status: 'active', ...invitee } } }
}

function createLink(state: EmulatorState, { body }: Exchange): Answer {
  if (body['owner'] !== calendlyEventType || body['owner_type'] !== 'EventType' || body['max_event_count'] !== 1)
    state.violations.push('an invalid scheduling link')
  const resource = { booking_url: 'https://calendly.com/d/abc-123/consultation', owner: calendlyEventType }
  return { status: 201, body: { resource: { ...resource, owner_type: 'EventType' } } }
}
