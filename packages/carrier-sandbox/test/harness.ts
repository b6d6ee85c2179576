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

export const sender = 'whatsapp:+14155238886'
export const number = '+447700900123'
export const person = `whatsapp:${number}`

export const xml = (body: string) => ({ type: 'text/xml', body: `<?xml version="1.0" encoding="UTF-8"?>${body}` })

export interface ReceivedWebhook {
  path: string
  method: string
  headers: IncomingHttpHeaders
  form: Record<string, string>
  isSigned: boolean
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string
  received: ReceivedWebhook[]
  /** Replaces the response, which is 204 by default; undefined closes the connection. */
  respondWith(handler: Handler): void
  /** Resolves when this many webhooks have arrived. */
  count(number: number): Promise<ReceivedWebhook[]>
}

type Reply = { status?: number; type?: string; body?: string; afterMs?: number } | undefined
type Handler = (webhook: ReceivedWebhook, number: number) => Reply | Promise<Reply>

export interface TestSandbox extends AsyncDisposable {
  carrier: SandboxCarrier
  client: twilio.Twilio
  receiver: WebhookReceiver
  /** Sends a request with the account's credentials. */
  call(method: string, path: string, body?: Record<string, unknown> | URLSearchParams): Promise<Response>
  send(fields: Record<string, string | string[]>): Promise<Response>
  /** The statuses of a message in the order of the received callbacks. */
  statusesOf(sid: string): string[]
}

export async function startTestSandbox(
  settings: SettingsPatch = {},
  options: SandboxCarrierOptions = {},
): Promise<TestSandbox> {
  await using opened = new AsyncDisposableStack()
  const receiver = opened.use(await startReceiver(() => carrier.authToken))
  const carrier: SandboxCarrier = opened.use(
    await openSandboxCarrier({
      ...options,
      settings: { inboundUrl: `${receiver.url}/inbound`, ...settings, delaysMs: { ...noDelays, ...settings.delaysMs } },
    }),
  )
  const call: TestSandbox['call'] = (method, path, body) => callAs(carrier, method, path, body)
  const stack = opened.move()
  return {
    carrier,
    client: sdkFor(carrier.baseUrl, carrier.accountSid, carrier.authToken),
    receiver,
    call,
    send(fields) {
      const form = new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
      return call('POST', `/2010-04-01/Accounts/${carrier.accountSid}/Messages.json`, form)
    },
    statusesOf: (sid) =>
      receiver.received
        .filter(({ form }) => form['MessageSid'] === sid && form['SmsStatus'] !== 'received')
        .map(({ form }) => form['MessageStatus']!),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function callAs(
  carrier: SandboxCarrier,
  method: string,
  path: string,
  body?: Record<string, unknown> | URLSearchParams,
) {
  const isForm = body instanceof URLSearchParams
  return fetch(carrier.baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Basic ${Buffer.from(`${carrier.accountSid}:${carrier.authToken}`).toString('base64')}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    body: body && !isForm ? JSON.stringify(body) : (body as URLSearchParams | undefined),
  })
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

async function startReceiver(authToken: () => string): Promise<WebhookReceiver> {
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
    for (const one of waiting) if (number >= one.number) one.resolve(received)
    const reply = await handle(webhook, number)
    if (!reply) return void outgoing.destroy()
    if (reply.afterMs) await new Promise((resolve) => setTimeout(resolve, reply.afterMs).unref())
    outgoing.writeHead(reply.status ?? 200, reply.type ? { 'content-type': reply.type } : {}).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respondWith(handler) {
      handle = handler
    },
    count(number) {
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
