// Tests of the command `carrier-sandbox`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(import.meta.resolve('../src/bin.ts'))
const start = (...args: string[]) => spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })

test('the command serves the given account until a signal', async () => {
  const accountSid = `AC${'1'.repeat(32)}`
  const child = start('--port', '0', '--account-sid', accountSid, '--auth-token', 'secret')
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const baseUrl = /^API +(\S+)/m.exec(output.toString())![1]!
  const headers = { authorization: `Basic ${btoa(`${accountSid}:secret`)}` }
  assert.equal((await fetch(`${baseUrl}/v1/Content`, { headers })).status, 200)
  assert.equal((await fetch(/^Control page +(\S+)/m.exec(output.toString())![1]!)).status, 200)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('the command lists its options', async () => {
  assert.match(await text(start('--help').stdout), /--account-sid SID/)
})

test('the command rejects an unknown option', async () => {
  const child = start('--unknown')
  assert.match(await text(child.stderr), /--unknown/)
  assert.equal(child.exitCode ?? (await once(child, 'exit'))[0], 2)
})
