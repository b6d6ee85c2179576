// Kills the server while it books an appointment: the appointment is booked once.
import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import type { FailpointAddress } from '#server/platform/failpoints/failpoint.ts'
import { crashAt } from '#testing/app/crash-at.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { calComEventType, openCalCom } from '#testing/emulators/cal-com.ts'
import { emulatedApiKey } from '#testing/emulators/calendar.ts'
import { calendlyEventType, openCalendly } from '#testing/emulators/calendly.ts'

const calCom = await openCalCom()
const calendly = await openCalendly()
const parley = await startTestApp({ script: 'Done.', config: { allowPrivate: [calCom.host, calendly.host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await calCom[Symbol.asyncDispose]()
  await calendly[Symbol.asyncDispose]()
})
afterEach(() => assert.deepEqual([...calCom.violations, ...calendly.violations], []))

const start = '2035-06-01T08:00:00.000Z'
const appointment = { start, name: 'Grace', email: 'grace@example.com', phone: '+4930123456' }
/** The requests of a booking: Cal.com is searched and then asked, Calendly is also asked for the location. */
const providers = [
  { name: 'calcom', emulator: calCom, tool: { calcom_event_type: calComEventType }, bookingRequest: 2 },
  { name: 'calendly', emulator: calendly, tool: { calendly_event_type_uri: calendlyEventType }, bookingRequest: 3 },
] as const

for (const { name, emulator, tool, bookingRequest } of providers)
  describe(`a booking at ${name} whose process is killed`, () => {
    for (const [when, seam] of [
      ['before the request', `fetcher.fetch-before:${bookingRequest}`],
      ['before its answer is stored', `fetcher.fetch-after:${bookingRequest}`],
    ] as const)
      it(`${when} is made once when it is requested again`, { timeout: 30_000 }, async () => {
        const account = await parley.createAccount()
        const { client, token } = account
        emulator.slots.splice(0, Number.POSITIVE_INFINITY, Date.parse(start))
        emulator.appointments.length = 0
        await client.calendars.create({ provider: name, access_key: emulatedApiKey, server_url: emulator.url })
        const tools = [{ type: 'calendar_integration' as const, ...tool }]
        const assistant = await parley.createAssistant({ initial_message: null, tools }, account)
        const converse = async () =>
          (await client.conversations.create({ assistant_id: assistant.uuid })).conversation_id
        const uuid = await converse()
        const book = () =>
          parley.model.use([{ pieces: [{ tool: 'book_appointment', id: 'call_1', arguments: appointment }] }, 'Done.'])
        const failpoint = `conversations.sendMessage/${seam}` as FailpointAddress
        book()
        await crashAt(parley, failpoint, token, (doomed) =>
          doomed.conversations.sendMessage({ uuid, message: 'Please.' }),
        )
        assert.equal(emulator.appointments.length, seam.includes('after') ? 1 : 0)
        const results: unknown[] = []
        for (const waitMs of [0, 61_000]) {
          await parley.turnClock(waitMs)
          book()
          const answer = await client.conversations.sendMessage({ uuid: await converse(), message: 'Please.' })
          results.push(answer.function_calls![0]!.result)
        }
        assert.match(JSON.stringify(results[0]), /being booked already/)
        assert.match(JSON.stringify(results[1]), /"booked":true/)
        assert.equal(emulator.appointments.length, 1)
      })
  })
