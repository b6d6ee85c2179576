// Tests of the child process that builds the dashboard.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import { runBuild } from './build.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-build-'))
after(() => rm(folder, { recursive: true }))

test('a build that is stopped ends with the processes that it started', { timeout: 30_000 }, async () => {
  const server = createServer().listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const grandchild = `require('node:net').connect(${port}, '127.0.0.1')`
  const script = join(folder, 'build.cjs')
  await writeFile(
    script,
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' })`,
  )
  const stopping = new AbortController()
  const built = runBuild(createLog({ level: 'silent', pretty: false }), stopping.signal, script)
  const [socket] = await once(server, 'connection')
  const ended = once(socket.on('error', () => {}).resume(), 'close')
  stopping.abort()
  await assert.rejects(built, { name: 'AbortError' })
  await ended
})
