// Uploads do not stay in memory: six of the largest files at once, sent by another process.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { uploadRoutes } from '#testing/http/endpoints.ts'
import { startHttpHarness } from '#testing/http/http-harness.ts'
import { retainedBytes } from '#testing/measure/retained-bytes.ts'

const megabyte = 2 ** 20
const uploads = 6
const fileBytes = 20 * megabyte

/** Sends all files at once, and prints the status of each response. */
const client = `
const [port, uploads, fileBytes] = process.argv.slice(1).map(Number)
const url = 'http://127.0.0.1:' + port + '/api/user/things/1/files'
const file = new Blob([Buffer.alloc(fileBytes, 'a')])
await Promise.all(Array.from({ length: uploads }, async () => {
  const body = new FormData()
  body.set('name', 'many')
  body.set('file', file)
  const { status } = await fetch(url, { method: 'POST', headers: { authorization: 'Bearer account:1' }, body })
  console.log(status)
}))`

it('holds a small part of six files of 20 MB in memory', async (test) => {
  /** The number of temporary files when every request has reached its handler. */
  const everyFile = Promise.withResolvers<number>()
  let stored = 0
  const routes = uploadRoutes(async () => {
    if (++stored === uploads) everyFile.resolve((await filesIn(harness.uploadFolder)).length)
    await everyFile.promise
  })
  await using harness = await startHttpHarness(routes, { requestTimeout: { ms: 600_000, checkMs: 30_000 } })
  await harness.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = harness.http.server.address() as AddressInfo

  const before = { retained: await retainedBytes(), rss: process.memoryUsage.rss() }
  const peak = { retained: 0, rss: 0 }
  const sender = spawn(
    process.execPath,
    ['--input-type=module', '-e', client, `${port}`, `${uploads}`, `${fileBytes}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let printed = ''
  sender.stdout.on('data', (text: Buffer) => {
    printed += text
  })
  const sampler = setInterval(() => {
    peak.rss = Math.max(peak.rss, process.memoryUsage.rss() - before.rss)
  }, 10)
  // A collection takes seconds if the process has a large heap, so there are few.
  let collector = setTimeout(collect, 300)
  let collections = 0
  async function collect(): Promise<void> {
    const startedAt = performance.now()
    peak.retained = Math.max(peak.retained, (await retainedBytes()) - before.retained)
    collections++
    if (sender.exitCode === null) collector = setTimeout(collect, 10 * (performance.now() - startedAt))
  }
  await once(sender, 'close')
  clearInterval(sampler)
  clearTimeout(collector)
  assert.ok(collections > 0)
  // A client that failed must not leave the requests of the others waiting.
  everyFile.resolve(0)
  assert.equal(await everyFile.promise, uploads)
  assert.equal(printed, '201\n'.repeat(uploads))
  const inMegabytes = (bytes: number): number => Math.round(bytes / megabyte)
  test.diagnostic(
    `grew by ${inMegabytes(peak.retained)} MB of heap and buffers in use, ${inMegabytes(peak.rss)} MB of RSS`,
  )
  // The files have 400 MB together; a chunk of 64 kB waits at a few places for each of them.
  assert.ok(peak.retained < 50 * megabyte, `${inMegabytes(peak.retained)} MB`)
  // Includes garbage that waits for its collection.
  assert.ok(peak.rss < 300 * megabyte, `${inMegabytes(peak.rss)} MB`)
})

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
