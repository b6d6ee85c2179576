// Tests of `parley sandbox`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { freePort } from '#testing/processes/free-port.ts'

function startSandbox(words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['cli/main.ts', 'sandbox', ...words], { env: { ...process.env, ...env } })
  return {
    child,
    exit: once(child, 'exit') as Promise<[number]>,
    line: once(child.stdout, 'data') as Promise<[Buffer]>,
  }
}

test('starts, prints its addresses as JSON, accepts a message, and stops on a signal', async () => {
  const { child, exit, line } = startSandbox(['--port', '0', '--json'])
  const facts = JSON.parse((await line).toString()) as Record<string, string>
  const authorization = `Basic ${btoa(`${facts['account_sid']}:${facts['auth_token']}`)}`
  const reply = await fetch(`${facts['base_url']}/2010-04-01/Accounts/${facts['account_sid']}/Messages.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({
      From: `whatsapp:${facts['sender']}`,
      To: 'whatsapp:+447700900123',
      ContentSid: facts['template_sid']!,
    }),
  })
  assert.equal(reply.status, 201)
  assert.equal((await fetch(facts['page']!)).status, 200)
  child.kill('SIGTERM')
  assert.equal((await exit)[0], 0)
})

test('listens on --port, or on SANDBOX_PORT', async () => {
  const [set, other] = [String(await freePort()), String(await freePort())]
  for (const [words, port] of [
    [[], set],
    [['--port', other], other],
  ] as const) {
    const { child, exit, line } = startSandbox(['--json', ...words], { SANDBOX_PORT: set })
    const facts = JSON.parse((await line).toString())
    child.kill('SIGTERM')
    await exit
    assert.equal(new URL(facts.base_url).port, port)
  }
})

test('rejects an invalid SANDBOX_PORT and invalid options', async () => {
  assert.match(await text(startSandbox([], { SANDBOX_PORT: '70000' }).child.stderr), /SANDBOX_PORT must be a port/)
  for (const words of [
    ['--port', 'x'],
    ['--port', '70000'],
    ['--inbound-url', 'nowhere'],
    ['--tunnel', 'x=y'],
    ['--what'],
  ])
    assert.equal((await startSandbox(words).exit)[0], 2, words.join(' '))
})
