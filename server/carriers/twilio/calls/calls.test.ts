// Tests of calls and phone numbers with failures and unexpected responses of the carrier.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import type { OutgoingCall, VoiceCarrier } from '#server/ports/voice-carrier.ts'
import {
  type AnswerRequest,
  openReceiver,
  type ReceivedRequest,
  type ReceiverAnswer,
} from '#testing/emulators/receiver.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { twilio } from '../index.ts'

const log = createLog({ level: 'silent', pretty: false })
const account = { carrier: 'twilio', externalId: `AC${'1'.repeat(32)}`, credentials: 'token' }
const publicUrl = 'https://parley.example'
const sid = `CA${'2'.repeat(32)}`
const numberSid = `PN${'3'.repeat(32)}`
const createdAt = 'Thu, 24 Aug 2023 05:01:45 +0000'
const json = (status: number, body: unknown): ReceiverAnswer => ({ status, body: JSON.stringify(body) })
const callWith = (status: string) => json(200, { sid, status, date_created: createdAt })
const call: OutgoingCall = {
  from: '+14155238886',
  to: '+4915112345678',
  mediaToken: 'secret',
  report: { uuid: 'a-call', token: 'secret' },
  detectsMachine: false,
  ringingSeconds: 30,
  maxSeconds: 600,
}
const agent = {
  from: call.from,
  to: call.to,
  report: { uuid: 'an-agent', token: 'secret' },
  detectsMachine: false,
  language: 'en',
  briefing: undefined,
  customerExternalId: 'a-call',
  needsKey: false,
  ringingSeconds: 20,
  maxSeconds: 60,
}

async function open(answer: AnswerRequest) {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await openReceiver(answer))
  const { calls: carrier } = stack.use(twilio.open({ publicUrl, apiBaseUrl: server.url, timeoutMs: 1_000, log }))
  return { carrier, server, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function codeOf(answer: ReceiverAnswer, ask: (carrier: VoiceCarrier) => Promise<unknown>): Promise<string> {
  await using setup = await open(() => answer)
  const error = await failureOf(ask(setup.carrier))
  assert.ok(!`${error.message} ${error.cause}`.includes('secret'))
  return `${error.code}${error.retryable ? ' retryable' : ''}`
}

const formOf = ({ body }: ReceivedRequest) => Object.fromEntries(new URLSearchParams(body.toString()))
const writes: ((carrier: VoiceCarrier) => Promise<unknown>)[] = [
  (carrier) => carrier.createCall(account, call),
  (carrier) => carrier.callAgent(account, agent),
  (carrier) => carrier.buyPhoneNumber(account, '+14155550100'),
]

test('the outcome of a write is unknown after a failure of the carrier, and known after a refusal', async () => {
  for (const write of writes) {
    for (const answer of [
      json(500, { code: 20500 }),
      { status: 502, body: '<html>' },
      { status: 408 },
      { body: '<html>' },
    ])
      assert.equal(await codeOf(answer, write), 'outcome_unknown')
    assert.equal(await codeOf(json(429, { code: 20429 }), write), '20429 retryable')
    assert.equal(await codeOf(json(400, { code: 21215, message: 'secret' }), write), '21215')
    assert.equal(await codeOf(json(404, { code: 20404 }), write), '20404')
    assert.equal(await codeOf({ status: 401 }, write), 'unauthorised')
  }
})

test('the outcome of a call is unknown if its response is lost or does not name it', async () => {
  const start = (carrier: VoiceCarrier) => carrier.createCall(account, call)
  for (const answer of [json(201, {}), json(201, { sid: 'CA1', status: 'queued' }), json(201, null)])
    assert.equal(await codeOf(answer, start), 'outcome_unknown')
  const { promise: never } = Promise.withResolvers<ReceiverAnswer>()
  await using setup = await open(() => never)
  await assert.rejects(start(setup.carrier), { code: 'outcome_unknown', retryable: false })
})

test('a call that cannot be reached by a closed carrier was not started', async () => {
  await using carrier = twilio.open({ publicUrl, apiBaseUrl: 'http://127.0.0.1:9', log })
  await assert.rejects(carrier.calls.createCall(account, call), { code: 'connect_failed', retryable: true })
})

test('a call without detection of answering machines does not ask for it', async () => {
  await using setup = await open(() => json(201, { sid, status: 'queued' }))
  await setup.carrier.createCall(account, call)
  const form = formOf(setup.server.requests[0]!)
  assert.deepEqual(
    Object.keys(form).filter((name) => /amd|machine/i.test(name)),
    [],
  )
  const path = '/carrier/twilio/call-status/a-call/secret'
  assert.equal(form['StatusCallback'], `${publicUrl}${path}#ct=2000&rc=3&rp=all`)
})

test('the carrier retries all webhooks of a call', async () => {
  await using setup = await open(() => json(201, { sid, status: 'queued' }))
  await setup.carrier.createCall(account, { ...call, detectsMachine: true })
  await setup.carrier.callAgent(account, { ...agent, detectsMachine: true })
  const [created, transferred] = setup.server.requests.map(formOf)
  const retries = '#ct=2000&rc=3&rp=all'
  assert.equal(created?.['AsyncAmdStatusCallback'], `${publicUrl}/carrier/twilio/amd/a-call/secret${retries}`)
  assert.equal(
    transferred?.['AsyncAmdStatusCallback'],
    `${publicUrl}/carrier/twilio/agent-amd/an-agent/secret${retries}`,
  )
  assert.ok(transferred?.['Twiml']?.includes(`/agent-decision/an-agent/secret${retries.replaceAll('&', '&amp;')}<`))
})

test('a call is found with values of any type, and a call that does not exist is not found', async () => {
  const fields = { sid, date_created: createdAt, status: 'teleported', duration: '15', from: null, to: 7 }
  await using setup = await open(() => json(200, fields))
  assert.deepEqual(await setup.carrier.findCall(account, sid), {
    externalId: sid,
    status: 'unknown',
    from: '',
    to: '',
    durationSeconds: 15,
    createdAt: new Date('2023-08-24T05:01:45Z'),
  })
  assert.equal(await setup.carrier.findCall(account, '../Messages'), undefined)
  assert.equal(setup.server.requests.length, 1)
  await using missing = await open(() => json(404, { code: 20404 }))
  assert.equal(await missing.carrier.findCall(account, sid), undefined)
  const find = (carrier: VoiceCarrier) => carrier.findCall(account, sid)
  assert.equal(await codeOf(json(200, { sid }), find), 'protocol_error')
  assert.equal(await codeOf({ status: 503 }, find), 'unavailable retryable')
  assert.equal(await codeOf(json(429, { code: 20429 }), find), '20429 retryable')
})

test('calls are listed from the newest, until one is too old', async () => {
  const path = `/2010-04-01/Accounts/${account.externalId}/Calls.json`
  const entry = (digit: number, second: number) => ({
    sid: `CA${String(digit).repeat(32)}`,
    status: 'queued',
    date_created: `Thu, 24 Aug 2023 05:01:${second} +0000`,
  })
  const pages = [
    { calls: [entry(1, 40), entry(2, 45)], next_page_uri: `${path}?Page=1` },
    { calls: [entry(3, 20), entry(4, 10)], next_page_uri: `${path}?Page=2` },
    { calls: [entry(5, 10)], next_page_uri: `${path}?Page=3` },
  ]
  await using setup = await open((_, number) => json(200, pages[number - 1] ?? { calls: [] }))
  const since = new Date('2023-08-24T05:01:20.700Z')
  const found = await setup.carrier.listCalls(account, { from: call.from, to: call.to, since })
  assert.deepEqual(
    found.map((one) => one.externalId[2]),
    ['2', '1', '3'],
  )
  assert.equal(setup.server.requests.length, 3)
})

test('a call in progress is completed, and a waiting call is canceled', async () => {
  for (const [status, written] of [
    ['in-progress', 'completed'],
    ['ringing', 'canceled'],
    ['queued', 'canceled'],
    ['teleported', 'completed'],
  ] as const) {
    await using setup = await open(({ method }) => callWith(method === 'GET' ? status : written))
    await setup.carrier.endCall(account, sid)
    const [, ...changes] = setup.server.requests
    assert.deepEqual(changes.map(formOf), [{ Status: written }])
  }
})

test('a call that is answered while it is canceled is completed', async () => {
  await using setup = await open(({ method }) => callWith(method === 'GET' ? 'ringing' : 'in-progress'))
  await setup.carrier.endCall(account, sid)
  assert.deepEqual(setup.server.requests.slice(1).map(formOf), [{ Status: 'canceled' }, { Status: 'completed' }])
})

test('a call that is answered before it is canceled is completed, even if the carrier refuses to cancel it', async () => {
  let status = 'ringing'
  await using setup = await open((request) => {
    if (request.method === 'GET') return callWith(status)
    if (formOf(request)['Status'] === 'completed') return callWith('completed')
    status = 'in-progress'
    return json(400, { code: 21220 })
  })
  await setup.carrier.endCall(account, sid)
  assert.deepEqual(setup.server.requests.map(({ method }) => method).at(-1), 'POST')
  assert.deepEqual(formOf(setup.server.requests.at(-1)!), { Status: 'completed' })
})

test('ending a call that is over or does not exist does nothing', async () => {
  for (const status of ['completed', 'busy', 'failed', 'no-answer', 'canceled']) {
    await using setup = await open(() => callWith(status))
    await setup.carrier.endCall(account, sid)
    assert.equal(setup.server.requests.length, 1)
  }
  for (const refusal of [json(404, { code: 20404 }), json(400, { code: 21220 }), { status: 404 }]) {
    await using setup = await open(({ method }) => (method === 'GET' ? callWith('in-progress') : refusal))
    await setup.carrier.endCall(account, sid)
  }
  await using missing = await open(() => json(404, { code: 20404 }))
  await missing.carrier.endCall(account, sid)
  await missing.carrier.endCall(account, 'CA1')
  assert.equal(missing.server.requests.length, 1)
})

test('ending a call and leading a number here can be repeated after a failure', async () => {
  await using setup = await open(({ method }) => (method === 'GET' ? callWith('in-progress') : { status: 503 }))
  const repeatable = { code: 'unavailable', retryable: true }
  await assert.rejects(setup.carrier.endCall(account, sid), repeatable)
  await assert.rejects(setup.carrier.setNumberRoutes(account, numberSid, { calls: 'here' }), repeatable)
})

test('phone numbers with missing fields are read, and those without a number are left out', async () => {
  const complete = {
    sid: numberSid,
    phone_number: '+14155550100',
    friendly_name: 'Office',
    capabilities: { voice: true, sms: true, mms: false, fax: false },
    voice_url: `${publicUrl}/carrier/twilio/voice`,
    sms_url: 'https://elsewhere.example/m',
  }
  const numbers = [complete, { sid: numberSid, phone_number: '12345' }, { phone_number: '+14155550101' }, null]
  const partial = { sid: numberSid, phone_number: '+14155550102', capabilities: null, voice_url: '' }
  await using setup = await open(() => json(200, { incoming_phone_numbers: [...numbers, partial] }))
  const unknown = { externalId: numberSid, countryCode: null, region: null }
  assert.deepEqual(await setup.carrier.listPhoneNumbers(account), [
    {
      ...unknown,
      phoneNumber: '+14155550100',
      friendlyName: 'Office',
      voiceCapable: true,
      smsCapable: true,
      calls: { isOurs: true, to: `${publicUrl}/carrier/twilio/voice` },
      sms: { isOurs: false, to: 'https://elsewhere.example/m' },
    },
    {
      ...unknown,
      phoneNumber: '+14155550102',
      friendlyName: null,
      voiceCapable: false,
      smsCapable: false,
      calls: { isOurs: false, to: null },
      sms: { isOurs: false, to: null },
    },
  ])
})

test('available numbers are searched among all kinds that a country has, and limited to 30', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => ({
    phone_number: `+49151123456${index + 10}`,
    iso_country: 'DE',
    region: 'Berlin',
    capabilities: { voice: true, SMS: true, MMS: false },
  }))
  const kinds: string[] = []
  await using setup = await open(({ path }) => {
    kinds.push(/\/DE\/(\w+)\.json/.exec(path)?.[1] ?? '')
    if (kinds.length === 1) return json(404, { code: 20404 })
    return json(200, { available_phone_numbers: kinds.length === 2 ? [] : numbers })
  })
  const found = await setup.carrier.searchPhoneNumbers(account, { countryCode: 'DE' })
  assert.deepEqual(kinds, ['Local', 'Mobile', 'National'])
  assert.equal(found.length, 30)
  assert.deepEqual(found[0], { phoneNumber: '+4915112345610', countryCode: 'DE', region: 'Berlin', smsCapable: true })
  await using none = await open(() => json(404, { code: 20404 }))
  assert.deepEqual(await none.carrier.searchPhoneNumbers(account, { countryCode: 'XX' }), [])
})

test('releasing a number that the account does not have does nothing', async () => {
  await using setup = await open(() => json(404, { code: 20404 }))
  await setup.carrier.releasePhoneNumber(account, numberSid)
  const [request] = setup.server.requests
  assert.equal(request?.method, 'DELETE')
})
