// The parts that the emulators of calendar providers share: slots, appointments, injected faults and violations.
import { openReceiver, type ReceivedRequest, type ReceiverAnswer } from './receiver.ts'

export const emulatedApiKey = 'cal_live_0123456789abcdef'

export interface Appointment {
  ref: string
  startMs: number
  email: string
  body: Record<string, unknown>
}

/** What happens to the next booking request: it fails without an effect, or its response is lost. */
export type Fault = 'fail' | 'lose_response'

export interface EmulatorState {
  url: string
  /** The starts of all slots. Booked ones are not free. */
  slots: number[]
  appointments: Appointment[]
  violations: string[]
  faults: Fault[]
  /** It lists all bookings. */
  ignoresFilters?: boolean
}

export interface Exchange {
  method: string
  url: URL
  headers: ReceivedRequest['headers']
  body: Record<string, unknown>
}

export interface Answer {
  status?: number
  body: unknown
}

/** `handle` returns undefined for an unknown endpoint. */
export async function openCalendarEmulator(handle: (state: EmulatorState, exchange: Exchange) => Answer | undefined) {
  const state: EmulatorState = { url: '', slots: [], appointments: [], violations: [], faults: [] }
  const violation = (text: string): void => void state.violations.push(text)

  function answer(request: ReceivedRequest): ReceiverAnswer {
    const { method, headers } = request
    const url = new URL(request.path, state.url)
    if (headers.authorization !== `Bearer ${emulatedApiKey}`)
      return json({ status: 401, body: { message: 'Unauthorized' } })
    if (method === 'POST' && headers['content-type'] !== 'application/json') violation('a body that is not JSON')
    const body = request.body.length === 0 ? {} : JSON.parse(request.body.toString())
    const reply = handle(state, { method, url, headers, body })
    if (!reply) violation(`an unknown endpoint: ${method} ${url.pathname}`)
    return json(reply ?? { status: 404, body: { message: 'Not found' } })
  }

  const receiver = await openReceiver(answer)
  state.url = receiver.url
  return Object.assign(state, {
    host: new URL(receiver.url).host,
    requests: receiver.requests,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  })
}

function json({ status = 200, body }: Answer): ReceiverAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Books the slot once, subject to the next injected fault. Returns undefined if the slot is not free. */
export function bookAt(
  state: EmulatorState,
  { startMs, email, body }: Omit<Appointment, 'ref'>,
): { appointment: Appointment | undefined; fault: Fault | undefined } {
  const fault = state.faults.shift()
  if (fault === 'fail' || !isFree(state, startMs)) return { appointment: undefined, fault }
  const appointment = { ref: `appointment-${state.appointments.length + 1}`, startMs, email, body }
  state.appointments.push(appointment)
  return { appointment, fault }
}

export const isFree = ({ slots, appointments }: EmulatorState, startMs: number): boolean =>
  slots.includes(startMs) && !appointments.some((one) => one.startMs === startMs)

export const unavailable: Answer = { status: 503, body: { message: 'Service unavailable' } }
