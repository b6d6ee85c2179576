// Tests of calls through the REST API: parameters, statuses, callbacks, changes and faults.
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { PhoneBehaviour } from '../src/index.ts'
import { number, sdkFor, smsSender, startTestSandbox, type TestSandbox } from './harness.ts'

const from = smsSender
const to = '+12025550150'
const twiml = '<Response><Pause length="600"/></Response>'
const allEvents = ['initiated', 'ringing', 'answered', 'completed']

async function call(sandbox: TestSandbox, fields: Record<string, unknown> = {}, behaviour?: PhoneBehaviour) {
  if (behaviour) sandbox.carrier.control.behaveOnCalls(String(fields['to'] ?? to), behaviour)
  const statusCallback = `${sandbox.receiver.url}/status`
  const given = { from, to, twiml, statusCallback, statusCallbackEvent: allEvents, ...fields }
  return sandbox.client.calls.create(given as Parameters<typeof sandbox.client.calls.create>[0])
}

const untilOver = (sandbox: TestSandbox, sid: string) =>
  sandbox.carrier.control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null)
const untilAnswered = (sandbox: TestSandbox, sid: string) =>
  sandbox.carrier.control.waitForCall((one) => one.sid === sid && one.status === 'in-progress')
const callStatuses = (sandbox: TestSandbox, sid: string) =>
  sandbox.receiver.received.filter(({ form }) => form['CallSid'] === sid).map(({ form }) => form['CallStatus'])

describe('a new call', () => {
  test('has the fields of Twilio’s', async () => {
    await using sandbox = await startTestSandbox()
    const form = new URLSearchParams({ To: to, From: from, Twiml: twiml })
    const { status, body } = await sandbox.call('POST', `${sandbox.account}/Calls.json`, form)
    assert.equal(status, 201)
    assert.match(body.sid, /^CA[0-9a-f]{32}$/)
    assert.deepEqual(
      [body.status, body.direction, body.duration, body.to_formatted, body.price_unit, body.start_time],
      ['queued', 'outbound-api', null, '(202) 555-0150', 'USD', null],
    )
    assert.match(body.date_created, /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/)
    assert.equal(body.uri, `${sandbox.account}/Calls/${body.sid}.json`)
  })

  for (const [what, fields, code] of [
    ['without To', { To: '' }, 21201],
    ['without From', { From: '' }, 21213],
    ['to a number that is not one', { To: '12345' }, 21211],
    ['to a WhatsApp address', { To: `whatsapp:${number}` }, 21211],
    ['from an unknown number', { From: number }, 21210],
    ['from a name', { From: 'Parley' }, 21212],
    ['without instructions', { Twiml: '' }, 21205],
    ['with a URL that is not one', { Url: 'ftp://a' }, 21205],
    ['with TwiML that is too long', { Twiml: 'x'.repeat(4_001) }, 20001],
    ['with an application', { ApplicationSid: 'AP1' }, 21218],
    ['with a timeout that is too long', { Timeout: '601' }, 20001],
    ['with a time limit that is no number', { TimeLimit: 'ten' }, 20001],
    ['with an unknown event', { StatusCallbackEvent: 'bored' }, 20001],
    ['with an invalid callback', { StatusCallback: 'nowhere' }, 21609],
    ['with an unknown machine detection', { MachineDetection: 'Maybe' }, 20001],
    ['with keys that do not exist', { SendDigits: 'x' }, 20001],
    ['to a country that is not permitted', { To: '+15559921215' }, 21215],
  ] as const)
    test(`${what} is rejected with ${code}`, async () => {
      await using sandbox = await startTestSandbox()
      const form = new URLSearchParams({ To: to, From: from, Twiml: twiml, ...fields })
      const { status, body } = await sandbox.call('POST', `${sandbox.account}/Calls.json`, form)
      assert.deepEqual([status, body.code], [400, code])
      assert.equal(sandbox.carrier.calls().length, 0)
    })

  test('runs the TwiML of its URL rather than its own', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(({ path }) =>
      path === '/voice' ? { type: 'text/xml', body: '<Response><Hangup/></Response>' } : { status: 204 },
    )
    const { sid } = await call(sandbox, { url: `${sandbox.receiver.url}/voice` })
    assert.equal((await untilOver(sandbox, sid)).status, 'completed')
    const { form, isSigned } = sandbox.receiver.received.find(({ path }) => path === '/voice')!
    assert.deepEqual(
      [isSigned, form['CallSid'], form['CallStatus'], form['Direction']],
      [true, sid, 'in-progress', 'outbound-api'],
    )
  })
})

describe('the statuses of a call', () => {
  for (const [what, behaviour, statuses, sip] of [
    ['that is answered', {}, ['initiated', 'ringing', 'in-progress', 'completed'], '200'],
    ['to a busy phone', { pickUp: 'busy' }, ['initiated', 'busy'], '486'],
    ['that the phone rejects', { pickUp: 'reject' }, ['initiated', 'ringing', 'busy'], '603'],
    ['to a number not in service', { pickUp: 'not-in-service' }, ['initiated', 'failed'], '404'],
  ] as const)
    test(`${what} are posted in order`, async () => {
      await using sandbox = await startTestSandbox()
      const { sid } = await call(sandbox, { twiml: '<Response/>' }, behaviour)
      await untilOver(sandbox, sid)
      await sandbox.carrier.control.settled()
      assert.deepEqual(callStatuses(sandbox, sid), statuses)
      const { received } = sandbox.receiver
      assert.ok(received.every(({ isSigned }) => isSigned))
      assert.deepEqual(
        received.map(({ form }) => form['SequenceNumber']),
        statuses.map((_, index) => String(index)),
      )
      const last = received.at(-1)!.form
      assert.equal(last['SipResponseCode'], sip)
      assert.equal(last['CallDuration'], statuses.length === 4 ? '1' : '0')
      assert.equal(last['CallbackSource'], 'call-progress-events')
      const fetched = await sandbox.client.calls(sid).fetch()
      assert.deepEqual([fetched.status, fetched.duration], [statuses.at(-1), last['CallDuration']])
    })

  test('that no one answers end after the ringing time', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = await call(sandbox, { timeout: 20 }, { pickUp: 'no-answer' })
    await sandbox.carrier.control.waitForCall((one) => one.status === 'ringing')
    await sandbox.carrier.control.forward(19_000)
    assert.equal(sandbox.carrier.control.findCall(sid)!.status, 'ringing')
    await sandbox.carrier.control.forward(1_000)
    assert.equal(sandbox.carrier.control.findCall(sid)!.status, 'no-answer')
  })

  test('in progress end at the time limit, which can be changed', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = await call(sandbox, { timeLimit: 30 })
    await untilAnswered(sandbox, sid)
    const { body } = await sandbox.call(
      'POST',
      `${sandbox.account}/Calls/${sid}.json`,
      new URLSearchParams({ TimeLimit: '90' }),
    )
    assert.equal(body.status, 'in-progress')
    await sandbox.carrier.control.forward(60_000)
    assert.equal(sandbox.carrier.control.findCall(sid)!.status, 'in-progress')
    await sandbox.carrier.control.forward(31_000)
    const { status, duration } = await sandbox.client.calls(sid).fetch()
    assert.deepEqual([status, Math.abs(Number(duration) - 90) <= 1], ['completed', true])
    const [last] = sandbox.receiver.received.slice(-1)
    assert.deepEqual([last!.form['CallDuration'], last!.form['Duration']], [duration, '2'])
  })

  test('are only posted for the final one by default', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = await call(sandbox, { statusCallbackEvent: undefined, twiml: '<Response/>' })
    await untilOver(sandbox, sid)
    await sandbox.carrier.control.settled()
    assert.deepEqual(callStatuses(sandbox, sid), ['completed'])
  })
})

describe('an update of a call', () => {
  test('ends a call in progress', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = await call(sandbox)
    await untilAnswered(sandbox, sid)
    assert.equal((await sandbox.client.calls(sid).update({ status: 'completed' })).status, 'completed')
    await assert.rejects(sandbox.client.calls(sid).update({ status: 'completed' }), { code: 21220, status: 400 })
  })

  test('cancels a call that rings, and only that', async () => {
    await using sandbox = await startTestSandbox()
    const ringing = await call(sandbox, {}, { pickUp: 'no-answer' })
    await sandbox.carrier.control.waitForCall((one) => one.status === 'ringing')
    assert.equal((await sandbox.client.calls(ringing.sid).update({ status: 'canceled' })).status, 'canceled')
    const answered = await call(sandbox, { to: '+12025550151' })
    await untilAnswered(sandbox, answered.sid)
    await assert.rejects(sandbox.client.calls(answered.sid).update({ status: 'canceled' }), { code: 21220 })
  })

  test('replaces the TwiML of a call in progress, and only of that', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = await call(sandbox)
    await untilAnswered(sandbox, sid)
    await sandbox.client.calls(sid).update({ twiml: '<Response><Hangup/></Response>' })
    assert.equal((await untilOver(sandbox, sid)).status, 'completed')
    const ringing = await call(sandbox, {}, { pickUp: 'no-answer' })
    await assert.rejects(sandbox.client.calls(ringing.sid).update({ twiml }), { code: 21220 })
  })

  test('of an unknown call is a 404', async () => {
    await using sandbox = await startTestSandbox()
    await assert.rejects(sandbox.client.calls(`CA${'0'.repeat(32)}`).update({ status: 'completed' }), {
      code: 20404,
      status: 404,
    })
  })
})

test('calls are listed by number, status and time, page by page', async () => {
  await using sandbox = await startTestSandbox()
  for (let index = 0; index < 5; index++) await call(sandbox, { to: `+1202555016${index}` }, { pickUp: 'busy' })
  await call(sandbox)
  await sandbox.carrier.control.waitForCall((one) => one.status === 'in-progress')
  await sandbox.carrier.control.settled()
  const { client } = sandbox
  const listed = await client.calls.list({ pageSize: 2 })
  assert.deepEqual(
    listed.map((one) => one.to),
    [to, ...[4, 3, 2, 1, 0].map((index) => `+1202555016${index}`)],
  )
  assert.equal((await client.calls.list({ status: 'busy' })).length, 5)
  assert.equal((await client.calls.list({ to, from })).length, 1)
  assert.equal((await client.calls.list({ to, startTimeAfter: new Date(Date.now() - 60_000) })).length, 1)
  assert.equal((await client.calls.list({ to, startTimeAfter: new Date(Date.now() + 60_000) })).length, 0)
})

test('a call that is over can be deleted', async () => {
  await using sandbox = await startTestSandbox()
  const { sid } = await call(sandbox)
  await untilAnswered(sandbox, sid)
  await assert.rejects(sandbox.client.calls(sid).remove(), { code: 20009 })
  await sandbox.client.calls(sid).update({ status: 'completed' })
  await sandbox.client.calls(sid).remove()
  await assert.rejects(sandbox.client.calls(sid).fetch(), { code: 20404 })
})

describe('a fault of a call', () => {
  test('loses the response, and the call is made', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script({ faults: [{ fault: 'lost-reply' }], on: 'call' })
    await assert.rejects(call(sandbox))
    const made = await sandbox.carrier.control.waitForCall((one) => one.status === 'in-progress')
    const [found] = await sandbox.client.calls.list({ to, from })
    assert.equal(found!.sid, made.sid)
  })

  test('refuses the call', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script({ faults: [{ fault: 'refuse', code: 21216 }], on: 'call' })
    await assert.rejects(call(sandbox), { code: 21216 })
    sandbox.carrier.control.script({ faults: [{ fault: 'too-many-requests' }], on: 'call' })
    await assert.rejects(call(sandbox), { code: 20429, status: 429 })
    assert.equal(sandbox.carrier.calls().length, 0)
  })

  for (const [fault, statuses] of [
    ['double-callbacks', 'initiated initiated ringing ringing in-progress in-progress completed completed'],
    ['reverse-callbacks', 'completed in-progress ringing initiated'],
    ['drop-callbacks', ''],
  ] as const)
    test(`can ${fault.replace('-', ' ')}`, async () => {
      await using sandbox = await startTestSandbox()
      sandbox.carrier.control.script({ faults: [{ fault }], on: 'call' })
      const { sid } = await call(sandbox, { twiml: '<Response/>' })
      await untilOver(sandbox, sid)
      await sandbox.carrier.control.settled()
      assert.equal(callStatuses(sandbox, sid).join(' '), statuses)
    })
})

test('calls survive a restart and end there', async () => {
  const state = await mkdtemp(join(tmpdir(), 'sandbox-'))
  let sid: string
  {
    await using sandbox = await startTestSandbox({}, { state })
    sid = (await call(sandbox)).sid
    await untilAnswered(sandbox, sid)
  }
  await using sandbox = await startTestSandbox({}, { state })
  assert.equal((await sandbox.client.calls(sid).fetch()).status, 'completed')
})

test('the test credentials call no one', async () => {
  await using sandbox = await startTestSandbox()
  const client = sdkFor(
    sandbox.carrier.baseUrl,
    'AC7e57000000000000000000000000007e',
    '7e5700000000000000000000000007e5',
  )
  assert.equal((await client.calls.create({ from: '+15005550006', to, twiml })).status, 'queued')
  await assert.rejects(client.calls.create({ from: '+15005550006', to: '+15005550003', twiml }), { code: 21215 })
  assert.equal(sandbox.carrier.calls().length, 0)
})

test('a reset ends all calls without callbacks', async () => {
  await using sandbox = await startTestSandbox()
  const { control } = sandbox.carrier
  const { sid } = await call(sandbox)
  await untilAnswered(sandbox, sid)
  await control.settled()
  const before = sandbox.receiver.received.length
  await control.reset()
  await control.settled()
  assert.deepEqual([sandbox.carrier.calls().length, sandbox.receiver.received.length], [0, before])
})
