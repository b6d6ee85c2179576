// Tests that the adapter sends the same requests as Twilio's official package.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import twilio from 'twilio'
import { createLog } from '#server/platform/observability/log.ts'
import type { OutgoingContent } from '#server/ports/carrier.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { briefAgent, connectStream, joinConference } from './calls/twiml.ts'
import { createTwilioCarrier } from './index.ts'

type Asked = { method: string; path: string; query: Record<string, string>; body: unknown; authorization: string }

interface PackageRequest {
  method: string
  uri: string
  params?: object
  data?: object
  username: string
  password: string
}

const account = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'a token' }
const sid = `SM${'2'.repeat(32)}`
const hx = `HX${'3'.repeat(32)}`
const base = { from: '+14155238886', to: '+4915112345678', statusCallbackUrl: 'https://parley.example/s?a=1#rc=1' }
const answer = { sid, date_created: 'Thu, 24 Aug 2023 05:01:45 +0000', status: 'queued', to: '' }
const emptyLists = {
  messages: [],
  contents: [],
  senders: [],
  calls: [],
  incoming_phone_numbers: [],
  available_phone_numbers: [],
  meta: {},
}

/** Records the requests of the package. */
async function askedByPackage(ask: (client: ReturnType<typeof twilio>) => Promise<unknown>): Promise<Asked> {
  let asked: Asked | undefined
  const httpClient = {
    request: async ({ method, uri, params = {}, data, username, password }: PackageRequest) => {
      const url = new URL(uri)
      const [values, query] = [data ?? {}, params].map((one) =>
        Object.fromEntries(Object.entries(one).map(([name, value]) => [name, String(value)])),
      )
      const body = method === 'post' && url.hostname.startsWith('content') ? data : values
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      asked = { method: method.toUpperCase(), path: url.pathname, query: query!, body, authorization }
      return { statusCode: 200, body: { ...answer, ...emptyLists } }
    },
  }
  await ask(twilio(account.accountSid, account.authToken, { httpClient: httpClient as never }))
  return asked ?? assert.fail('No request was sent.')
}

function joinRepeated(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name).join(',')]))
}

async function askedByUs(ask: (carrier: ReturnType<typeof createTwilioCarrier>) => Promise<unknown>): Promise<Asked> {
  await using server = await openReceiver(() => ({ body: JSON.stringify({ ...answer, ...emptyLists }) }))
  const log = createLog({ level: 'silent', pretty: false })
  await using carrier = createTwilioCarrier({ apiBaseUrl: server.url, log })
  await ask(carrier).catch(() => {})
  const { method, path, headers, body } = server.requests[0] ?? assert.fail('No request was sent.')
  const url = new URL(path, server.url)
  const isJson = headers['content-type'] === 'application/json'
  return {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: isJson ? JSON.parse(body.toString()) : joinRepeated(new URLSearchParams(body.toString())),
    authorization: headers.authorization ?? '',
  }
}

test('sends a message with the same request', async () => {
  const common = { from: `whatsapp:${base.from}`, to: `whatsapp:${base.to}`, statusCallback: base.statusCallbackUrl }
  const contents: [OutgoingContent, object][] = [
    [{ kind: 'text', body: 'Hé + & 😀' }, { body: 'Hé + & 😀' }],
    [
      { kind: 'media', mediaUrl: 'https://x.example/a?b=1', caption: 'Look' },
      { mediaUrl: ['https://x.example/a?b=1'], body: 'Look' },
    ],
    [
      { kind: 'template', templateSid: hx, variables: { 1: 'Ann' } },
      { contentSid: hx, contentVariables: '{"1":"Ann"}' },
    ],
  ]
  for (const [content, theirs] of contents) {
    const ours = await askedByUs((carrier) => carrier.sendMessage(account, { channel: 'chatapp', ...base, content }))
    assert.deepEqual(ours, await askedByPackage((client) => client.messages.create({ ...common, ...theirs } as never)))
  }
})

test('reads, lists and updates with the same requests', async () => {
  const { from, to } = base
  const xe = `XE${'1'.repeat(32)}`
  const list = { channel: 'sms', from, to, since: new Date() } as const
  const pairs: [Parameters<typeof askedByUs>[0], Parameters<typeof askedByPackage>[0]][] = [
    [(ours) => ours.findMessage(account, sid), (theirs) => theirs.messages(sid).fetch()],
    [(ours) => ours.listMessages(account, list), (theirs) => theirs.messages.list({ from, to, pageSize: 100 })],
    [
      (ours) => ours.listSenders(account),
      (theirs) => theirs.messaging.v2.channelsSenders.list({ channel: 'whatsapp', pageSize: 20 }),
    ],
    [(ours) => ours.listTemplates(account), (theirs) => theirs.content.v1.contentAndApprovals.list({ pageSize: 500 })],
    [
      (ours) => ours.setInboundWebhook(account, xe, 'https://x.example/in'),
      (theirs) => theirs.messaging.v2.channelsSenders(xe).fetch(),
    ],
    [(ours) => ours.listMedia(account, sid), (theirs) => theirs.messages(sid).media.list()],
  ]
  for (const [ours, theirs] of pairs) assert.deepEqual(await askedByUs(ours), await askedByPackage(theirs))
})

test('starts, reads, lists and updates calls with the same requests', async () => {
  const { from, to } = base
  const ca = `CA${'4'.repeat(32)}`
  const media = { url: 'wss://parley.example/carrier/twilio/media', token: 'a&b' }
  const statusCallbackUrl = 'https://parley.example/s#rc=1'
  const machineDetectionUrl = 'https://parley.example/m#rc=1'
  const call = { from, to, media, statusCallbackUrl, machineDetectionUrl, ringingSeconds: 30, maxSeconds: 600 }
  const conference = { name: 'one', maxSeconds: 60 }
  const agent = {
    from,
    to,
    statusCallbackUrl,
    decisionUrl: 'https://parley.example/d#rc=1',
    keysAfterAnswer: 'ww12#',
    language: 'en',
    briefing: 'A & B.',
    needsKey: true,
    ringingSeconds: 20,
    maxSeconds: 60,
  }
  const pairs: [Parameters<typeof askedByUs>[0], Parameters<typeof askedByPackage>[0]][] = [
    [
      (ours) => ours.createCall(account, call),
      (theirs) =>
        theirs.calls.create({
          from,
          to,
          twiml: connectStream(media),
          timeout: 30,
          timeLimit: 600,
          statusCallback: statusCallbackUrl,
          statusCallbackMethod: 'POST',
          statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
          machineDetection: 'DetectMessageEnd',
          asyncAmd: 'true',
          asyncAmdStatusCallback: machineDetectionUrl,
          asyncAmdStatusCallbackMethod: 'POST',
        }),
    ],
    [(ours) => ours.findCall(account, ca), (theirs) => theirs.calls(ca).fetch()],
    [
      (ours) => ours.listCalls(account, { from, to, since: new Date() }),
      (theirs) => theirs.calls.list({ from, to, pageSize: 100 }),
    ],
    [
      (ours) => ours.callAgent(account, { ...agent, machineDetectionUrl }),
      (theirs) =>
        theirs.calls.create({
          from,
          to,
          twiml: briefAgent(agent),
          sendDigits: agent.keysAfterAnswer,
          machineDetection: 'Enable',
          asyncAmd: 'true',
          asyncAmdStatusCallback: machineDetectionUrl,
          asyncAmdStatusCallbackMethod: 'POST',
          timeout: 20,
          timeLimit: 60,
          statusCallback: statusCallbackUrl,
          statusCallbackMethod: 'POST',
          statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
        }),
    ],
    [
      (ours) => ours.joinConference(account, ca, conference),
      (theirs) => theirs.calls(ca).update({ twiml: joinConference(conference) }),
    ],
  ]
  for (const [ours, theirs] of pairs) assert.deepEqual(await askedByUs(ours), await askedByPackage(theirs))
})

test('manages phone numbers with the same requests', async () => {
  const pn = `PN${'4'.repeat(32)}`
  const voiceUrl = 'https://parley.example/v'
  const settings = { voiceUrl, voiceMethod: 'POST', voiceApplicationSid: '', trunkSid: '' }
  const smsUrl = 'https://parley.example/m'
  const smsSettings = { smsUrl, smsMethod: 'POST', smsApplicationSid: '' }
  const search = { voiceEnabled: true, contains: '415', pageSize: 30 }
  const pairs: [Parameters<typeof askedByUs>[0], Parameters<typeof askedByPackage>[0]][] = [
    [(ours) => ours.listPhoneNumbers(account), (theirs) => theirs.incomingPhoneNumbers.list({ pageSize: 1000 })],
    [
      (ours) => ours.setNumberWebhooks(account, pn, { voiceUrl }),
      (theirs) => theirs.incomingPhoneNumbers(pn).update(settings),
    ],
    [
      (ours) => ours.setNumberWebhooks(account, pn, { smsUrl }),
      (theirs) => theirs.incomingPhoneNumbers(pn).update(smsSettings),
    ],
    [
      (ours) => ours.searchPhoneNumbers(account, { countryCode: 'US', contains: '415' }),
      (theirs) => theirs.availablePhoneNumbers('US').local.list(search),
    ],
    [
      (ours) => ours.buyPhoneNumber(account, '+14155550100'),
      (theirs) => theirs.incomingPhoneNumbers.create({ phoneNumber: '+14155550100' }),
    ],
    [(ours) => ours.releasePhoneNumber(account, pn), (theirs) => theirs.incomingPhoneNumbers(pn).remove()],
  ]
  for (const [ours, theirs] of pairs) assert.deepEqual(await askedByUs(ours), await askedByPackage(theirs))
})

test('creates a template with the same requests', async () => {
  const template = {
    name: 'order',
    language: 'de',
    category: 'utility',
    bodyText: 'Hi {{1}}',
    samples: { 1: 'A' },
  } as const
  const ours = await askedByUs((carrier) => carrier.submitTemplate(account, template))
  const theirs = await askedByPackage((client) =>
    client.content.v1.contents.create({
      friendlyName: 'order',
      language: 'de',
      variables: { 1: 'A' },
      types: { twilioText: { body: 'Hi {{1}}' } },
    } as never),
  )
  assert.deepEqual([ours.method, ours.path, ours.authorization], [theirs.method, theirs.path, theirs.authorization])
  assert.deepEqual(Object.keys(ours.body as object).sort(), ['friendly_name', 'language', 'types', 'variables'])
})
