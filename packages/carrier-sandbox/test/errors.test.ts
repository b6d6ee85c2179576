// Tests of error responses to new messages, template variables and test credentials.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorCodes } from '../src/core/error-codes-data.ts'
import { testAccount } from '../src/core/settings.ts'
import type { TemplateToAdd } from '../src/index.ts'
import { customer, number, sdkFor, sender, service, smsSender, startTestSandbox, type TestSandbox } from './harness.ts'

type Form = Record<string, string | string[]>
const good: Form = { From: sender, To: customer, Body: 'Hello' }
const sms: Form = { From: smsSender, To: number, Body: 'Hello' }
const scheduled: Form = { ...sms, MessagingServiceSid: service, ScheduleType: 'fixed' }
const bare = `MG${'b'.repeat(32)}`
const { Body: _, ...nothing } = good

const rejected: [why: string, form: Form, code: number][] = [
  ['no To', { From: sender, Body: 'x' }, 21604],
  ['an empty To', { ...good, To: '' }, 21604],
  ['no From', { To: customer, Body: 'x' }, 21603],
  ['no content', nothing, 21619],
  ['a To that is not a number', { ...good, To: 'whatsapp:abc' }, 21211],
  ['a To that lost its plus in the form', { ...good, To: 'whatsapp: 447700900123' }, 21211],
  ['a To with too many digits', { ...good, To: 'whatsapp:+4477009001234567' }, 21211],
  ['an unknown id', { ...good, To: 'whatsapp:ID.123' }, 21211],
  ['a From that is not a number', { ...sms, From: '+0' }, 21212],
  ['a From of another account', { ...sms, From: '+15005550006' }, 21659],
  ['WhatsApp to SMS', { ...good, To: number }, 21910],
  ['SMS to WhatsApp', { ...good, From: smsSender }, 21910],
  ['an unknown WhatsApp sender', { ...good, From: 'whatsapp:+15005550006' }, 63007],
  ['a body of 1,601 characters', { ...good, Body: 'x'.repeat(1_601) }, 21617],
  ['eleven media files', { ...sms, MediaUrl: Array(11).fill('https://a.example/b.png') }, 21623],
  ['a media URL that is not HTTP', { ...good, MediaUrl: 'ftp://a.example/b' }, 21620],
  ['an unknown template', { ...nothing, ContentSid: `HX${'0'.repeat(32)}` }, 21655],
  ['a malformed ContentSid', { ...nothing, ContentSid: 'HX12' }, 21655],
  ['variables without a template', { ...good, ContentVariables: '{"1":"a"}' }, 21654],
  ['a callback to a host with an underscore', { ...good, StatusCallback: 'https://my_host.example/a' }, 21609],
  ['a callback that is not a URL', { ...good, StatusCallback: 'nowhere' }, 21609],
  ['a callback of 4,001 characters', { ...good, StatusCallback: `https://a.example/${'x'.repeat(4_000)}` }, 21609],
  ['a validity of 0', { ...good, ValidityPeriod: '0' }, 90007],
  ['a validity of more than ten hours', { ...good, ValidityPeriod: '36001' }, 90007],
  ['a validity that is not a number', { ...good, ValidityPeriod: 'long' }, 90007],
  ['an unknown service', { ...nothing, Body: 'x', MessagingServiceSid: `MG${'0'.repeat(32)}`, From: '' }, 21701],
  ['a service without a sender for the channel', { To: customer, Body: 'x', MessagingServiceSid: bare }, 21703],
  ['a schedule in ten minutes', { ...scheduled, SendAt: inMs(600_000) }, 35114],
  ['a schedule in 36 days', { ...scheduled, SendAt: inMs(36 * 86_400_000) }, 35114],
  ['a schedule without a time', scheduled, 35114],
]

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString()
}

test('an invalid message is rejected with Twilio’s error code and status', async () => {
  const services = [
    { sid: service, senders: [smsSender] },
    { sid: bare, senders: [] },
  ]
  await using sandbox = await startTestSandbox({ services })
  for (const [why, form, code] of rejected) {
    const { status, body } = await sandbox.send(form)
    const known = errorCodes[code]
    assert.equal(status, known?.at === 'request' ? known.status : 400, why)
    const more_info = `https://www.twilio.com/docs/errors/${code}`
    assert.deepEqual(body, { code, message: body.message, more_info, status }, why)
    assert.equal(sandbox.carrier.requests.at(-1)!.code, code)
  }
  assert.equal(sandbox.carrier.messages().length, 0)
})

test('a number that ends in 99 and an API error code is rejected with that code', async () => {
  await using sandbox = await startTestSandbox()
  const codes = Object.entries(errorCodes).filter(([, { at }]) => at === 'request')
  for (const [code, known] of codes) {
    const { status, body } = await sandbox.send({ ...sms, To: `+155599${code}` })
    assert.deepEqual([status, body.code], [known.at === 'request' && known.status, Number(code)])
  }
  assert.equal(sandbox.carrier.messages().length, 0)
})

describe('the variables of a template', () => {
  const types = { 'twilio/text': { body: 'Hello {{1}}, welcome to {{2}} here' } }
  const send = (sandbox: TestSandbox, template: Partial<TemplateToAdd>, ContentVariables: string) => {
    const { sid } = sandbox.carrier.control.addTemplate({ name: 'hi', ...template })
    return sandbox.send({ From: sender, To: customer, ContentSid: sid, ContentVariables })
  }

  for (const [why, variables, code, template = { types }] of [
    ['invalid JSON', '{1:"a"}', 21656],
    ['a list', '["a"]', 21656],
    ['null', '{"1":null}', 21656],
    ['a number', '{"1":7}', 21656],
    ['nested', '{"1":{"a":"b"}}', 21656],
    ['empty', '{"1":""}', 21656],
    ['a new line', '{"1":"a\\nb"}', 21656],
    ['a tab', '{"1":"a\\tb"}', 21656],
    ['five spaces', '{"1":"a     b"}', 21656],
    ['1,601 characters', JSON.stringify({ 1: 'x'.repeat(1_601) }), 21658],
    ['a template with an empty placeholder', '{"1":"a"}', 21656, { body: 'Hello {{}} there' }],
    ['a template with an open placeholder', '{"1":"a"}', 21656, { body: 'Hello {{1} there' }],
  ] as const)
    test(`are rejected: ${why}`, async () => {
      await using sandbox = await startTestSandbox()
      const { status, body } = await send(sandbox, template, variables)
      assert.deepEqual([status, body.code], [400, code])
    })

  test('replace placeholders; missing values use the samples, and unknown ones are ignored', async () => {
    await using sandbox = await startTestSandbox()
    const { body } = await send(sandbox, { types, variables: { 1: 'Ann', 2: 'Rome' } }, '{"2":"Oslo","9":"x"}')
    assert.equal(body.body, 'Hello Ann, welcome to Oslo here')
  })
})

describe('test credentials', () => {
  const valid = '+15005550006'
  const clientOf = ({ carrier: { baseUrl } }: TestSandbox) =>
    sdkFor(baseUrl, testAccount.accountSid, testAccount.authToken)
  test('return an error that depends on the sender and the recipient', async () => {
    await using sandbox = await startTestSandbox()
    const { messages } = clientOf(sandbox)
    for (const [from, to, code] of [
      ['+15005550001', number, 21212],
      ['+15005550007', number, 21606],
      ['+15005550008', number, 21611],
      [smsSender, number, 21606],
      [valid, '+15005550001', 21211],
      [valid, '+15005550002', 21612],
      [valid, '+15005550003', 21408],
      [valid, '+15005550004', 21610],
      [valid, '+15005550009', 21614],
      [valid, 'nonsense', 21211],
    ] as const)
      await assert.rejects(messages.create({ from, to, body: 'Hi' }), { code }, `${from} to ${to}`)
  })

  test('accept a valid message without storing it or sending callbacks, and reject other requests', async () => {
    await using sandbox = await startTestSandbox()
    const client = clientOf(sandbox)
    const statusCallback = `${sandbox.receiver.url}/status`
    const made = await client.messages.create({ from: valid, to: number, body: 'Hi', statusCallback })
    assert.deepEqual([made.status, made.accountSid], ['queued', testAccount.accountSid])
    await sandbox.carrier.control.settled()
    assert.deepEqual([sandbox.carrier.messages().length, sandbox.receiver.received.length], [0, 0])
    await assert.rejects(client.messages.list(), { code: 20008, status: 403 })
    await assert.rejects(client.content.v1.contents.list(), { code: 20008 })
    await assert.rejects(client.messages.create({ messagingServiceSid: service, to: number, body: 'Hi' }), {
      code: 20008,
    })
  })
})
