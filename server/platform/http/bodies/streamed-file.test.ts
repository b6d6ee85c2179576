// Tests of files that are read while they arrive: forms, limits of size and time, and requests that end early.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idParam, streamedFile } from '#contract/wire/fields.ts'
import { says } from '#testing/http/endpoints.ts'
import { startHttpHarness } from '#testing/http/http-harness.ts'
import { filePart, multipart, multipartWithBoundary, textPart } from '#testing/requests/multipart-body.ts'
import { Refusal } from '../../refusal.ts'
import { routesOf } from '../route.ts'

const maxBytes = 2 ** 20
const load = endpoint('POST', '/api/user/things/{id}/load', {
  summary: 'Load',
  params: idParam,
  notFoundCode: { id: 'THING_NOT_FOUND' },
  refusals: { THING_NOT_FOUND: { status: 404, message: 'Thing not found.' } },
  body: z.object({ file: streamedFile({ maxBytes, type: 'text/csv' }) }),
  reply: z.object({ bytes: z.int() }),
})

/** Thing 1 reads the whole file, 2 waits before each piece, 3 stops after the first piece; others are not found. */
let beforePiece = async (): Promise<void> => {}
let arrived = Promise.withResolvers<number>()
const outcomes: unknown[] = []
const routes = routesOf(
  { load },
  {
    load: async (_ctx, { params: { id }, body }) => {
      if (id > 3) throw new Refusal('THING_NOT_FOUND')
      let bytes = 0
      try {
        for await (const piece of body.file.read()) {
          bytes += piece.length
          arrived.resolve(bytes)
          if (id === 2) await beforePiece()
          if (id === 3) return { bytes }
        }
      } catch (error) {
        outcomes.push(error)
        throw error
      }
      return { bytes }
    },
  },
)
const limits = { requestTimeout: { ms: 100, checkMs: 20 }, streamLimits: { idleMs: 250, waitMs: 500 } }
const harness = await startHttpHarness(routes, limits)
after(() => harness[Symbol.asyncDispose]())
await harness.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = harness.http.server.address() as AddressInfo

const post = (payload: Buffer, type: string, id = 1) =>
  harness.ask({
    method: 'POST',
    url: `/api/user/things/${id}/load`,
    token: 'account:1',
    payload,
    headers: { 'content-type': type },
  })

interface Head {
  id?: number
  type?: string
  /** Without it, the body is chunked. */
  length?: number
}

function open({ id = 1, type = 'text/csv', length }: Head = {}): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const framing = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`
  const lines = ['host: x', 'authorization: Bearer account:1', `content-type: ${type}`, framing]
  socket.write(`POST /api/user/things/${id}/load HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

const answerOf = async (socket: Socket): Promise<string> => ((await once(socket, 'data')) as [Buffer])[0].toString()

describe('a streamed file', () => {
  const content = randomBytes(300_000)

  it('is the body itself, or a part of a form among others', async () => {
    says(await post(content, 'text/csv'), 200, { bytes: 300_000 })
    says(await post(Buffer.alloc(0), 'text/csv; charset=utf-8'), 200, { bytes: 0 })
    says(await post(content, 'application/vnd.ms-excel'), 200, { bytes: 300_000 })
    const form = multipart([textPart('other', 'x'), filePart('file', content), filePart('image', content)])
    says(await post(form, multipartWithBoundary), 200, { bytes: 300_000 })
  })

  it('must be there once', async () => {
    const invalid = (message: string) => ({ message, errors: { file: [message] } })
    const none = multipart([textPart('other', 'x')])
    says(await post(none, multipartWithBoundary), 422, invalid('The file field is required.'))
    const two = multipart([filePart('file', content), filePart('file', content)])
    says(await post(two, multipartWithBoundary), 422, invalid('The request may not have more than one file.'))
    says(await post(Buffer.from('{}'), 'application/json'), 422, invalid('The file field must be a file.'))
    for (const broken of [none.subarray(0, 30), multipart([filePart('file', content)]).subarray(0, 1000)])
      assert.equal((await post(broken, multipartWithBoundary)).status, 400)
  })

  it('is limited in size, with or without its length', async () => {
    const large = Buffer.alloc(maxBytes + 1)
    const message = 'The POST data is too large.'
    says(await post(large, 'text/csv'), 413, { message })
    says(await post(multipart([filePart('file', large)]), multipartWithBoundary), 413, { message })
    const socket = open()
    const answer = answerOf(socket)
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')])
    for (let count = 0; count < 20; count++) socket.write(chunk)
    assert.match(await answer, /^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  it('reaches the handler in pieces, and waits for it longer than the request timeout of the server', async () => {
    arrived = Promise.withResolvers()
    const gate = Promise.withResolvers<void>()
    beforePiece = () => gate.promise
    const socket = open({ id: 2, length: 200_000 })
    const answer = answerOf(socket)
    socket.write(Buffer.alloc(1000))
    assert.equal(await arrived.promise, 1000)
    await new Promise((resolve) => setTimeout(resolve, 2 * limits.streamLimits.idleMs))
    gate.resolve()
    socket.write(Buffer.alloc(199_000))
    assert.match(await answer, /^HTTP\/1\.1 200 .*\{"bytes":200000\}$/s)
    socket.destroy()
  })

  it('is cut off if the client is silent, or too slow altogether', async () => {
    const silent = open({ length: 1000 })
    silent.write('x')
    assert.match(await answerOf(silent), /^HTTP\/1\.1 408 .*\{"message":"The request body was sent too slowly\."\}$/s)
    silent.destroy()
    const slow = open({ length: 1000 })
    const timer = setInterval(() => slow.write('x'), 50)
    assert.match(await answerOf(slow), /^HTTP\/1\.1 408 /)
    clearInterval(timer)
    slow.destroy()
    const form = open({ type: multipartWithBoundary, length: 1000 })
    form.write(multipart([filePart('file', Buffer.alloc(0))]).subarray(0, 20))
    const [part] = [multipart([filePart('file', Buffer.alloc(10))]).subarray(20, -20)]
    form.write(part)
    assert.match(await answerOf(form), /^HTTP\/1\.1 408 /)
    form.destroy()
  })

  it('fails in the handler if the client disconnects', async () => {
    for (const type of ['text/csv', multipartWithBoundary]) {
      arrived = Promise.withResolvers()
      outcomes.length = 0
      const socket = open({ type, length: 500_000 })
      socket.write(type === 'text/csv' ? content : multipart([filePart('file', content)]).subarray(0, -20))
      await arrived.promise
      socket.destroy()
      while (outcomes.length === 0) await new Promise(setImmediate)
      assert.match(String(outcomes[0]), /The request body is (incomplete|not valid)/)
    }
  })

  it('need not be read, and leaves the connection usable', async () => {
    for (const [id, status] of [
      [9, 404],
      [3, 200],
    ] as const)
      for (const [type, body] of [
        ['text/csv', content],
        [multipartWithBoundary, multipart([filePart('file', content)])],
      ] as const) {
        const socket = open({ id, type, length: body.length })
        socket.write(body)
        assert.match(await answerOf(socket), new RegExp(`^HTTP/1\\.1 ${status} `))
        socket.write('GET /api/none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
        assert.match(await answerOf(socket), /^HTTP\/1\.1 404 .*could not be found/s)
        socket.destroy()
      }
  })
})
