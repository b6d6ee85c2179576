// Tests of the command `carrier-sandbox`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { request, sdkFor } from './harness.ts'
import { startMediaServer } from './media-server.ts'

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

test('the command speaks, and recognizes what is said', async () => {
  await using server = await startMediaServer()
  const child = start('--port', '0', '--json')
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const { base_url, account_sid, auth_token, sender } = JSON.parse(output.toString()) as Record<string, string>
  const phone = '+12025550150'
  const steps = [{ say: 'Please call me back.', after_ms: 0 }]
  await request('POST', `${base_url}/sandbox/phones/${phone}/call-behaviour`, { steps })
  const api = sdkFor(base_url!, account_sid!, auth_token!)
  const twiml = server.twiml('<Say>Goodbye.</Say>')
  const { sid } = await api.calls.create({ from: sender!, to: phone, twiml })
  const stream = await server.connection(1)
  const isSound = (frame: Uint8Array) => frame.some((code) => code < 0x70 || (code >= 0x80 && code < 0xf0))
  const latest = () => stream.frames(25)
  await stream.until(() => latest().some(isSound))
  await stream.until(() => !latest().some(isSound))
  const frames = stream.frames()
  stream.sendAudio(Buffer.concat(frames.slice(frames.findIndex(isSound), -20)))
  stream.sendMark('end')
  await stream.until(({ mark }) => mark?.name === 'end')
  stream.close()
  const call = await callWithCaptions(base_url!, sid, 3)
  const texts = call.captions.map(({ speaker, text }) => `${speaker}: ${text}`)
  assert.deepEqual(texts, ['phone: Please call me back.', 'application: Please call me back.', 'application: Goodbye.'])
  assert.ok(call.duration_seconds >= 3, `${call.duration_seconds} s`)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

interface PhoneCall {
  captions: { speaker: string; text: string }[]
  duration_seconds: number
}

/** Resolves when the call is over and has this many captions. */
async function callWithCaptions(baseUrl: string, sid: string, count: number): Promise<PhoneCall> {
  const { body } = await fetch(`${baseUrl}/sandbox/events`)
  for await (const _ of body!) {
    const call = (await request('GET', `${baseUrl}/sandbox/calls/${sid}`)).body
    if (call.status === 'completed' && call.captions.length >= count) return call
  }
  throw new Error('The sandbox has ended.')
}

test('the command lists its options', async () => {
  assert.match(await text(start('--help').stdout), /--account-sid SID/)
})

test('the command rejects an unknown option', async () => {
  const child = start('--unknown')
  assert.match(await text(child.stderr), /--unknown/)
  assert.equal(child.exitCode ?? (await once(child, 'exit'))[0], 2)
})
