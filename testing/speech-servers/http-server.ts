// The HTTP server of the scripted speech servers.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ScriptedHttpServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40000`. */
  origin: string
  /** What clients did that the vendor does not accept. */
  violations: string[]
  openConnections(): number
}

export interface Exchange {
  request: IncomingMessage
  body: Buffer
  response: ServerResponse
  /** Records a violation and responds with the status. */
  refuse(status: number, reason: string): void
}

export async function startHttpServer(
  serve: (exchange: Exchange) => void | Promise<void>,
): Promise<ScriptedHttpServer> {
  const violations: string[] = []
  let connections = 0

  async function handle(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const refuse = (status: number, reason: string) => {
      violations.push(reason)
      fail(response, status, reason)
    }
    await serve({ request, body, response, refuse })
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      handle(request, Buffer.concat(chunks), response).catch((error: unknown) => {
        violations.push(String(error))
        response.destroy()
      })
    })
  })
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
  })
  return { ...(await listen(server)), violations, openConnections: () => connections }
}

/** Listens on a free port of the loopback interface. */
export async function listen(server: Server): Promise<{ origin: string } & AsyncDisposable> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Responds with an error in the form of OpenAI; clients of other vendors read only the status. */
export function fail(response: ServerResponse, status: number, message = 'Scripted.'): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
}

/** Writes the same piece until the client closes the connection. */
export function writeEndlessly(response: ServerResponse, piece: Uint8Array): void {
  const more = () => {
    if (!response.destroyed) response.write(piece, () => setImmediate(more))
  }
  more()
}
