// The port of the sandbox: the carrier's API, and the control beside it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SandboxControl } from './control/control.ts'
import { serveControl } from './control/serve-control.ts'
import { createBucket } from './core/bucket.ts'
import type { Exchange } from './core/exchange.ts'
import type { VirtualPhones } from './phones/phones.ts'
import { answerCall } from './rest/answer-call.ts'

export interface ListeningServer extends AsyncDisposable {
  port: number
}

const largestBody = 48 * 2 ** 20

export async function listen(
  desk: { exchange: Exchange; control: SandboxControl; phones: VirtualPhones },
  { host, port }: { host: string; port: number },
): Promise<ListeningServer> {
  const { exchange } = desk
  const mayCreate = createBucket(
    () => exchange.settings.rate,
    () => exchange.timetable.nowMs(),
  )

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = incoming.url ?? '/'
    if (!text.startsWith('/') || !URL.canParse(`http://sandbox${text}`)) return void response.writeHead(400).end()
    const url = new URL(`http://sandbox${text}`)
    const body = await readBody(incoming)
    if (!body) return void response.writeHead(413).end()
    const isControl = url.pathname === '/sandbox' || url.pathname.startsWith('/sandbox/')
    if (isControl) return serveControl(desk, incoming, url, body, response)
    const { method = 'GET', headers } = incoming
    return answerCall(exchange, { method, url, headers, body }, response, mayCreate)
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      exchange.log.error({ error }, 'the sandbox carrier failed')
      response.destroy()
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Undefined when there is too much of it, or when the connection ended before. */
function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= largestBody) chunks.push(chunk)
      else resolve(undefined)
    })
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    incoming.once('close', () => resolve(undefined))
  })
}
