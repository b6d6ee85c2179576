// Starts a sandbox for tests, with Twilio's SDK as its client and a receiver for its webhooks.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import twilio from 'twilio'
import {
  noDelays,
  openSandboxCarrier,
  type SandboxCarrier,
  type SandboxCarrierOptions,
  type SettingsPatch,
} from '../src/index.ts'

export const smsSender = '+14155238886'
export const sender = `whatsapp:${smsSender}`
export const number = '+447700900123'
export const customer = `whatsapp:${number}`
/** A virtual phone that calls. */
export const caller = '+12025550150'
export const service = `MG${'a'.repeat(32)}`

export const xml = (body: string) => ({ type: 'text/xml', body: `<?xml version="1.0" encoding="UTF-8"?>${body}` })

interface ReceivedWebhook {
  path: string
  method: string
  headers: IncomingHttpHeaders
  form: Record<string, string>
  isSigned: boolean
}

type Reply = { status?: number; type?: string; body?: string; afterMs?: number } | undefined
type Handler = (webhook: ReceivedWebhook, number: number) => Reply
type Body = Record<string, unknown> | URLSearchParams

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>

export async function startTestSandbox(settings: SettingsPatch = {}, options: SandboxCarrierOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const receiver = opened.use(await startReceiver(() => carrier.authToken))
  const carrier: SandboxCarrier = opened.use(
    await openSandboxCarrier({
      ...options,
      settings: { inboundUrl: `${receiver.url}/inbound`, ...settings, delaysMs: { ...noDelays, ...settings.delaysMs } },
    }),
  )
  const { accountSid, authToken, baseUrl, control } = carrier
  const account = `/2010-04-01/Accounts/${accountSid}`
  /** Sends a request with the account's credentials. */
  const call = (method: string, path: string, body?: Body) =>
    request(method, baseUrl + path, body, { authorization: basic(accountSid, carrier.authToken) })
  const stack = opened.move()
  return {
    carrier,
    client: sdkFor(baseUrl, accountSid, authToken),
    receiver,
    /** The path of the account. */
    account,
    call,
    send(fields: Record<string, string | string[]>) {
      const form = new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) for (const item of [value].flat()) form.append(name, item)
      return call('POST', `${account}/Messages.json`, form)
    },
    /** Returns the Sid of an approved template. */
    template: () => (control.findTemplate('hi') ?? control.addTemplate({ name: 'hi', body: 'Hello from us' })).sid,
    /** The statuses of one or all messages in the order of the received callbacks. */
    statusesOf: (sid?: string) =>
      receiver.received
        .filter(({ form }) => form['SmsStatus'] !== 'received' && (sid === undefined || form['MessageSid'] === sid))
        .map(({ form }) => form['MessageStatus']),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The caller calls the number of the account, whose webhook responds with these documents in turn. */
export function receiveWith(sandbox: TestSandbox, ...bodies: string[]) {
  const { control } = sandbox.carrier
  const remaining = [...bodies]
  sandbox.receiver.respondWith(({ path }) =>
    path === '/status' ? { status: 204 } : xml(remaining.shift() ?? '<Response/>'),
  )
  const { url } = sandbox.receiver
  control.addNumber({ phoneNumber: smsSender, voiceUrl: `${url}/voice`, statusCallback: `${url}/status` })
  return control.call({ from: caller, to: smsSender })
}

export const untilOver = (sandbox: TestSandbox, sid: string) =>
  sandbox.carrier.control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null)

export const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`

/** Returns the body as text if it is not JSON. */
export async function request(method: string, url: string, body?: Body, headers: Record<string, string> = {}) {
  const isForm = body instanceof URLSearchParams
  const reply = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.startsWith('application/json')
  return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text }
}

/** Twilio's SDK with every host replaced by the sandbox. */
export function sdkFor(baseUrl: string, accountSid: string, authToken: string): twilio.Twilio {
  class SandboxClient extends twilio.RequestClient {
    override request<T>(options: Parameters<twilio.RequestClient['request']>[0]) {
      const { pathname, search } = new URL(options.uri)
      return super.request<T>({ ...options, uri: baseUrl + pathname + search } as never)
    }
  }
  return twilio(accountSid, authToken, { httpClient: new SandboxClient() })
}

async function startReceiver(authToken: () => string) {
  const received: ReceivedWebhook[] = []
  const waiting: { number: number; resolve: (received: ReceivedWebhook[]) => void }[] = []
  let handle: Handler = () => ({ status: 204 })
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { url: path = '', method = '', headers } = incoming
    const isPost = method === 'POST'
    const form = Object.fromEntries(
      isPost ? new URLSearchParams(Buffer.concat(chunks).toString()) : new URL(path, receiver.url).searchParams,
    )
    const signature = String(headers['x-twilio-signature'])
    const isSigned = twilio.validateRequest(authToken(), signature, receiver.url + path, isPost ? form : {})
    const webhook = { path, method, headers, form, isSigned }
    const number = received.push(webhook)
    for (const waiter of waiting) if (number >= waiter.number) waiter.resolve(received)
    const reply = handle(webhook, number)
    if (!reply) return void outgoing.destroy()
    if (reply.afterMs) await new Promise((resolve) => setTimeout(resolve, reply.afterMs).unref())
    outgoing.writeHead(reply.status ?? 200, reply.type ? { 'content-type': reply.type } : {}).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Replaces the response, which is 204 by default; undefined closes the connection. */
    respondWith(handler: Handler) {
      handle = handler
    },
    /** Resolves when this many webhooks have arrived. */
    count(number: number) {
      if (received.length >= number) return Promise.resolve(received)
      const { promise, resolve } = Promise.withResolvers<ReceivedWebhook[]>()
      waiting.push({ number, resolve })
      return promise
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
