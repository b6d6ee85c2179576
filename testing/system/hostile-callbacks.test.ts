// Property test of the carrier's callbacks: signed forms with extreme numbers, texts and dates never cause an error.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { callbacks } from '#server/features.ts'
import { startTestApp } from '../app/test-app.ts'
import { sendStored } from '../features/messages.ts'
import { anyCharacter } from '../requests/any-character.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app
const { externalId: accountSid, credentials: authToken } = context.settings.carrierAccount
const { control } = parley.carrier

/** Posts a form as the carrier signs it. */
async function post(path: string, form: Record<string, string>): Promise<number> {
  const url = context.settings.publicUrl + path
  const headers = { 'x-twilio-signature': signTwilioWebhook({ authToken, url, form }) }
  const response = await parley.fetch(new Request(url, { method: 'POST', headers, body: new URLSearchParams(form) }))
  await response.arrayBuffer()
  return response.status
}

/** PostgreSQL compresses texts with repetitions, so that they would fit into an index in spite of their length. */
const longText = randomText(4_000, 1)
const extremes = [
  ...['', '-1', '1.5', '1e3', '2147483648', '99999999999', '9'.repeat(400), 'a\0b', 'whatsapp:', '__proto__'],
  ...['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', longText, `whatsapp:${longText}`, `https://${longText}`],
]
const hostile = fc.oneof(
  fc.constantFrom(...extremes),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.tuple(fc.integer({ min: 100, max: 4_000 }), fc.integer()).map(([length, seed]) => randomText(length, seed)),
)

function randomText(length: number, seed: number): string {
  let state = seed >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(next() * 20_000))).join('')
}

/** Words that the fields of a callback are expected to contain. */
const words: Record<string, readonly string[]> = {
  CallStatus: ['ringing', 'in-progress', 'completed', 'busy', 'failed', 'no-answer', 'canceled'],
  MessageStatus: ['sent', 'delivered', 'read', 'failed', 'undelivered', 'received'],
  AnsweredBy: ['human', 'machine_start', 'machine_end_beep', 'fax', 'unknown'],
  DialCallStatus: ['completed', 'answered', 'busy', 'no-answer', 'failed'],
  Digits: ['1', '2', '#'],
}
const statusFields = [
  ...['CallStatus', 'CallSid', 'SequenceNumber', 'CallDuration', 'SipResponseCode', 'ErrorCode', 'ErrorMessage'],
]
const fieldsOf: Record<string, readonly string[]> = {
  voice: ['From', 'ForwardedFrom', 'CallSid'],
  'call-status': statusFields,
  amd: ['AnsweredBy', 'CallSid', 'MachineDetectionDuration'],
  'agent-amd': ['AnsweredBy', 'CallSid', 'MachineDetectionDuration'],
  'agent-decision': ['Digits', 'CallSid'],
  'agent-status': statusFields,
  message: [
    ...['From', 'To', 'Body', 'ProfileName', 'WaId', 'ExternalUserId', 'MediaUrl0', 'MediaContentType0', 'ButtonText'],
    ...['ButtonPayload', 'MessageType', 'Latitude', 'Longitude', 'Label', 'Address', 'OptOutType', 'MessageSid'],
    'OriginalRepliedMessageSid',
  ],
  status: ['MessageStatus', 'ErrorCode', 'ErrorMessage', 'ChannelStatusMessage', 'EventType', 'MessageSid'],
}

type Form = Record<string, string>

/** Every field with every extreme value, beside expected values of the others. */
function eachField(kind: string): Form[] {
  const names = fieldsOf[kind]!
  const expected = Object.fromEntries(names.flatMap((name) => (words[name] ? [[name, words[name][0]!]] : [])))
  return names.flatMap((name) => extremes.map((value) => ({ ...expected, [name]: value })))
}

function anyForm(kind: string): fc.Arbitrary<Form> {
  const names = fieldsOf[kind]!
  const expected = names.flatMap((name) => {
    const known = words[name]
    return known ? [fc.constantFrom(...known).map((word) => [name, word] as const)] : []
  })
  return fc
    .tuple(fc.tuple(...expected), fc.dictionary(fc.constantFrom(...names), hostile, { maxKeys: 4 }))
    .map(([known, unexpected]) => ({ ...Object.fromEntries(known), ...unexpected }))
}

let sids = 0
const nextSid = (kind: 'CA' | 'SM'): string => `${kind}${(++sids).toString(16).padStart(32, '0')}`

describe('callbacks of the carrier with extreme values', () => {
  /** For each callback, its path and the fields without which it has no effect. */
  const targets = new Map<string, () => { path: string; form: Record<string, string> }>()

  before(async () => {
    const caller = await parley.createCallingAssistant()
    const callee = await parley.createCallingAssistant({ assistant: { type: 'inbound' } })
    const { message, sender } = await sendStored(parley, 'never-delivered')
    control.behaveOnCalls('+12025553001', { pickUp: 'manual' })
    const { sid, callId } = await parley.placeCall(caller, '+12025553001')
    const path = new URL(control.findCall(sid)!.callback!.url).pathname
    const transfer = { uuid: crypto.randomUUID(), token: crypto.randomUUID() }
    await sql`
      insert into call_transfers (
        account_id, call_id, uuid, callback_token, phone_number, max_seconds, created_at, deadline_at)
      values (
        ${caller.account.id}, ${callId}, ${transfer.uuid}, ${transfer.token}, '+12025553002', 600, app_now(),
        app_now() + interval '1 hour')`.execute(context.db)
    const call = { AccountSid: accountSid, CallSid: sid }
    for (const name of ['call-status', 'amd'])
      targets.set(`/carrier/twilio/${name}/:uuid/:token`, () => ({
        path: path.replace('call-status', name),
        form: call,
      }))
    for (const name of ['agent-amd', 'agent-decision', 'agent-status'])
      targets.set(`/carrier/twilio/${name}/:uuid/:token`, () => ({
        path: `/carrier/twilio/${name}/${transfer.uuid}/${transfer.token}`,
        form: call,
      }))
    targets.set('/carrier/twilio/voice', () => ({
      path: '/carrier/twilio/voice',
      form: { AccountSid: accountSid, CallSid: nextSid('CA'), To: callee.number, Direction: 'inbound' },
    }))
    targets.set('/carrier/twilio/status/:uuid/:token', () => ({
      path: `/carrier/twilio/status/${message.uuid}/${message.callbackToken}`,
      form: { AccountSid: accountSid, MessageSid: message.externalId! },
    }))
    targets.set('/carrier/twilio/message', () => ({
      path: '/carrier/twilio/message',
      form: {
        AccountSid: accountSid,
        MessageSid: nextSid('SM'),
        From: 'whatsapp:+4915112345678',
        To: `whatsapp:${sender.number}`,
      },
    }))
  })

  for (const { method, path } of callbacks) {
    if (method !== 'POST' || !path.startsWith('/carrier/')) continue
    const kind = path.split('/')[3]!
    it(`are processed: ${kind}`, async () => {
      const send = async (fields: Form): Promise<void> => {
        const target = targets.get(path)!()
        const status = await post(target.path, { ...target.form, ...fields })
        assert.ok(status < 300, `${status} ${JSON.stringify(fields).slice(0, 200)}`)
      }
      for (const fields of eachField(kind)) await send(fields)
      await fc.assert(fc.asyncProperty(anyForm(kind), send), { numRuns: 30 })
    })
  }

  it('leave no failed job and no value out of range', async () => {
    await parley.runUntilIdle()
    const { rows: failed } = await sql`
      select task_identifier, last_error from graphile_worker.jobs where last_error is not null`.execute(context.db)
    assert.deepEqual(failed, [])
    const { rows } = await sql<Record<string, number | null>>`
      select (select max(carrier_seconds) from calls) as seconds,
        (select max(length(client_phone)) from calls) as phone,
        (select max(length(subject)) from carrier_inbox) as subject,
        (select count(*)::int from calls where type = 'inbound') as calls,
        (select count(*)::int from carrier_inbox) as messages`.execute(context.db)
    const { seconds, phone, subject, calls, messages } = rows[0]!
    assert.ok(calls! > 20 && messages! > 20, `${calls} calls, ${messages} messages`)
    assert.ok((seconds ?? 0) <= 90_000 && phone! <= 255 && subject! <= 600, JSON.stringify(rows[0]))
  })
})
