// Tests that the adapter sends the same requests as Twilio's official package.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import twilio from 'twilio'
import { createLog } from '#server/platform/observability/log.ts'
import type { MessageCarrier, OutgoingContent } from '#server/ports/carrier.ts'
import type { VoiceCarrier } from '#server/ports/voice-carrier.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { briefAgent, connectStream, joinConference } from './calls/twiml.ts'
import { twilio as adapter } from './index.ts'
import { createWebhookUrls } from './webhooks/urls.ts'

type Asked = { method: string; path: string; query: Record<string, string>; body: unknown; authorization: string }

interface PackageRequest {
  method: string
  uri: string
  params?: object
  data?: object
  username: string
  password: string
}

const account = { carrier: 'twilio', externalId: `AC${'1'.repeat(32)}`, credentials: 'a token' }
const publicUrl = 'https://parley.example'
const urls = createWebhookUrls(publicUrl)
const report = { uuid: 'one', token: 'secret' }
const sid = `SM${'2'.repeat(32)}`
const hx = `HX${'3'.repeat(32)}`
const base = { from: '+14155238886', to: '+4915112345678', report }
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
  await ask(twilio(account.externalId, account.credentials, { httpClient: httpClient as never }))
  return asked ?? assert.fail('No request was sent.')
}

function joinRepeated(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name).join(',')]))
}

type Ours = MessageCarrier & VoiceCarrier

async function askedByUs(ask: (carrier: Ours) => Promise<unknown>): Promise<Asked> {
  await using server = await openReceiver(() => ({ body: JSON.stringify({ ...answer, ...emptyLists }) }))
  const log = createLog({ level: 'silent', pretty: false })
  await using carrier = adapter.open({ publicUrl, apiBaseUrl: server.url, log })
  await ask({ ...carrier.messages, ...carrier.calls }).catch(() => {})
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
  const common = {
    from: `whatsapp:${base.from}`,
    to: `whatsapp:${base.to}`,
    statusCallback: urls.report('status', report),
  }
  const contents: [OutgoingContent, object][] = [
    [{ kind: 'text', body: 'Hé + & 😀' }, { body: 'Hé + & 😀' }],
    [
      { kind: 'media', mediaUrl: 'https://x.example/a?b=1', caption: 'Look' },
      { mediaUrl: ['https://x.example/a?b=1'], body: 'Look' },
    ],
    [
      { kind: 'template', templateExternalId: hx, variables: { 1: 'Ann' } },
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
    [(ours) => ours.setInboundWebhook(account, xe), (theirs) => theirs.messaging.v2.channelsSenders(xe).fetch()],
    [(ours) => ours.listMedia(account, sid), (theirs) => theirs.messages(sid).media.list()],
  ]
  for (const [ours, theirs] of pairs) assert.deepEqual(await askedByUs(ours), await askedByPackage(theirs))
})

test('starts, reads, lists and updates calls with the same requests', async () => {
  const { from, to } = base
  const ca = `CA${'4'.repeat(32)}`
  const mediaToken = 'a&b'
  const call = { from, to, mediaToken, report, detectsMachine: true, ringingSeconds: 30, maxSeconds: 600 }
  const conference = { name: 'one', maxSeconds: 60 }
  const agent = {
    from,
    to,
    report,
    detectsMachine: true,
    keysAfterAnswer: 'ww12#',
    language: 'en',
    briefing: 'A & B.',
    needsKey: true,
    customerExternalId: 'a-call',
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
          twiml: connectStream({ url: urls.media, token: mediaToken }),
          timeout: 30,
          timeLimit: 600,
          statusCallback: urls.report('call-status', report),
          statusCallbackMethod: 'POST',
          statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
          machineDetection: 'DetectMessageEnd',
          asyncAmd: 'true',
          asyncAmdStatusCallback: urls.report('amd', report),
          asyncAmdStatusCallbackMethod: 'POST',
        }),
    ],
    [(ours) => ours.findCall(account, ca), (theirs) => theirs.calls(ca).fetch()],
    [
      (ours) => ours.listCalls(account, { from, to, since: new Date() }),
      (theirs) => theirs.calls.list({ from, to, pageSize: 100 }),
    ],
    [
      (ours) => ours.callAgent(account, agent),
      (theirs) =>
        theirs.calls.create({
          from,
          to,
          twiml: briefAgent({ ...agent, decisionUrl: urls.report('agent-decision', report) }),
          sendDigits: agent.keysAfterAnswer,
          machineDetection: 'Enable',
          asyncAmd: 'true',
          asyncAmdStatusCallback: urls.report('agent-amd', report),
          asyncAmdStatusCallbackMethod: 'POST',
          timeout: 20,
          timeLimit: 60,
          statusCallback: urls.report('agent-status', report),
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
  const voiceUrl = urls.voice
  const settings = { voiceUrl, voiceMethod: 'POST', voiceApplicationSid: '', trunkSid: '' }
  const smsUrl = urls.inbound
  const smsSettings = { smsUrl, smsMethod: 'POST', smsApplicationSid: '' }
  const search = { voiceEnabled: true, contains: '415', pageSize: 30 }
  const pairs: [Parameters<typeof askedByUs>[0], Parameters<typeof askedByPackage>[0]][] = [
    [(ours) => ours.listPhoneNumbers(account), (theirs) => theirs.incomingPhoneNumbers.list({ pageSize: 1000 })],
    [
      (ours) => ours.setNumberRoutes(account, pn, { calls: 'here' }),
      (theirs) => theirs.incomingPhoneNumbers(pn).update(settings),
    ],
    [
      (ours) => ours.setNumberRoutes(account, pn, { sms: 'here' }),
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
