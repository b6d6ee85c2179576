// Tests that endless responses of model servers are aborted.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { answerThrough } from '#server/models/language-models.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { listen } from '#testing/suites/language-model.ts'
import { createVendors } from './vendors.ts'

const log = createLog({ level: 'silent', pretty: false })
const megabyte = 2 ** 20
/** The number of bytes that a server would send. */
const wouldSendBytes = 100 * megabyte
/** The limit of 16 MiB plus the buffers of both sides. */
const mostSentBytes = 32 * megabyte

interface Endless {
  status?: number
  type?: string
  opening?: string
  piece: string
  /** Applies to the list of models instead of the answer. */
  path?: string
}

async function openEndlessServer({ status = 200, type = 'text/event-stream', opening = '', piece, path }: Endless) {
  const closed = Promise.withResolvers<void>()
  let sentBytes = 0
  async function pour(response: ServerResponse): Promise<void> {
    response.writeHead(status, { 'content-type': type })
    response.write(opening)
    const gone = once(response, 'close').then(() => closed.resolve())
    const chunk = Buffer.from(piece.repeat(Math.ceil(megabyte / piece.length)))
    while (!response.destroyed && sentBytes < wouldSendBytes) {
      sentBytes += chunk.length
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), gone])
    }
    response.end()
  }
  const server = createServer((request, response) => {
    request.resume()
    if (request.url?.endsWith(path ?? '/chat/completions')) void pour(response)
    else response.writeHead(404).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    closed: closed.promise,
    sentBytes: () => sentBytes,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const chunk = (delta: object): string =>
  `data: {"id":"1","object":"chat.completion.chunk","created":0,"model":"m","choices":[{"index":0,"delta":${JSON.stringify(delta)},"finish_reason":null}]}\n\n`

describe('an endless response of a model server', () => {
  const cases: Record<string, Endless & { code: string }> = {
    'in one event': {
      opening: 'data: {"choices":[{"index":0,"delta":{"content":"',
      piece: 'x',
      code: 'answer_too_long',
    },
    'in a comment': { piece: ': x', code: 'answer_too_long' },
    'in reasoning': { piece: chunk({ reasoning_content: 'Hm. '.repeat(50) }), code: 'answer_too_long' },
    'in text': { piece: chunk({ content: 'la ' }), code: 'answer_too_long' },
    'in one tool call': {
      opening: chunk({
        tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{"' } }],
      }),
      piece: chunk({ tool_calls: [{ index: 0, function: { arguments: 'x' } }] }),
      code: 'answer_too_long',
    },
    'in an error': { status: 400, type: 'application/json', piece: 'x', code: 'bad_request' },
    'in the list of models': { type: 'application/json', piece: ' ', path: '/models', code: 'model_not_found' },
  }
  for (const [name, { code, ...endless }] of Object.entries(cases)) {
    it(`is aborted ${name}`, async () => {
      await using server = await openEndlessServer(endless)
      const model = endless.path ? undefined : 'any'
      const vendors = createVendors({ openai: { baseUrl: server.baseUrl, model } })
      const ref = { vendor: 'openai', code: 'any' }
      await using setup = { model: answerThrough(vendors, { log }), ref, async [Symbol.asyncDispose]() {} }
      assert.equal((await failureOf(listen(setup))).code, code)
      await server.closed
      assert.ok(server.sentBytes() <= mostSentBytes, `${server.sentBytes()} bytes were sent`)
    })
  }
})
