// The tool `calendar_integration`: two functions that find free slots in a calendar and book an appointment.
import { isE164 } from '@parley/rules'
import type { Assistant, BuiltInTool } from '#server/features/assistants/index.ts'
import {
  type BookingOutcome,
  bookSlot,
  daysBetween,
  findCalendarOf,
  findSlots,
  maxDays,
  type ProviderName,
  toLocalDay,
  toLocalIso,
} from '#server/features/calendars/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import { findArgumentError } from './arguments.ts'
import type { Customer, Tool, ToolOutcome, ToolRun } from './tool.ts'

interface Setup {
  ctx: AccountContext
  provider: ProviderName
  eventType: string
  /** The time zone of the assistant. The model can give the one of the customer instead. */
  timeZone: string
  customer: Customer
  purpose: string
}

/** For one function, including its requests to the provider. */
const timeoutMs = 45_000

export function calendarTools(
  ctx: AccountContext,
  { timezone: timeZone }: Pick<Assistant, 'timezone'>,
  { data }: BuiltInTool,
  customer: Customer,
): Tool[] {
  const uri = data['calendly_event_type_uri']
  const number = data['calcom_event_type']
  const eventType = typeof uri === 'string' ? uri : number
  if (typeof eventType !== 'string') return []
  const provider = typeof uri === 'string' ? 'calendly' : 'calcom'
  const purpose = typeof data['description'] === 'string' ? ` ${data['description']}` : ''
  const setup: Setup = { ctx, provider, eventType, timeZone, customer, purpose }
  return [slotsTool(setup), bookingTool(setup)]
}

const day = { type: 'string', description: 'A day as YYYY-MM-DD.' }
const timeZoneSchema = {
  type: 'string',
  description: 'The IANA time zone of the customer, for example Europe/Berlin, if the customer is elsewhere.',
}

function slotsTool(setup: Setup): Tool {
  const { ctx, timeZone, purpose } = setup
  const today = toLocalDay(ctx.now().getTime(), timeZone)
  const parameters = {
    type: 'object',
    properties: { from: day, to: day, time_zone: timeZoneSchema },
    required: ['from'],
    additionalProperties: false,
  }
  return {
    definition: {
      name: 'find_free_slots',
      description: `Finds free slots for an appointment on the days from \`from\` to \`to\`, at most ${maxDays} days. Today is ${today} in ${timeZone}. Offer only slots that it returns.${purpose}`,
      parameters,
    },
    timeoutMs,
    run: (call) => guarded(setup, parameters, call, () => runSlots(setup, call)),
  }
}

const phoneDescription = ({ phone }: Customer): string =>
  `The customer's phone number with the country code, for example +4930123456, ${phone === undefined ? 'if the customer gives it' : 'only if the customer wants to use another one'}.`

function bookingTool(setup: Setup): Tool {
  const parameters = {
    type: 'object',
    properties: {
      start: { type: 'string', description: 'The start of a free slot, exactly as find_free_slots returned it.' },
      name: { type: 'string', minLength: 1, maxLength: 100, description: "The customer's name." },
      email: {
        type: 'string',
        maxLength: 254,
        description: "The customer's email address, confirmed by the customer.",
      },
      phone: { type: 'string', maxLength: 16, description: phoneDescription(setup.customer) },
      time_zone: timeZoneSchema,
    },
    required: ['start', 'name', 'email'],
    additionalProperties: false,
  }
  return {
    definition: {
      name: 'book_appointment',
      description: `Books an appointment in a free slot. Repeat the day, the time and the email address to the customer first.${setup.purpose}`,
      parameters,
    },
    timeoutMs,
    run: (call) => guarded(setup, parameters, call, () => runBooking(setup, call)),
  }
}

const failed = (error: string): ToolOutcome => ({ result: { error } })

async function guarded(
  { ctx }: Setup,
  parameters: Record<string, unknown>,
  { arguments: args, signal }: ToolRun,
  run: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const error = findArgumentError(parameters, args)
  if (error) return failed(error)
  const zone = args['time_zone']
  if (zone !== undefined && !isTimeZone(zone as string)) return failed('The time zone is unknown.')
  try {
    return await run()
  } catch (error) {
    if (error instanceof OutsideError) return failed('The calendar is not available at the moment.')
    if (signal.aborted) return failed('The calendar did not answer in time.')
    if (!(error instanceof BoxError)) throw error
    ctx.log.error({ account: ctx.account.id }, 'the API key of a calendar was encrypted under another master key')
    return failed('The calendar is not available.')
  }
}

const notConnected = failed('The calendar is not connected.')
const dayForm = /^\d{4}-\d\d-\d\d$/
const isDay = (text: string): boolean => dayForm.test(text) && !Number.isNaN(Date.parse(text))

async function runSlots(setup: Setup, { arguments: args, signal }: ToolRun): Promise<ToolOutcome> {
  const { ctx, provider, eventType } = setup
  const from = String(args['from'])
  const to = String(args['to'] ?? from)
  const timeZone = zoneOf(setup, args)
  if (!isDay(from) || !isDay(to)) return failed('The days must be written as YYYY-MM-DD.')
  const days = daysBetween(from, to)
  if (days < 0 || days >= maxDays) return failed(`The days must be a range of at most ${maxDays} days.`)
  const calendar = await findCalendarOf(ctx.db, ctx.account.id, { provider, ref: eventType })
  if (!calendar) return notConnected
  const { slots, hasMore } = await findSlots(ctx, calendar, { eventType, from, to, timeZone, signal })
  return { result: { time_zone: timeZone, free_slots: slots, ...(hasMore && { more_exist: true }) } }
}

const startForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/
const emailForm = /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,190}$/

async function runBooking(setup: Setup, { arguments: args }: ToolRun): Promise<ToolOutcome> {
  const { ctx, provider, eventType, customer } = setup
  const start = String(args['start'])
  const email = String(args['email']).trim()
  const startMs = startForm.test(start) ? Date.parse(start) : Number.NaN
  if (Number.isNaN(startMs)) return failed('The start must be a free slot with its time zone offset.')
  if (startMs <= ctx.now().getTime()) return failed('The start is in the past.')
  if (!emailForm.test(email)) return failed('The email address is invalid.')
  const { phone = customer.phone } = args as { phone?: string }
  if (phone !== undefined && !isE164(phone)) return failed('The phone number is invalid.')
  const calendar = await findCalendarOf(ctx.db, ctx.account.id, { provider, ref: eventType })
  if (!calendar) return notConnected
  const timeZone = zoneOf(setup, args)
  const { source } = customer
  const request = { eventType, startMs, name: String(args['name']), email, timeZone, phone, source }
  return presentOutcome(await bookSlot(ctx, calendar, request), toLocalIso(startMs, timeZone))
}

function presentOutcome(outcome: BookingOutcome, start: string): ToolOutcome {
  switch (outcome.kind) {
    case 'booked':
      return outcome.status === 'pending'
        ? { result: { booked: true, start, must_be_confirmed_by_host: true } }
        : { result: { booked: true, start } }
    case 'link':
      return {
        result: { booked: false, booking_link: outcome.url, reason: 'The customer must book with this link.' },
      }
    case 'rejected':
      return failed('The calendar did not accept the appointment. The slot may be taken: find free slots again.')
    case 'in_progress':
      return failed('This appointment is being booked already. Try again in a minute to learn the result.')
    case 'unknown':
      return failed('It is not known whether the appointment was booked. Try again in a minute to learn the result.')
    case 'too_many':
      return failed('No more appointments can be booked in this conversation.')
  }
}

const zoneOf = ({ timeZone }: Setup, args: Record<string, unknown>): string =>
  typeof args['time_zone'] === 'string' ? args['time_zone'] : timeZone
