// Tests of the endpoints of the control API for calls.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tone } from '../src/index.ts'
import { request, smsSender, startTestSandbox, xml } from './harness.ts'
import { startMediaServer } from './media-server.ts'

test('calls can be made, answered and heard through the control API', async () => {
  await using sandbox = await startTestSandbox({}, { speak: async () => tone({ ms: 200 }) })
  await using server = await startMediaServer()
  const { carrier, receiver } = sandbox
  const control = (method: string, path: string, body?: Record<string, unknown>) =>
    request(method, `${carrier.baseUrl}/sandbox${path}`, method === 'GET' ? undefined : (body ?? {}))
  receiver.respondWith(() => xml(server.twiml()))
  const added = await control('POST', '/numbers', { phone_number: smsSender, voice_url: `${receiver.url}/voice` })
  assert.equal(added.body.voice_url, `${receiver.url}/voice`)
  const steps = [{ say: 'Hello', after_ms: 0 }, { audio: Buffer.from(tone({ ms: 20 })).toString('base64') }]
  const placed = await control('POST', '/calls', { from: '+12025550150', to: smsSender, behaviour: { steps } })
  const { sid, phone } = placed.body
  assert.equal(phone, '+12025550150')
  const stream = await server.connection(1)
  await stream.untilFrame(15)
  assert.equal((await control('POST', `/calls/${sid}/keys`, { keys: '4' })).status, 200)
  await stream.until(({ dtmf }) => dtmf?.digit === '4')
  assert.equal((await control('POST', `/calls/${sid}/keys`, { keys: '"' })).status, 400)
  assert.equal((await control('POST', `/calls/${sid}/speech`, { say: 'Bye' })).status, 200)
  await carrier.control.waitForCall(({ captions }) => captions.length === 2)
  assert.equal((await control('POST', `/calls/${sid}/hang-up`)).status, 200)
  const { body } = await control('GET', `/calls/${sid}`)
  assert.deepEqual(
    [body.status, body.has_recording, body.captions.map(({ text }: { text: string }) => text)],
    ['completed', true, ['Hello', 'Bye']],
  )
  const record = (range: string) =>
    fetch(`${carrier.baseUrl}/sandbox/calls/${sid}/recording`, { headers: { ...(range !== '' && { range }) } })
  const recording = await record('')
  assert.deepEqual(
    ['content-type', 'accept-ranges'].map((name) => recording.headers.get(name)),
    ['audio/wav', 'bytes'],
  )
  const wav = Buffer.from(await recording.arrayBuffer())
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF')
  // Browsers seek in a recording with ranges.
  const size = wav.length
  for (const [range, start, end] of [
    ['bytes=0-', 0, size],
    ['bytes=44-99', 44, 100],
    ['bytes=-20', size - 20, size],
    [`bytes=100-${size + 9}`, 100, size],
  ] as const) {
    const part = await record(range)
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes ${start}-${end - 1}/${size}`])
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), wav.subarray(start, end), range)
  }
  for (const range of ['bytes=9-2', 'bytes=0-1,5-6', 'pages=1-2', 'bytes=-'])
    assert.equal((await record(range)).status, 200)
  const beyond = await record(`bytes=${size}-`)
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${size}`])
  assert.equal((await control('GET', '/state')).body.calls[0].sid, sid)

  await control('POST', '/phones/+12025550151/call-behaviour', { pick_up: 'manual' })
  const outgoing = { from: smsSender, to: '+12025550151', twiml: '<Response/>' }
  const ringing = await sandbox.client.calls.create(outgoing)
  await carrier.control.waitForCall((one) => one.sid === ringing.sid && one.status === 'ringing')
  assert.equal((await control('GET', `/calls/${ringing.sid}`)).body.can_answer, true)
  assert.equal((await control('POST', `/calls/${ringing.sid}/answer`)).status, 200)
  await carrier.control.waitForCall((one) => one.sid === ringing.sid && one.status === 'completed')
  const broken = { steps: [{ audio: Buffer.from('RIFF').toString('base64') }] }
  assert.equal((await control('POST', '/phones/+12025550151/call-behaviour', broken)).status, 400)
  assert.equal((await control('GET', `/calls/CA${'0'.repeat(32)}`)).status, 404)
  assert.equal((await control('GET', '/calls')).body.calls.length, 2)
  const known = (await control('GET', '/call-behaviours')).body.behaviours
  assert.equal(known['+12025550103'].pick_up, 'busy')
})

test('numbers of the account have the name that is known for them, or their friendly name', async () => {
  const nameNumbers = async () => new Map([[smsSender, 'Reception']])
  await using sandbox = await startTestSandbox({}, { nameNumbers })
  const { carrier } = sandbox
  carrier.control.addNumber({ phoneNumber: '+14155550199', friendlyName: 'Office' })
  carrier.control.addNumber({ phoneNumber: '+14155550198' })
  const { numbers } = (await request('GET', `${carrier.baseUrl}/sandbox/state`)).body
  assert.deepEqual(numbers, [
    { number: smsSender, name: 'Reception' },
    { number: '+14155550199', name: 'Office' },
    { number: '+14155550198', name: null },
  ])
})
