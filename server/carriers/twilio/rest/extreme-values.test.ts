// Property test of the carrier's responses: extreme numbers, texts and dates become values that the database can store.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { createLog } from '#server/platform/observability/log.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { twilio } from '../index.ts'

let body = ''
const server = await openReceiver(() => ({ body }))
after(() => server[Symbol.asyncDispose]())
const log = createLog({ level: 'silent', pretty: false })
const carrier = twilio.open({ publicUrl: 'https://parley.example', apiBaseUrl: server.url, timeoutMs: 1_000, log })
after(() => carrier[Symbol.asyncDispose]())
const account = { carrier: 'twilio', externalId: `AC${'1'.repeat(32)}`, credentials: 'token' }
const sid = `SM${'2'.repeat(32)}`

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, [], {}, '', -1, 1.5, 2 ** 31, 99_999_999_999, 1e300, '99999999999', '1e3', '-1', 'a\0b', '\ud800'],
    ...['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', 'Wed, 25 Nov 2026 00:00:00 +0000', 'x'.repeat(5_000)],
    '9007199254740991 Customers/24hr',
  ),
  fc.bigInt().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
)
const names = [
  ...['sid', 'status', 'from', 'to', 'body', 'error_code', 'error_message', 'num_media', 'duration', 'date_created'],
  ...['phone_number', 'friendly_name', 'iso_country', 'region', 'voice_url', 'sender_id'],
]
const fields = fc.dictionary(fc.constantFrom(...names), hostile, { maxKeys: 4 })
const valid = { sid, date_created: 'Wed, 25 Nov 2026 00:00:00 +0000', status: 'sent', duration: '3' }
const validNumber = { sid, phone_number: '+14155550100', sender_id: 'whatsapp:+14155550100' }

function assertInRange(value: unknown, name = ''): void {
  if (value instanceof Date) assert.ok(value.getUTCFullYear() >= 2000 && value.getUTCFullYear() < 3000)
  else if (typeof value === 'number')
    assert.ok(Number.isInteger(value) && value >= 0 && value < 10 ** 15, `${name} ${value}`)
  else if (typeof value === 'string') {
    assert.ok(!value.includes('\0') && value.isWellFormed(), `${name} ${JSON.stringify(value)}`)
    if (name === 'externalId') assert.ok(value.length <= 64)
  } else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) assertInRange(one, key)
}

test('every value that is read can be stored', async () => {
  const asks: Record<string, () => Promise<unknown>> = {
    message: () => carrier.messages.findMessage(account, sid),
    call: async () => {
      const call = await carrier.calls.findCall(account, sid)
      assert.ok((call?.durationSeconds ?? 0) <= 90_000)
      return call
    },
    numbers: () => carrier.calls.listPhoneNumbers(account),
    senders: () => carrier.messages.listSenders(account),
  }
  const answered = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(asks)), fields, hostile, async (name, given, limit) => {
      const entry = {
        ...valid,
        ...validNumber,
        ...given,
        properties: { messaging_limit: limit, quality_rating: limit },
      }
      body = JSON.stringify({ ...entry, incoming_phone_numbers: [entry], senders: [entry], meta: {} })
      try {
        assertInRange(await asks[name]!())
        answered.add(name)
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error
      }
    }),
    { numRuns: 400 },
  )
  assert.deepEqual([...answered].sort(), Object.keys(asks).sort())
})
