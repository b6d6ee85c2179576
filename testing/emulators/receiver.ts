// An HTTP server on the loopback interface that records the requests it receives.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** In the time of the machine, which tests do not turn. */
  atMs: number
}

export interface ReceiverAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** `number` counts the requests from 1. The response waits for the promise. */
export type AnswerRequest = (request: ReceivedRequest, number: number) => ReceiverAnswer | Promise<ReceiverAnswer>

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

export async function openReceiver(answer: AnswerRequest = () => ({})) {
  const requests: ReceivedRequest[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: Buffer.concat(chunks), atMs: Date.now() }
    const number = requests.push(request)
    for (const { count, resolve } of waiting) if (number >= count) resolve()
    const { status = 200, headers: replyHeaders = {}, body = '' } = await answer(request, number)
    outgoing.writeHead(status, replyHeaders).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    requests,
    /** Resolves when this many requests have arrived. */
    received(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (requests.length >= count) resolve()
      else waiting.push({ count, resolve })
      return promise
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
