// Tests of calls from browsers: the connection with its limits, and a conversation in Chromium.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { WebSocket } from 'ws'
import { startTestDemo } from '../app/test-demo.ts'
import { openReceiver } from '../emulators/receiver.ts'
import { borrowChromium, chromiumMissing } from '../processes/chromium.ts'
import { ask } from '../processes/microphone.ts'
import { refusedWith } from '../requests/expect-refusal.ts'

const timeout = 100_000
const receiver = await openReceiver()
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestDemo({ reachable: receiver.url })
after(() => parley[Symbol.asyncDispose]())
const { demo, client } = parley
await client.assistants.update({
  id: demo.assistantId,
  webhook_url: `${receiver.url}/ended`,
  is_webhook_active: true,
})
const create = (variables: Record<string, string> = {}) =>
  client.calls.makeWebCall({ assistant_id: demo.assistantId, variables })

interface Message {
  event: string
  name: string
  from: number
  captions: { speaker: string; text: string; interrupted: boolean }[]
}

function connect(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers })
  const messages: Message[] = []
  const captions: Message['captions'] = []
  const audio: { bytes: number; atMs: number }[] = []
  /** When a speaker would have played the audio. */
  let playedAtMs = 0
  let check = () => {}
  socket.on('error', () => {})
  socket.on('message', (data: Buffer, isBinary) => {
    const nowMs = performance.now()
    if (isBinary) {
      audio.push({ bytes: data.length, atMs: nowMs })
      playedAtMs = Math.max(playedAtMs, nowMs) + data.length / 8
    } else {
      const message = JSON.parse(data.toString()) as Message
      messages.push(message)
      if (message.event === 'clear') playedAtMs = nowMs
      if (message.event === 'mark') setTimeout(() => send(message), playedAtMs - nowMs).unref()
      if (message.event === 'captions') captions.splice(message.from, Number.POSITIVE_INFINITY, ...message.captions)
    }
    check()
  })
  const send = (message: object) => socket.send(JSON.stringify(message))
  return {
    socket,
    messages,
    captions,
    audio,
    send,
    opened: new Promise<void>((resolve) => socket.once('open', () => resolve())),
    until: (matches: () => boolean) =>
      new Promise<void>((resolve) => {
        check = () => {
          if (matches()) resolve()
        }
        check()
      }),
    closed: new Promise<number>((resolve) => socket.once('close', resolve)),
  }
}

it('a person types, the assistant answers, and the call is charged, reported and listed as a web call', {
  timeout,
}, async () => {
  const { call_id: id, token, url } = await create({ customer_name: 'Maria' })
  const line = connect(url)
  await line.opened
  line.send({ event: 'start', token })
  await line.until(() => line.audio.length > 5)
  line.send({ event: 'text', text: 'When do you open in the morning?' })
  await line.until(() => line.captions.some(({ speaker, text }) => speaker === 'assistant' && text.includes('7')))
  assert.ok(
    line.messages.some(({ event }) => event === 'clear'),
    'the typed text interrupts the greeting',
  )
  assert.equal(line.captions.find(({ speaker }) => speaker === 'customer')?.text, 'When do you open in the morning?')
  line.send({ event: 'hang-up' })
  assert.equal(await line.closed, 1000)

  await receiver.received(1)
  const call = await client.calls.get({ id })
  assert.deepEqual([call.type, call.status, call.client_phone_number], ['web', 'ended_by_customer', null])
  assert.ok(call.duration >= 1)
  assert.ok(Number(call.total_cost) > 0)
  assert.match(JSON.stringify(call.transcript), /When do you open in the morning/)
  const recording = await fetch(call.recording_url!)
  assert.equal(Buffer.from(await recording.arrayBuffer()).toString('latin1', 0, 4), 'RIFF')
  assert.match((await client.calls.explain({ id })).summary, /^The web call lasted/)
})

it('the first audio comes within 100 ms when the greeting was synthesized before', { timeout }, async () => {
  const delays: number[] = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    const { token, url } = await create({ customer_name: 'Ines' })
    const line = connect(url)
    await line.opened
    const startedAt = performance.now()
    line.send({ event: 'start', token })
    await line.until(() => line.audio.length > 0)
    delays.push(Math.round(line.audio[0]!.atMs - startedAt))
    line.socket.terminate()
  }
  // The first call loads its parts, and other tests may occupy the processor for a moment.
  assert.ok(Math.min(...delays) < 100, `${delays.join(', ')} ms`)
})

it('a token admits one connection, of a page that the assistant allows', { timeout }, async () => {
  const { call_id: id, token, url } = await create()
  const first = connect(url)
  await first.opened
  first.send({ event: 'start', token })
  await first.until(() => first.messages.some(({ event }) => event === 'started'))
  const second = connect(url)
  await second.opened
  second.send({ event: 'start', token })
  assert.equal(await second.closed, 4409)
  assert.equal(first.socket.readyState, WebSocket.OPEN)
  first.socket.terminate()
  while ((await client.calls.get({ id })).status === 'in-progress');
  assert.equal((await client.calls.get({ id })).ended_reason, 'caller_hung_up')

  await client.assistants.update({ id: demo.assistantId, widget_origins: ['https://shop.example'] })
  const limited = await create()
  const foreign = connect(limited.url, { origin: 'https://other.example' })
  await foreign.opened
  foreign.send({ event: 'start', token: limited.token })
  assert.equal(await foreign.closed, 4409)
  const own = connect(limited.url, { origin: 'https://shop.example' })
  await own.opened
  own.send({ event: 'start', token: limited.token })
  await own.until(() => own.messages.some(({ event }) => event === 'started'))
  own.socket.terminate()
  await client.assistants.update({ id: demo.assistantId, widget_origins: [] })
})

it('invalid messages, audio before the start and floods end the connection', { timeout }, async () => {
  const { url } = await create()
  const send = async (...messages: (string | Buffer)[]) => {
    const line = connect(url)
    await line.opened
    for (const message of messages) line.socket.send(message)
    return line.closed
  }
  assert.equal(await send('not JSON'), 1008)
  assert.equal(await send(Buffer.alloc(160)), 1008)
  assert.equal(await send('{"event":"key","key":"1"}'), 1008)
  assert.equal(await send('{"event":"start","token":"unknown"}'), 4409)
  assert.equal(await send('x'.repeat(10_000)), 1009)
  const { token } = await create()
  const start = JSON.stringify({ event: 'start', token })
  assert.equal(await send(start, ...Array.from({ length: 1_000 }, () => Buffer.alloc(160, 0xff))), 1008)
})

it('a web call needs an assistant of the account', async () => {
  await assert.rejects(
    client.calls.makeWebCall({ assistant_id: 999_999 }),
    refusedWith(404, { message: 'Assistant not found or does not belong to the authenticated user' }),
  )
})

describe('in Chromium', { skip: chromiumMissing }, () => {
  it('a person talks to the assistant, and a second tab is refused', { timeout }, async () => {
    const question = 'When do you open in the morning?'
    await using chromium = await borrowChromium({ hasMicrophone: true })
    const { page_url: pageUrl } = await create()
    const page = await chromium.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(pageUrl)
    await page.getByRole('button', { name: 'Call' }).click()
    const captions = page.getByRole('log', { name: 'Captions' })
    await captions.getByText('How can I help you').first().waitFor()
    const answer = captions.getByText(/opening time is 7/).first()
    await ask(page, question, answer)
    await captions
      .getByText(/open in the morning/)
      .first()
      .waitFor()
    const second = await chromium.newPage()
    await second.goto(pageUrl)
    await second.getByRole('button', { name: 'Call' }).click()
    await second.getByText('This link was used or has expired').waitFor()
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.getByText('The call has ended').waitFor()
  })

  it('the assistant is heard soon after the click', { timeout }, async () => {
    await using chromium = await borrowChromium({ hasMicrophone: true })
    const delays: number[] = []
    for (let attempt = 1; attempt <= 6; attempt++) {
      const { page_url: pageUrl } = await create({ customer_name: 'Ines' })
      await using page = await chromium.newPage()
      await page.addInitScript(measureDelay)
      await page.goto(pageUrl, { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: 'Call' }).click()
      delays.push(Math.round(Number(await page.evaluate('heard'))))
    }
    // The first call loads its parts, and other tests may occupy the processor for a moment.
    assert.ok(Math.min(...delays) < 150, `${delays.join(', ')} ms`)
  })
})

/** Runs in the page. `heard` resolves with the milliseconds from the click to the first sound. */
const measureDelay = `
  let clickedAt
  addEventListener('click', ({ timeStamp }) => { clickedAt ??= timeStamp }, { capture: true })
  const { promise, resolve } = Promise.withResolvers()
  globalThis.heard = promise
  const { connect } = AudioNode.prototype
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof AudioDestinationNode) {
      const analyser = new AnalyserNode(this.context, { fftSize: 256 })
      connect.call(this, analyser)
      const samples = new Float32Array(256)
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples)
        if (samples.every((sample) => Math.abs(sample) < 0.002)) return
        clearInterval(timer)
        resolve(performance.now() - clickedAt)
      }, 1)
    }
    return connect.call(this, target, ...rest)
  }`
