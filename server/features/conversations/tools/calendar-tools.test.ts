// Tests of finding free slots and booking appointments in text conversations and calls.
import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { createScriptedSpeechReader, encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { calComEventType, openCalCom } from '#testing/emulators/cal-com.ts'
import { emulatedApiKey } from '#testing/emulators/calendar.ts'
import { calendlyEventType, openCalendly } from '#testing/emulators/calendly.ts'
import type { Script } from '#testing/language-models/script.ts'

const calCom = await openCalCom()
const calendly = await openCalendly()
const freeCalendly = await openCalendly({ hasSchedulingApi: false })
const emulators = [calCom, calendly, freeCalendly]
const parley = await startTestApp({
  carrier: {},
  jobsRunning: true,
  config: { speech: { default: 'scripted' }, allowPrivate: emulators.map(({ host }) => host) },
  settings: { calendarBaseUrls: { calcom: calCom.url, calendly: calendly.url } },
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  for (const emulator of emulators) await emulator[Symbol.asyncDispose]()
})
afterEach(() => {
  for (const { violations } of emulators) assert.deepEqual(violations, [])
})

const email = 'grace@example.com'
const booking = (start: string, extra: object = {}) => ({
  tool: 'book_appointment',
  id: 'call_1',
  arguments: { start, name: 'Grace', email, phone: '+4930123456', ...extra },
})
const search = (given: Record<string, unknown>) => ({ tool: 'find_free_slots', id: 'call_1', arguments: given })

let days = 0
/** Each test has a day of its own: 10:00, 11:00 and 12:00 in Berlin in summer. */
function newDay(emulator: (typeof emulators)[number]) {
  const date = new Date(Date.UTC(2035, 5, 1 + days++)).toISOString().slice(0, 10)
  const hours = ['08', '09', '10']
  emulator.slots.push(...hours.map((hour) => Date.parse(`${date}T${hour}:00:00Z`)))
  return { date, starts: ['10', '11', '12'].map((hour) => `${date}T${hour}:00:00+02:00`) }
}

type Provider = 'calcom' | 'calendly'
const toolOf = (provider: Provider) =>
  provider === 'calcom'
    ? { type: 'calendar_integration' as const, calcom_event_type: calComEventType }
    : { type: 'calendar_integration' as const, calendly_event_type_uri: calendlyEventType }

async function connect(provider: Provider, baseUrl?: string) {
  const account = await parley.createAccount()
  await account.client.calendars.create({
    provider,
    access_key: emulatedApiKey,
    ...(baseUrl && { server_url: baseUrl }),
  })
  return account
}

async function converse(provider: Provider, baseUrl?: string) {
  const account = await connect(provider, baseUrl)
  const settings = { initial_message: null, timezone: 'Europe/Berlin', tools: [toolOf(provider)] }
  const assistant = await parley.createAssistant(settings, account)
  const start = async () => {
    const { conversation_id: uuid } = await account.client.conversations.create({ assistant_id: assistant.uuid })
    /** Runs the tool calls of one turn, and returns their results. */
    return async (...calls: object[]): Promise<Record<string, unknown>[]> => {
      parley.model.use([{ pieces: calls }, 'Done.'] as Script)
      const { function_calls: made } = await account.client.conversations.sendMessage({ uuid, message: 'Please.' })
      parley.model.use('Done.')
      return made!.map(({ result }) => result as Record<string, unknown>)
    }
  }
  return { account, start, use: await start() }
}

for (const [provider, emulator] of [
  ['calcom', calCom],
  ['calendly', calendly],
] as const) {
  describe(`the calendar tools with ${provider}`, () => {
    it("list free slots in the assistant's or the customer's time zone", async () => {
      const { use } = await converse(provider)
      const { date, starts } = newDay(emulator)
      assert.deepEqual(await use(search({ from: date })), [{ time_zone: 'Europe/Berlin', free_slots: starts }])
      const [there] = await use(search({ from: date, to: date, time_zone: 'America/New_York' }))
      assert.deepEqual(
        there!['free_slots'],
        ['04', '05', '06'].map((hour) => `${date}T${hour}:00:00-04:00`),
      )
    })

    it('list slots over two weeks, and refuse longer ranges and malformed days', async () => {
      const { use } = await converse(provider)
      const { date, starts } = newDay(emulator)
      const before = new Date(Date.parse(date) - 13 * 86_400_000).toISOString().slice(0, 10)
      const [found] = await use(search({ from: before, to: date }))
      assert.deepEqual((found!['free_slots'] as string[]).slice(-3), starts)
      for (const given of [{ from: before, to: '2036-01-01' }, { from: date, to: before }, { from: 'soon' }]) {
        const [refused] = await use(search(given))
        assert.match(String(refused!['error']), /days must be/)
      }
    })

    it('book an appointment, which is then no longer free', async () => {
      const { use } = await converse(provider)
      const { date, starts } = newDay(emulator)
      const before = emulator.appointments.length
      assert.deepEqual(await use(booking(starts[1]!)), [{ booked: true, start: starts[1] }])
      assert.equal(emulator.appointments.length, before + 1)
      const [left] = await use(search({ from: date }))
      assert.deepEqual(left!['free_slots'], [starts[0], starts[2]])
    })

    it('book once if the same appointment is requested again, also at the same time', async () => {
      const { use, start } = await converse(provider)
      const { starts } = newDay(emulator)
      const before = emulator.appointments.length
      const together = await use(booking(starts[0]!), booking(starts[0]!, { name: 'G.' }))
      assert.ok(together.some(({ booked }) => booked === true))
      assert.deepEqual(await (await start())(booking(starts[0]!)), [{ booked: true, start: starts[0] }])
      assert.equal(emulator.appointments.length, before + 1)
    })

    it('find the appointment if the response of the provider is lost', async () => {
      const { use } = await converse(provider)
      const { starts } = newDay(emulator)
      const before = emulator.appointments.length
      emulator.faults.push('lose_response')
      assert.deepEqual(await use(booking(starts[0]!)), [{ booked: true, start: starts[0] }])
      assert.equal(emulator.appointments.length, before + 1)
    })

    it('do not request an appointment again until an unknown outcome is certain', async () => {
      const { use } = await converse(provider)
      const { starts } = newDay(emulator)
      emulator.faults.push('fail')
      assert.match(String((await use(booking(starts[0]!)))[0]!['error']), /not known/)
      assert.match(String((await use(booking(starts[0]!)))[0]!['error']), /being booked already/)
      await parley.turnClock(61_000)
      assert.deepEqual(await use(booking(starts[0]!)), [{ booked: true, start: starts[0] }])
    })

    it('report a slot that another customer has taken, and invalid arguments', async () => {
      const { use } = await converse(provider)
      const { starts, date } = newDay(emulator)
      await use(booking(starts[0]!, { email: 'alan@example.com' }))
      assert.match(String((await use(booking(starts[0]!)))[0]!['error']), /may be taken/)
      for (const [given, message] of [
        [{ email: 'grace' }, /email address is invalid/],
        [{ start: `${date}T10:00:00` }, /time zone offset/],
        [{ start: '2001-01-01T10:00:00Z' }, /in the past/],
        [{ time_zone: 'Mars/Olympus' }, /time zone is unknown/],
        [{ phone: '030 1' }, /phone number is invalid/],
        [{ name: '' }, /arguments are invalid/],
      ] as const)
        assert.match(String((await use(booking(starts[1]!, given)))[0]!['error']), message)
    })
  })
}

it('a conversation books at most five appointments', async () => {
  const { use } = await converse('calcom')
  const starts = [newDay(calCom), newDay(calCom)].flatMap((one) => one.starts)
  const results = []
  for (const start of starts) results.push(...(await use(booking(start))))
  assert.equal(results.filter(({ booked }) => booked === true).length, 5)
  assert.match(String(results.at(-1)!['error']), /No more appointments/)
})

it('a plan of Calendly without bookings gives a link for one booking', async () => {
  const { use } = await converse('calendly', freeCalendly.url)
  const { starts } = newDay(freeCalendly)
  const [result] = await use(booking(starts[0]!))
  assert.equal(result!['booking_link'], 'https://calendly.com/d/abc-123/consultation')
  assert.equal(result!['booked'], false)
})

it('a calendar that was disconnected is reported to the model', async () => {
  const { use, account } = await converse('calcom')
  const [calendar] = (await account.client.calendars.list()).data
  await account.client.calendars.delete({ id: calendar!.id })
  assert.deepEqual(await use(search({ from: '2035-01-01' })), [{ error: 'The calendar is not connected.' }])
})

it('an assistant books an appointment in a call', async () => {
  const { date, starts } = newDay(calCom)
  const assistant = await parley.createCallingAssistant({
    owner: await connect('calcom'),
    assistant: { initial_message: 'Hello.', timezone: 'Europe/Berlin', tools: [toolOf('calcom')] },
  })
  const results: unknown[] = []
  parley.model.use(({ body }) => {
    const last = (body['messages'] as { role: string; content: string }[]).at(-1)!
    if (last.role !== 'tool') return { pieces: [search({ from: date })] }
    results.push(JSON.parse(last.content))
    return results.length === 1
      ? { pieces: [{ ...booking(starts[2]!, { phone: undefined }), id: 'call_2' }] }
      : 'You are booked.'
  })
  const phone = '+12025557801'
  const { control } = parley.carrier
  const text = 'Book me in, please.'
  control.behaveOnCalls(phone, { ringMs: 0, steps: [{ say: text, audio: encodeScriptedSpeech(text, 600) }] })
  const { call_id: id } = await assistant.client.calls.make({ assistant_id: assistant.id, phone_number: phone })
  const { sid } = await control.waitForCall(({ to }) => to === phone)
  const heard = () => createScriptedSpeechReader().read(control.audio(sid)?.heard ?? new Uint8Array())
  await until(async () => heard().includes('You are booked.'))
  control.hangUp(sid)
  await until(async () => (await assistant.client.calls.get({ id })).ended_reason !== null)
  assert.deepEqual(results[1], { booked: true, start: starts[2] })
  assert.equal(calCom.appointments.at(-1)!.startMs, Date.parse(starts[2]!))
  const attendee = calCom.appointments.at(-1)!.body['attendee'] as Record<string, string>
  assert.deepEqual(attendee, { name: 'Grace', email, timeZone: 'Europe/Berlin', phoneNumber: phone })
  parley.model.use('Done.')
})
