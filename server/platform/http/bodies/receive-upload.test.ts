// Tests of file uploads: what is accepted, how fields are read, limits, broken bodies, and that no file is left behind.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { after, afterEach, describe, it } from 'node:test'
import { says, uploadRoutes } from '#testing/http/endpoints.ts'
import { createHttpHarness, startHttpHarness } from '#testing/http/http-harness.ts'
import {
  filePart,
  multipart,
  multipartWithBoundary,
  type PartOfForm,
  textPart,
} from '#testing/requests/multipart-body.ts'

const maxBytes = 20 * 2 ** 20
const url = '/api/user/things/1/files'

let gate = Promise.withResolvers<void>()
let entered = Promise.withResolvers<string | undefined>()
const routes = uploadRoutes(async (name, path) => {
  if (name === 'broken') throw new Error('broken')
  if (name !== 'slow') return
  entered.resolve(path)
  await gate.promise
})
const harness = await startHttpHarness(routes)
after(() => harness[Symbol.asyncDispose]())
await harness.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = harness.http.server.address() as AddressInfo

const name = textPart('name', 'Ada')
const post = (parts: PartOfForm[] | Buffer, options: { url?: string; token?: string; headers?: object } = {}) =>
  harness.ask({
    method: 'POST',
    url: options.url ?? url,
    token: options.token ?? 'account:1',
    payload: Buffer.isBuffer(parts) ? parts : multipart(parts),
    headers: { 'content-type': multipartWithBoundary, ...options.headers },
  })
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const storedFiles = async (folder = harness.uploadFolder): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

/** A file is deleted just after the response is sent. */
async function assertNoFiles(folder = harness.uploadFolder): Promise<void> {
  const deadline = performance.now() + 10_000
  while ((await storedFiles(folder)).length > 0 && performance.now() < deadline) await new Promise(setImmediate)
  assert.deepEqual(await storedFiles(folder), [])
}

afterEach(() => assertNoFiles())

describe('an upload', () => {
  it('reaches the handler as a private file with its name, type, size, hash and first bytes', async () => {
    const content = randomBytes(10_000)
    gate = Promise.withResolvers()
    entered = Promise.withResolvers()
    const answer = post([
      textPart('name', 'slow'),
      filePart('file', content, 'C:\\private\\Größe\0.pdf', 'Application/PDF'),
    ])
    const path = (await entered.promise)!
    const { mode, size } = await stat(path)
    assert.deepEqual([size, process.platform === 'win32' ? 0o600 : mode & 0o777], [10_000, 0o600])
    gate.resolve()
    const { status, body } = await answer
    assert.equal(status, 201)
    const file = { name: 'Größe.pdf', contentType: 'application/pdf', sizeBytes: 10_000, sha256: sha256(content) }
    assert.deepEqual(body['body'], { name: 'slow', file })
    assert.deepEqual([body['stored'], body['head']], [sha256(content), content.toString('latin1', 0, 4_100)])
  })

  it('is optional where its field is optional, in a form and in JSON', async () => {
    const without = { body: { name: 'Ada' }, head: null, stored: null }
    says(await post([name]), 201, without)
    says(await post([name, filePart('file', Buffer.alloc(0), '')]), 201, without)
    says(await post([name, textPart('file', '')]), 201, without)
    says(await harness.ask({ method: 'POST', url, token: 'account:1', payload: { name: 'Ada' } }), 201, without)
  })

  it('cannot be claimed by JSON or by text', async () => {
    const message = 'The file field must be a file.'
    const refusal = { message, errors: { file: [message] } }
    const file = { path: '/etc/passwd', name: 'x', contentType: 'x/y', sizeBytes: 1, sha256: '', head: {} }
    for (const claim of [file, 'x', 5, []])
      says(
        await harness.ask({ method: 'POST', url, token: 'account:1', payload: { name: 'a', file: claim } }),
        422,
        refusal,
      )
    for (const text of ['/etc/passwd', '{', JSON.stringify(file)])
      says(await post([name, textPart('file', text)]), 422, refusal)
    says(await post([name, textPart('file[path]', '/etc/passwd')]), 422, refusal)
  })

  it('has fields that are converted like those of a form, with lists in brackets or as JSON', async () => {
    const bodyOf = async (...parts: [string, string][]) => {
      const answer = await post([name, ...parts.map(([field, value]) => textPart(field, value))])
      assert.equal(answer.status, 201, answer.text)
      return answer.body['body']
    }
    const fields = { name: 'Ada', count: 7, loud: true }
    assert.deepEqual(await bodyOf(['count', ' 7 '], ['loud', '1'], ['unknown', 'x'], ['a[b', 'x']), fields)
    const links = (...all: unknown[]) => ({ name: 'Ada', links: all })
    assert.deepEqual(await bodyOf(['links[]', 'a'], ['links[]', 'b']), links('a', 'b'))
    assert.deepEqual(await bodyOf(['links[1]', 'b'], ['links[0]', 'a']), links('a', 'b'))
    const nested: [string, string][] = [
      ['links[0][link]', 'a'],
      ['links[0][depth]', '2'],
      ['links[7][link]', 'b'],
    ]
    assert.deepEqual(await bodyOf(...nested), links({ link: 'a', depth: 2 }, { link: 'b' }))
    assert.deepEqual(await bodyOf(['links', '[{"link":"a"},"b"]']), links({ link: 'a' }, 'b'))
    assert.deepEqual(await bodyOf(['links', '']), { name: 'Ada' })
  })

  it('is authenticated, and its path is checked, before the body is read', async () => {
    const broken = Buffer.from('nonsense')
    says(await post(broken, { token: 'nobody' }), 401, { message: 'Unauthenticated.' })
    assert.equal((await post(broken, { url: '/api/user/none' })).status, 404)
    says(await post([name], { url: '/api/user/things/2/files' }), 404, { message: 'Thing not found.' })
  })

  it('under an idempotency key is replayed if the file has the same content', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await post([name, filePart('file', Buffer.from('a'))], { headers })
    const again = await post([name, filePart('file', Buffer.from('a'))], { headers })
    assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [201, first.text, 'true'])
    assert.equal((await post([name, filePart('file', Buffer.from('b'))], { headers })).status, 422)
  })

  it('is deleted after a refusal, an invalid field and an error of the handler', async () => {
    const file = filePart('file', randomBytes(100_000))
    assert.equal((await post([name, file], { url: '/api/user/things/2/files' })).status, 404)
    assert.equal((await post([file])).status, 422)
    says(await post([textPart('name', 'broken'), file]), 500, { message: 'Server Error' })
  })
})

describe('the limits of an upload', () => {
  const tooLarge = 'The file may not be greater than 20 MB.'
  const full = Buffer.alloc(maxBytes + 1, 'a')

  it('are 20 MB for the file, to the byte, with and without the length of the body', async () => {
    const accepted = await send([name, filePart('file', full.subarray(1))], { isChunked: true })
    assert.match(accepted, /^HTTP\/1\.1 201 .*"sizeBytes":20971520/s)
    for (const isChunked of [true, false]) {
      const refused = await send([filePart('file', full), name], { isChunked })
      assert.match(refused, /^HTTP\/1\.1 422 /)
      assert.deepEqual(JSON.parse(refused.slice(refused.indexOf('{'), refused.lastIndexOf('}') + 1)), {
        message: tooLarge,
        errors: { file: [tooLarge] },
      })
    }
    assert.equal((await post([filePart('file', full), name])).status, 422)
  })

  it('are one file, 50 fields of 64 kB, 60 parts and 5 MB beside the file', async () => {
    const file = filePart('file', Buffer.from('x'))
    const two = 'The request may not have more than one file.'
    says(await post([name, file, file]), 422, { message: two, errors: { file: [two] } })
    const misplaced = 'The name field may not be a file.'
    says(await post([filePart('name', Buffer.from('x'))]), 422, { message: misplaced, errors: { name: [misplaced] } })
    const long = 'The name may not be greater than 64 kilobytes.'
    says(await post([textPart('name', 'x'.repeat(65_537))]), 422, { message: long, errors: { name: [long] } })
    const some = (count: number) => Array.from({ length: count }, (_, index) => textPart(`n${index}`, 'x'))
    assert.equal((await post([name, ...some(49), file])).status, 201)
    says(await post(some(51)), 400, { message: 'The request body has more than 50 fields.' })
    says(await post(Array.from({ length: 61 }, () => ({ head: 'X: y', content: '' }))), 400, {
      message: 'The request body has more than 60 parts.',
    })
    const padding = Buffer.alloc(26 * 2 ** 20)
    says(await post(Buffer.concat([padding, multipart([name])])), 413, { message: 'The POST data is too large.' })
  })
})

describe('a broken upload', () => {
  const malformed = { message: 'The request body is not valid multipart/form-data.' }
  const file = filePart('file', randomBytes(200_000))

  it('is refused wherever it ends', async () => {
    const whole = multipart([name, file])
    for (const length of [0, 1, 8, 30, 60, 100, 150, 200, 300, 100_000, whole.length - 4])
      says(await post(whole.subarray(0, length)), 400, malformed)
  })

  it('is refused without a boundary, with one that is too long, and with a wrong one', async () => {
    for (const parameters of ['', '; boundary=', `; boundary=${'x'.repeat(71)}`, '; boundary=other', '; x'])
      says(await post([name], { headers: { 'content-type': `multipart/form-data${parameters}` } }), 400, malformed)
  })

  it('is refused for its field names and the encoding of its values', async () => {
    const fails = async (part: PartOfForm, message: string) => says(await post([name, part]), 400, { message })
    await fails(name, 'The request body has the same field twice.')
    await fails(textPart('name[x]', 'y'), 'The request body has the same field twice.')
    await fails(textPart('__proto__', 'x'), 'A field name is not valid.')
    await fails(textPart('links[__proto__][x]', 'x'), 'A field name is not valid.')
    await fails(textPart('links[0][1][2][3]', 'x'), 'A field name has more than 4 levels.')
    await fails(textPart('', 'x'), 'The request body has a part without a valid name.')
    await fails(textPart('n'.repeat(201), 'x'), 'The request body has a part without a valid name.')
    await fails({ ...textPart('links[]', ''), content: Buffer.from([0xff]) }, 'The request body is not valid UTF-8.')
    await fails(textPart('links', '[{]'), 'A field of the request body is not valid JSON.')
    await fails(textPart('links', '['.repeat(40) + ']'.repeat(40)), 'The request body is nested deeper than 32 levels.')
    const message = 'The name format is invalid.'
    says(await post([textPart('name', 'a\0b')]), 422, { message, errors: { name: [message] } })
    for (const odd of ['constructor', 'toString', 'links[constructor]'])
      assert.ok((await post([name, textPart(odd, 'x')])).status < 500)
  })

  it('is refused by other endpoints', async () => {
    const message = 'The request body must be JSON, sent with Content-Type: application/json.'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    says(await post(Buffer.from('name=x'), { headers }), 400, { message })
    says(await post(Buffer.from('{"name":"x"}'), { headers: { 'content-type': 'text/plain' } }), 400, { message })
  })

  it('is deleted when the client disconnects, before the end of the file or while it is handled', async () => {
    const half = open({ contentLength: 1_000_000 })
    half.write(multipart([name, file]).subarray(0, 100_000))
    while ((await storedFiles()).length === 0) await new Promise(setImmediate)
    half.destroy()
    await assertNoFiles()

    gate = Promise.withResolvers()
    entered = Promise.withResolvers()
    const body = multipart([textPart('name', 'slow'), file])
    const handled = open({ contentLength: body.length })
    handled.write(body)
    const path = (await entered.promise)!
    handled.destroy()
    await once(handled, 'close')
    assert.equal((await stat(path)).size, 200_000)
    gate.resolve()
  })

  it('is ended by the request timeout if the client is slow', async () => {
    const requestTimeout = { ms: 300, checkMs: 50 }
    await using impatient = await createHttpHarness(harness.parley.app.context, routes, { requestTimeout })
    await impatient.http.listen({ port: 0, host: '127.0.0.1' })
    const { port: other } = impatient.http.server.address() as AddressInfo
    const slow = open({ contentLength: 1_000_000, to: other })
    slow.write(multipart([name, file]).subarray(0, 100_000))
    const [answer] = (await once(slow, 'data')) as [Buffer]
    assert.match(answer.toString(), /^HTTP\/1\.1 408 /)
    slow.destroy()
    await assertNoFiles(impatient.uploadFolder)
  })

  it('leaves its connection usable', async () => {
    const body = multipart([filePart('name', randomBytes(300_000)), file])
    const socket = open({ contentLength: body.length })
    socket.write(body)
    await once(socket, 'data')
    socket.write('GET /api/none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    assert.match((await textOf(socket)) ?? '', /^HTTP\/1\.1 404 /)
  })
})

function open({ contentLength, to = port }: { contentLength?: number; to?: number }) {
  const socket = connect(to, '127.0.0.1')
  const length = contentLength === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${contentLength}`
  const type = `Content-Type: ${multipartWithBoundary}`
  socket.write(`POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer account:1\r\n${type}\r\n${length}\r\n\r\n`)
  return socket
}

async function textOf(socket: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Sends a form over a connection of its own and returns the response as text. */
async function send(parts: PartOfForm[], { isChunked }: { isChunked: boolean }): Promise<string> {
  const body = multipart(parts)
  const socket = open(isChunked ? {} : { contentLength: body.length })
  const text = once(socket, 'data')
  if (!isChunked) socket.write(body)
  else
    for (let at = 0; at <= body.length; at += 1_000_000) {
      const chunk = body.subarray(at, at + 1_000_000)
      socket.write(`${chunk.length.toString(16)}\r\n`)
      socket.write(chunk)
      socket.write('\r\n')
    }
  if (isChunked) socket.write('0\r\n\r\n')
  const [answer] = (await text) as [Buffer]
  socket.destroy()
  return answer.toString()
}
