// Tests of `parley sandbox`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { freePort } from '#server/testing/free-port.ts'

test('starts, prints its addresses as JSON, accepts a message, and stops on a signal', async () => {
  const child = spawn(process.execPath, ['cli/main.ts', 'sandbox', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const facts = JSON.parse(line.toString()) as Record<string, string>
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
  const [code] = (await once(child, 'exit')) as [number]
  assert.equal(code, 0)
})

test('listens on --port, or on SANDBOX_PORT', async () => {
  const [set, other] = [await freePort(), await freePort()]
  const starts = [
    { words: [], port: set },
    { words: ['--port', String(other)], port: other },
  ]
  for (const { words, port } of starts) {
    const child = spawn(process.execPath, ['cli/main.ts', 'sandbox', '--json', ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SANDBOX_PORT: String(set) },
    })
    const [line] = (await once(child.stdout!, 'data')) as [Buffer]
    child.kill('SIGTERM')
    await once(child, 'exit')
    assert.equal(new URL(JSON.parse(line.toString()).base_url).port, String(port))
  }
})

test('reports an invalid SANDBOX_PORT', async () => {
  const env = { ...process.env, SANDBOX_PORT: '70000' }
  const child = spawn(process.execPath, ['cli/main.ts', 'sandbox'], { stdio: ['ignore', 'ignore', 'pipe'], env })
  const said = await text(child.stderr!)
  assert.match(said, /SANDBOX_PORT must be a port/)
})

test('rejects invalid options', async () => {
  for (const words of [['--port', 'x'], ['--port', '70000'], ['--inbound-url', 'nowhere'], ['--what']]) {
    const child = spawn(process.execPath, ['cli/main.ts', 'sandbox', ...words], { stdio: 'ignore' })
    const [code] = (await once(child, 'exit')) as [number]
    assert.equal(code, 2, words.join(' '))
  }
})
