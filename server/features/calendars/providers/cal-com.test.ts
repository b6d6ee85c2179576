// Tests of how a booking at Cal.com is found again.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { calComEventType, openCalCom } from '#testing/emulators/cal-com.ts'
import { emulatedApiKey } from '#testing/emulators/calendar.ts'
import { calCom } from './cal-com.ts'

const emulator = await openCalCom()
const parley = await startTestApp({ config: { allowPrivate: [emulator.host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await emulator[Symbol.asyncDispose]()
})
const { fetcher } = parley.app.context
const access = { fetcher, baseUrl: emulator.url, apiKey: emulatedApiKey, ownerRef: '17' }
const startMs = Date.parse('2035-06-01T08:00:00Z')
const request = {
  ...{ eventType: calComEventType, startMs, name: 'Grace', email: 'Grace@example.com', timeZone: 'UTC' },
  ...{ phone: undefined, bookingKey: 'key' },
}

test('a booking is found again', async () => {
  emulator.slots.push(startMs)
  assert.equal(await calCom.findBooking(access, request), undefined)
  const booked = await calCom.book(access, request)
  assert.deepEqual(await calCom.findBooking(access, request), booked)
  assert.deepEqual(emulator.violations, [])
})

test('a booking of another customer or event type is not taken for the requested one', async () => {
  emulator.ignoresFilters = true
  assert.equal(await calCom.findBooking(access, { ...request, email: 'alan@example.com' }), undefined)
  assert.equal(await calCom.findBooking(access, { ...request, eventType: '4712' }), undefined)
  assert.deepEqual(emulator.violations, [])
})
