// Requests whose body is too large: the client can read the response while it is still sending, within limits.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { after, it } from 'node:test'
import { promisify } from 'node:util'
import { fixtureRoutes } from '#testing/http/endpoints.ts'
import { startHttpHarness } from '#testing/http/http-harness.ts'

const megabyte = 2 ** 20
const harness = await startHttpHarness(fixtureRoutes, { discardLimits: { bytes: 24 * megabyte, ms: 300 } })
after(() => harness[Symbol.asyncDispose]())
await harness.http.listen({ host: '127.0.0.1', port: 0 })
const { port } = harness.http.server.address() as { port: number }
const url = `http://127.0.0.1:${port}/api/user/things`
const head = { authorization: 'Bearer account:1', 'content-type': 'application/json' }
const tooLarge = '{"message":"The POST data is too large."}'

/** In another process, because a client in this one reads the response between two writes. */
const client = `
const [url, bytes] = [process.argv[1], Buffer.alloc(Number(process.argv[2]), ' ')]
const headers = ${JSON.stringify(head)}
for (let run = 0; run < 5; run++)
  for (const body of [bytes, new Blob([bytes]).stream()]) {
    const response = await fetch(url, { method: 'POST', headers, body, duplex: 'half' })
    console.log(response.status, await response.text())
  }`

it('answers a client that sends far more than the limit, with or without its length', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    client,
    url,
    `${20 * megabyte}`,
  ])
  assert.equal(stdout, `413 ${tooLarge}\n`.repeat(10))
})

/** Sends a body that never ends, and resolves with what it has received when the connection is closed. */
async function sendForever(framing: string, more?: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  const closed = Promise.withResolvers<void>()
  // The connection may be closed while the client writes.
  socket.on('error', () => {}).on('close', () => closed.resolve())
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/user/things HTTP/1.1\r\nhost: x\r\n${lines.join('')}${framing}\r\n\r\n`)
  const write = (): void => {
    while (more && socket.writable && socket.write(more));
  }
  socket.on('drain', write)
  write()
  await closed.promise
  return received
}

it('closes the connection of a client that never ends its body', async () => {
  const stalled = await sendForever(`content-length: ${2 ** 40}`)
  assert.ok(stalled.startsWith('HTTP/1.1 413 ') && stalled.endsWith(tooLarge), stalled)
  const chunk = Buffer.alloc(0x10000, ' ')
  const startedAt = performance.now()
  await sendForever('transfer-encoding: chunked', Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]))
  assert.ok(performance.now() - startedAt < 5_000)
})

it('keeps the connection of a client that ends its body', async () => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  const body = ' '.repeat(megabyte)
  const post = (text: string) =>
    `POST /api/user/things HTTP/1.1\r\nhost: x\r\nauthorization: Bearer account:1\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  socket.write(post(body) + post('{}'))
  let received = ''
  for await (const text of socket) {
    received += text
    if (received.includes('HTTP/1.1 422 ')) break
  }
  assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 422'])
})
