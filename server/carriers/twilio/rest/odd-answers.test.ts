// Tests of unexpected responses of gateways, proxies and future API versions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import type { MessageCarrier } from '#server/ports/carrier.ts'
import { type AnswerRequest, openReceiver, type ReceiverAnswer } from '#testing/emulators/receiver.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { twilio } from '../index.ts'

const log = createLog({ level: 'silent', pretty: false })
const account = { carrier: 'twilio', externalId: `AC${'1'.repeat(32)}`, credentials: 'token' }
const sid = `SM${'2'.repeat(32)}`
const mediaPath = `/2010-04-01/Accounts/${account.externalId}/Messages/${sid}/Media/ME${'3'.repeat(32)}`
const pair = { channel: 'chatapp', from: '+14155238886', to: '+4915112345678' } as const
const content = { kind: 'text', body: 'Hi' } as const
const message = { ...pair, content, report: { uuid: 'one', token: 'secret' } }
const json = (status: number, body: unknown): ReceiverAnswer => ({ status, body: JSON.stringify(body) })

async function open(answer: AnswerRequest) {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await openReceiver(answer))
  const apiBaseUrl = `${server.url}/deep/prefix/`
  const opened = stack.use(twilio.open({ publicUrl: 'https://parley.example', apiBaseUrl, timeoutMs: 1_000, log }))
  const carrier = opened.messages
  return { carrier, server, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function codeOf(answer: ReceiverAnswer, ask: (carrier: MessageCarrier) => Promise<unknown>): Promise<string> {
  await using setup = await open(() => answer)
  const error = await failureOf(ask(setup.carrier))
  return `${error.code}${error.retryable ? ' retryable' : ''}`
}

const send = (carrier: MessageCarrier) => carrier.sendMessage(account, message)
const find = (carrier: MessageCarrier) => carrier.findMessage(account, sid)

test('the outcome is unknown if the response to a send does not contain the result', async () => {
  for (const answer of [
    json(201, {}),
    json(201, { sid: 'SM1', status: 'queued' }),
    json(201, null),
    { status: 200, body: '<html>Welcome to the hotel</html>' },
    { status: 302, headers: { location: 'https://hotel.example/login' } },
    { status: 502, body: '<html>Bad gateway</html>' },
    { status: 504 },
    { status: 408 },
    json(500, { code: 20500 }),
    json(400, { code: 20500 }),
  ])
    assert.equal(await codeOf(answer, send), 'outcome_unknown', JSON.stringify(answer))
})

test('a response that is nested too deeply is a protocol error', async () => {
  const body = `{"contents":[{"sid":"HX1","types":{"a":${'['.repeat(20_000)}"{{1}}"${']'.repeat(20_000)}}}]}`
  const unreadable = await codeOf({ body: '<html></html>' }, find)
  assert.equal(await codeOf({ body }, (carrier) => carrier.listTemplates(account)), unreadable)
})

test('an error response of a gateway is an error', async () => {
  for (const [answer, code, ask = send] of [
    [{ status: 403, body: '<html>Forbidden</html>' }, 'http_403'],
    [{ status: 413 }, 'http_413'],
    [{ status: 401, body: 'no' }, 'unauthorised'],
    [json(403, { code: 20003 }), 'unauthorised'],
    [{ status: 429, body: 'slow down' }, '20429 retryable'],
    [json(429, { code: 63038 }), '63038'],
    [json(400, { code: '99999', message: 'New +4915112345678' }), '99999'],
    [json(400, { code: 'new', details: {} }), 'http_400'],
    [{ status: 404, body: '<?xml version="1.0"?><R><Code>20001</Code></R>' }, '20001', find],
  ] as const)
    assert.equal(await codeOf(answer, ask), code)
})

test('a response that cannot be parsed is a protocol error', async () => {
  for (const answer of [
    { status: 200, body: '<html>' },
    { status: 302, headers: { location: '/' } },
    json(200, {}),
    json(200, { sid, date_created: 'yesterday' }),
  ])
    assert.equal(await codeOf(answer, find), 'protocol_error', JSON.stringify(answer))
})

test('a message is parsed with values of any type', async () => {
  const fields = { sid, date_created: 'Thu, 24 Aug 2023 05:01:45 +0000', status: 'teleported', error_code: '30003' }
  const odd = { from: null, to: 'whatsapp:+49', body: null, error_message: 7 }
  await using setup = await open(() => json(200, { ...fields, ...odd }))
  assert.deepEqual(await find(setup.carrier), {
    externalId: sid,
    status: 'unknown',
    from: null,
    to: '+49',
    body: '',
    failureReason: 'other',
    errorCode: 30003,
    errorMessage: null,
    mediaCount: 0,
    createdAt: new Date('2023-08-24T05:01:45Z'),
  })
})

test('a list with circular links ends', async () => {
  const next_page_url = 'https://messaging.twilio.com/v2/Channels/Senders?Channel=whatsapp&PageSize=20'
  await using setup = await open(() => json(200, { senders: [], meta: { next_page_url } }))
  await assert.rejects(setup.carrier.listSenders(account), { code: 'protocol_error' })
})

test('a link to another list is not followed', async () => {
  await using elsewhere = await openReceiver()
  const links = [`${elsewhere.url}/v1/Content`, '//evil.example/v1/Content', '/v1/Content']
  for (const link of links) {
    await using setup = await open(() => json(200, { contents: [], meta: { next_page_url: link } }))
    await assert.rejects(setup.carrier.listTemplates(account), { code: 'protocol_error' })
    assert.equal(setup.server.requests.length, 1)
  }
  assert.equal(elsewhere.requests.length, 0)
})

test('senders with missing fields are parsed', async () => {
  const senders = [
    { sid: `XE${'1'.repeat(32)}`, sender_id: 'whatsapp:+14155238886', status: 'ONLINE:UPDATING', properties: null },
    { sid: `XE${'2'.repeat(32)}`, sender_id: 'whatsapp:ID.450', status: 'ONLINE' },
    { sid: `XE${'3'.repeat(32)}`, status: 'ONLINE' },
    { sid: `XE${'4'.repeat(32)}`, sender_id: 'whatsapp:+14155238887', configuration: { voice_application_sid: 'AP1' } },
    null,
  ]
  await using setup = await open(() => json(200, { senders, meta: {} }))
  const found = await setup.carrier.listSenders(account)
  const unknown = { messagingLimit: null, displayName: null }
  assert.deepEqual(found, [
    { ...found[0], ...unknown, phoneNumber: '+14155238886', online: true, voiceCalling: false },
    { ...found[1], ...unknown, phoneNumber: '+14155238887', online: false, voiceCalling: true },
  ])
})

test('media redirects lead only to file servers of the carrier, and their number is limited', async () => {
  await using elsewhere = await openReceiver()
  const fetch = (carrier: MessageCarrier) => carrier.fetchMedia(account, `https://api.twilio.com${mediaPath}`, 1_000)
  for (const location of [`${elsewhere.url}/x`, 'http://169.254.169.254/', '../x', 'http://[', '']) {
    await using setup = await open(() => ({ status: 307, headers: { location } }))
    await assert.rejects(fetch(setup.carrier), { code: 'address_refused' }, location)
    assert.ok(setup.server.requests.length <= 4)
  }
  assert.equal(elsewhere.requests.length, 0)
})

test('media can have several redirects, and only the first request has credentials', async () => {
  await using setup = await open(
    (_, number): ReceiverAnswer =>
      number < 3
        ? { status: 302, headers: { location: `/deep/prefix/file?number=${number}` } }
        : { headers: { 'content-type': 'audio/ogg; codecs=opus' }, body: 'sound' },
  )
  const url = `${setup.server.url}/deep/prefix${mediaPath}`
  const fetched = await setup.carrier.fetchMedia(account, url, 1_000)
  assert.deepEqual([fetched.contentType, String(fetched.body)], ['audio/ogg; codecs=opus', 'sound'])
  const authorized = setup.server.requests.map(({ headers }) => headers.authorization !== undefined)
  assert.deepEqual(authorized, [true, false, false])
})
