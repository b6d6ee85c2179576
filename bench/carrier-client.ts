// One client of the carrier's interface, measured in a process of its own; started by bench/carrier.ts.
import { Agent } from 'undici'
import { createLog } from '#server/platform/observability/log.ts'

export const carrierClients = ['ours', 'package over undici', 'package'] as const
export type CarrierClient = (typeof carrierClients)[number]

export interface ClientCost {
  perSecond: number
  /** Of this process alone. */
  cpuMicros: number
  p50Ms: number
  memoryMb: number
}

const sends = 10_000
const atOnce = 32
const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' }
const [from, to, statusCallbackUrl] = ['+14155238886', '+15551234567', 'https://parley.example/status/1']
const templateSid = `HX${'0'.repeat(32)}`

type Send = () => Promise<unknown>

async function openOurs(baseUrl: string): Promise<Send> {
  const { createTwilioCarrier } = await import('#server/carriers/twilio/index.ts')
  const carrier = createTwilioCarrier({ apiBaseUrl: baseUrl, log: createLog({ level: 'silent', pretty: false }) })
  const content = { kind: 'template', templateSid, variables: { 1: 'Ann' } } as const
  return () => carrier.sendMessage(account, { channel: 'chatapp', from, to, content, statusCallbackUrl })
}

interface PackageRequest {
  uri: string
  headers: Record<string, string>
  data: Record<string, string>
}

/** The package has no setting for another address: its transport is wrapped, or replaced by undici. */
async function openPackage(baseUrl: string, overUndici: boolean): Promise<Send> {
  const { default: twilio } = await import('twilio')
  const own = new twilio.RequestClient({ maxSockets: 256, maxTotalSockets: 256 })
  const agent = new Agent({ connections: 256 })
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`
  const viaUndici = async ({ uri, headers, data }: PackageRequest) => {
    const path = new URL(uri).pathname
    const body = new URLSearchParams(data).toString()
    const options = { origin: baseUrl, path, method: 'POST', headers: { ...headers, authorization }, body } as const
    const reply = await agent.request(options)
    return { statusCode: reply.statusCode, headers: reply.headers, body: await reply.body.json() }
  }
  const viaOwn = (request: PackageRequest) =>
    own.request({ ...request, uri: baseUrl + new URL(request.uri).pathname } as never)
  const httpClient = { request: overUndici ? viaUndici : viaOwn } as never
  const client = twilio(account.accountSid, account.authToken, { httpClient })
  const ends = { from: `whatsapp:${from}`, to: `whatsapp:${to}`, statusCallback: statusCallbackUrl }
  return () => client.messages.create({ ...ends, contentSid: templateSid, contentVariables: '{"1":"Ann"}' })
}

async function measure(client: CarrierClient, baseUrl: string): Promise<ClientCost> {
  const memory = () => {
    globalThis.gc?.()
    return process.memoryUsage().rss / 1e6
  }
  const before = memory()
  const send = client === 'ours' ? await openOurs(baseUrl) : await openPackage(baseUrl, client !== 'package')
  await send()
  const memoryMb = memory() - before
  for (let count = 0; count < 2_000; count++) await send()
  const times: number[] = []
  for (let count = 0; count < 1_000; count++) {
    const startedAt = performance.now()
    await send()
    times.push(performance.now() - startedAt)
  }
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  let left = sends
  const sendOn = async () => {
    while (left-- > 0) await send()
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  const seconds = (performance.now() - startedAt) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  const p50Ms = times.sort((a, b) => a - b)[500]!
  return { perSecond: sends / seconds, cpuMicros: (cpu.user + cpu.system) / sends, p50Ms, memoryMb }
}

if (import.meta.main) {
  const [client, baseUrl] = process.argv.slice(2) as [CarrierClient, string]
  console.log(JSON.stringify(await measure(client, baseUrl)))
  process.exit()
}
