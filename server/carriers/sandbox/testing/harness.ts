// A sandbox for its own tests: the official SDK pointed at it, and an ear for its webhooks.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import twilio from 'twilio'
import { createLog } from '#server/platform/observability/log.ts'
import { verifyTwilioWebhook } from '#server/platform/security/twilio-signature.ts'
import {
  noDelays,
  openSandboxCarrier,
  type SandboxCarrier,
  type SandboxCarrierOptions,
  type SettingsPatch,
} from '../index.ts'

export const sender = 'whatsapp:+14155238886'
export const number = '+447700900123'
export const person = `whatsapp:${number}`

export const xml = (body: string) => ({ type: 'text/xml', body: `<?xml version="1.0" encoding="UTF-8"?>${body}` })

export interface Heard {
  path: string
  method: string
  headers: IncomingHttpHeaders
  form: Record<string, string>
  isSigned: boolean
}

export interface Ear extends AsyncDisposable {
  url: string
  heard: Heard[]
  /** Replaces the answer, 204 at first; undefined: the connection is cut. */
  answerWith(answer: Answering): void
  /** Resolves once so many have come. */
  count(number: number): Promise<Heard[]>
}

type Reply = { status?: number; type?: string; body?: string; afterMs?: number } | undefined
type Answering = (heard: Heard, number: number) => Reply | Promise<Reply>

export interface Desk extends AsyncDisposable {
  carrier: SandboxCarrier
  client: twilio.Twilio
  ear: Ear
  /** A request with the account's credentials. */
  call(method: string, path: string, body?: Record<string, unknown> | URLSearchParams): Promise<Response>
  send(fields: Record<string, string | string[]>): Promise<Response>
  /** The statuses that the ear heard of a message. */
  statusesOf(sid: string): string[]
}

export async function openDesk(
  settings: SettingsPatch = {},
  options: Partial<SandboxCarrierOptions> = {},
): Promise<Desk> {
  await using opened = new AsyncDisposableStack()
  const log = createLog({ level: 'error', pretty: false })
  const ear = opened.use(await openEar(() => carrier.authToken))
  const carrier: SandboxCarrier = opened.use(
    await openSandboxCarrier({
      log,
      ...options,
      settings: { inboundUrl: `${ear.url}/inbound`, ...settings, delaysMs: { ...noDelays, ...settings.delaysMs } },
    }),
  )
  const call: Desk['call'] = (method, path, body) => callAs(carrier, method, path, body)
  const stack = opened.move()
  return {
    carrier,
    client: sdkFor(carrier.baseUrl, carrier.accountSid, carrier.authToken),
    ear,
    call,
    send(fields) {
      const form = new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
      return call('POST', `/2010-04-01/Accounts/${carrier.accountSid}/Messages.json`, form)
    },
    statusesOf: (sid) =>
      ear.heard
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

/** The SDK as it is, but every host becomes the sandbox. */
export function sdkFor(baseUrl: string, accountSid: string, authToken: string): twilio.Twilio {
  class Redirected extends twilio.RequestClient {
    override request<T>(options: Parameters<twilio.RequestClient['request']>[0]) {
      const { pathname, search } = new URL(options.uri)
      return super.request<T>({ ...options, uri: baseUrl + pathname + search } as never)
    }
  }
  return twilio(accountSid, authToken, { httpClient: new Redirected() })
}

async function openEar(authToken: () => string): Promise<Ear> {
  const heard: Heard[] = []
  const waiting: { number: number; resolve: (heard: Heard[]) => void }[] = []
  let answer: Answering = () => ({ status: 204 })
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const path = incoming.url ?? ''
    const { method = '' } = incoming
    const isPost = method === 'POST'
    const form = Object.fromEntries(
      isPost ? new URLSearchParams(Buffer.concat(chunks).toString()) : new URL(path, ear.url).searchParams,
    )
    const signature = incoming.headers['x-twilio-signature'] as string | undefined
    const isSigned = verifyTwilioWebhook({
      authToken: authToken(),
      url: ear.url + path,
      signature,
      form: isPost ? form : undefined,
    })
    const number = heard.push({ path, method, headers: incoming.headers, form, isSigned })
    for (const one of waiting) if (number >= one.number) one.resolve(heard)
    const reply = await answer(heard.at(-1)!, number)
    if (!reply) return void outgoing.destroy()
    if (reply.afterMs) await new Promise((resolve) => setTimeout(resolve, reply.afterMs).unref())
    outgoing.writeHead(reply.status ?? 200, reply.type ? { 'content-type': reply.type } : {}).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const ear: Ear = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answerWith(next) {
      answer = next
    },
    count(number) {
      if (heard.length >= number) return Promise.resolve(heard)
      const { promise, resolve } = Promise.withResolvers<Heard[]>()
      waiting.push({ number, resolve })
      return promise
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return ear
}
