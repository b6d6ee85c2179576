// Implements `fetch` for a server that does not listen on a port.
import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'

export type InjectFetch = (request: Request) => Promise<Response>

export function injectFetch(server: FastifyInstance, remoteAddress = '127.0.0.1'): InjectFetch {
  return async (request) => {
    const url = new URL(request.url)
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const response = await server.inject({
      method: request.method as InjectOptions['method'] & string,
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      remoteAddress,
      payloadAsStream: true,
      ...(body ? { payload: body } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) headers.set(name, String(value))
    const empty = [204, 304].includes(response.statusCode) || request.method === 'HEAD'
    const stream = Readable.toWeb(response.stream()) as ReadableStream<Uint8Array>
    return new Response(empty ? null : stream, { status: response.statusCode, headers })
  }
}
