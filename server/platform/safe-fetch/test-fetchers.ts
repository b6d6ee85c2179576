// Fetchers and loopback servers for tests.
import type { RequestListener } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import type { createConnector } from './connector.ts'
import { createFetcher } from './index.ts'
import { type LoopbackServer, serveHttp } from './loopback-servers.ts'

export const refusal = { name: 'OutsideError', code: 'address_refused', retryable: false }

export function fetcherFor(...servers: LoopbackServer[]) {
  return createFetcher({ allowPrivate: servers.map(({ port }) => `127.0.0.1:${port}`), userAgent: 'Parley/test' })
}

export async function serve(answer: RequestListener) {
  const server = await serveHttp(answer)
  const fetcher = fetcherFor(server)
  return {
    fetcher,
    server,
    url: `http://127.0.0.1:${server.port}/`,
    [Symbol.asyncDispose]: async () => {
      await fetcher[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Returns the received request. */
export const mirror: RequestListener = async (request, reply) => {
  const { method, headers, url } = request
  reply.setHeader('x-many', ['a', 'b'])
  reply.end(JSON.stringify({ method, headers, url, body: await readAll(request) }))
}

export const text = (body: Uint8Array) => Buffer.from(body).toString()

/** Allows the port of the server, so that only the address is checked. */
export function fetcherBeside(
  server: Pick<LoopbackServer, 'port'>,
  answers: (hostname: string) => string[] = () => [],
) {
  return createFetcher({
    allowPrivate: [`elsewhere.example:${server.port}`],
    userAgent: 'test',
    resolve: async (hostname) => answers(hostname).map((address) => ({ address })),
  })
}

export function dial(
  connector: ReturnType<typeof createConnector>,
  target: { hostname: string; protocol: string; port: string },
) {
  return new Promise((done, fail) => connector(target, (error, socket) => (error ? fail(error) : done(socket))))
}
