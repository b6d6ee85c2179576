// Tests of the phone in the browser: its WebSocket and its page.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { WebSocket } from 'ws'
import { tone } from '../src/index.ts'
import { request, smsSender, startTestSandbox, type TestSandbox, xml } from './harness.ts'
import { startMediaServer } from './media-server.ts'

const phone = '+12025550170'

interface State {
  event: string
  message?: string
  numbers: { number: string; rejected: boolean }[]
  call: { status: string; can_answer: boolean; captions: { text: string }[]; has_recording: boolean } | null
}

function openSocket({ carrier }: TestSandbox, number = phone, headers: Record<string, string> = {}) {
  const url = `${carrier.baseUrl.replace('http', 'ws')}/sandbox/phone/socket?number=${encodeURIComponent(number)}`
  const socket = new WebSocket(url, { headers })
  const states: State[] = []
  const frames: Buffer[] = []
  let check = () => {}
  socket.on('error', () => {})
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) frames.push(data)
    else states.push(JSON.parse(data.toString()) as State)
    check()
  })
  return {
    socket,
    frames,
    send: (message: object) => socket.send(JSON.stringify(message)),
    /** Resolves when the latest state or the frames match. */
    until: (matches: (state: State, frames: Buffer[]) => boolean): Promise<State> =>
      new Promise((resolve) => {
        check = () => {
          const last = states.at(-1)
          if (last && matches(last, frames)) resolve(last)
        }
        check()
      }),
    closed: new Promise<number>((resolve) => socket.once('close', resolve)),
  }
}

async function withMedia(sandbox: TestSandbox) {
  const server = await startMediaServer()
  sandbox.receiver.respondWith(() => xml(server.twiml()))
  sandbox.carrier.control.addNumber({ phoneNumber: smsSender, voiceUrl: `${sandbox.receiver.url}/voice` })
  return server
}

describe('the phone in the browser', () => {
  test('calls a number, exchanges audio and keys with the application, speaks typed text and is recorded', async () => {
    await using sandbox = await startTestSandbox({}, { speak: async () => tone({ ms: 200, hz: 1_000 }) })
    await using server = await withMedia(sandbox)
    const { socket, send, until, closed } = openSocket(sandbox)
    const { numbers } = await until(({ event }) => event === 'state')
    assert.deepEqual(numbers, [{ number: smsSender, name: null, rejected: false }])
    send({ event: 'dial', to: smsSender })
    await until(({ call }) => call?.status === 'in-progress')
    const stream = await server.connection(1)
    const frame = Buffer.alloc(160, 0x12)
    for (let count = 0; count < 5; count++) socket.send(frame)
    await stream.until(({ media }) => media?.payload === frame.toString('base64'))
    send({ event: 'keys', keys: '7' })
    await stream.until(({ dtmf }) => dtmf?.digit === '7')
    stream.sendAudio(Buffer.alloc(160, 0x34))
    await until((_, frames) => frames.some((one) => one.equals(Buffer.alloc(160, 0x34))))
    send({ event: 'say', text: 'Good morning' })
    await until(({ call }) => call?.captions[0]?.text === 'Good morning')
    const others = [frame, Buffer.alloc(160, 0xff)].map((one) => one.toString('base64'))
    await stream.until(({ media }) => media !== undefined && !others.includes(media.payload))
    send({ event: 'dial', to: smsSender })
    assert.equal((await until(({ event }) => event === 'error')).message, 'The phone is on a call.')
    send({ event: 'hang-up' })
    await until(({ call }) => call?.status === 'completed' && call.has_recording)
    socket.close()
    await closed
  })

  test('rings when it is called, is busy during the call, and ends the call when its socket closes', async () => {
    await using sandbox = await startTestSandbox()
    await using server = await startMediaServer()
    const { carrier, client } = sandbox
    const { socket, send, until, closed } = openSocket(sandbox)
    await until(({ event }) => event === 'state')
    const outgoing = { from: smsSender, to: phone, twiml: server.twiml() }
    const { sid } = await client.calls.create(outgoing)
    await until(({ call }) => call?.can_answer === true)
    send({ event: 'answer' })
    await until(({ call }) => call?.status === 'in-progress')
    const other = await client.calls.create(outgoing)
    await carrier.control.waitForCall((call) => call.sid === other.sid && call.status === 'busy')
    socket.close()
    await closed
    await carrier.control.waitForCall((call) => call.sid === sid && call.status === 'completed')
  })

  test('a number is open in one tab, and pages of other sites and invalid messages are refused', async () => {
    await using sandbox = await startTestSandbox()
    const first = openSocket(sandbox)
    await first.until(({ event }) => event === 'state')
    assert.equal(await openSocket(sandbox).closed, 4_409)
    assert.equal(await openSocket(sandbox, smsSender).closed, 1_008)
    const foreign = openSocket(sandbox, phone, { origin: 'http://example.com' })
    assert.equal(await foreign.closed, 1_006)
    assert.equal(first.socket.readyState, WebSocket.OPEN)
    first.socket.send('not JSON')
    assert.equal(await first.closed, 1_008)
    const second = openSocket(sandbox)
    await second.until(({ event }) => event === 'state')
    for (let count = 0; count < 1_000; count++) second.socket.send(Buffer.alloc(160))
    assert.equal(await second.closed, 1_008)
  })

  test('the page and its modules are served with a content security policy', async () => {
    await using sandbox = await startTestSandbox()
    const get = (path: string) => request('GET', `${sandbox.carrier.baseUrl}/sandbox/phone${path}`)
    const page = await get('')
    assert.match(page.headers.get('content-security-policy')!, /default-src 'none'; script-src 'self'/)
    for (const name of ['phone.js', 'telephone.js', 'telephone-worklet.js', 'resample.js']) {
      const { status, headers } = await get(`/${name}`)
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/javascript; charset=utf-8'])
    }
    assert.equal((await get('/package.json')).status, 404)
  })
})
