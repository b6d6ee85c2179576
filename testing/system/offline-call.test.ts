// Tests of calls without any vendor: Flite speaks, Moonshine hears, the offline model answers, at the same time.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, it } from 'node:test'
import { loadVoiceActivity } from '@parley/speech'
import { encodeMulaw, readWav } from '@parley/telephone'
import type { PayloadOf } from '#contract/events/webhook-payloads.ts'
import { startTestDemo } from '../app/test-demo.ts'
import { openReceiver } from '../emulators/receiver.ts'

const timeout = 240_000
const speakingPhone = '+12025550101'
const callingPhone = '+12025550142'

const receiver = await openReceiver()
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestDemo({ reachable: receiver.url })
after(() => parley[Symbol.asyncDispose]())
const { sandboxPage, demo, client } = parley
const { secret } = await client.webhooks.rotateSecret()
for (const { id } of (await client.assistants.list()).data)
  await client.assistants.update({ id, webhook_url: `${receiver.url}/ended`, is_webhook_active: true })

/** The calls of all tests run at the same time; each ends with a webhook per assistant. */
const calling = (async () => {
  await Promise.all([
    client.calls.make({ assistant_id: demo.assistantId, phone_number: speakingPhone }),
    client.calls.make({ assistant_id: demo.assistantId, phone_number: demo.inboundPhoneNumber! }),
    callFromPhone([
      'Hello, this is Peter Brown.',
      'We are open from seven in the morning.',
      'Our best seller is the apple cake.',
      'The closing time is six o’clock.',
    ]),
  ])
  await receiver.received(4)
  return receiver.requests.map(({ headers, body }) => ({
    headers,
    body,
    payload: JSON.parse(body.toString()) as PayloadOf<'call.ended'>,
  }))
})()

async function callFromPhone(lines: string[]): Promise<void> {
  const steps = lines.map((say, index) => ({ say, ...(index === 0 && { after_ms: 500 }) }))
  const call = { from: callingPhone, to: demo.inboundPhoneNumber, behaviour: { steps } }
  const response = await fetch(`${sandboxPage}/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  assert.ok(response.ok, await response.text())
}

async function callWith(customer: string) {
  const webhooks = await calling
  return webhooks.find(({ payload }) => payload.customer_phone === customer)!
}

const spokenBy = (sender: string, { transcript }: PayloadOf<'call.ended'>): string[] =>
  transcript.filter((entry) => entry.sender === sender).map(({ text }) => text)

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[’'-]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/** The smallest number of words that are wrong, missing or added, as a share of the words that were said. */
function wordErrorRate(said: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, index) => index + 1)
  for (const [saidIndex, word] of said.entries()) {
    let before = saidIndex
    let left = saidIndex + 1
    row = row.map((above, index) => {
      left = Math.min(before + (word === heard[index] ? 0 : 1), above + 1, left + 1)
      before = above
      return left
    })
  }
  return row.at(-1)! / said.length
}

it('a call to a speaking phone is understood, recorded on two channels, evaluated and reported', {
  timeout,
}, async () => {
  const { payload, headers, body } = await callWith(speakingPhone)
  const { calls } = (await fetch(`${sandboxPage}/calls`).then((response) => response.json())) as {
    calls: { to: string; captions: { speaker: string; text: string }[] }[]
  }
  const { captions } = calls.find(({ to }) => to === speakingPhone)!
  const said = captions.filter(({ speaker }) => speaker === 'phone').map(({ text }) => text)
  const heard = spokenBy('human', payload)
  assert.equal(said.length, 5)
  const rate = wordErrorRate(wordsOf(said.join(' ')), wordsOf(heard.join(' ')))
  assert.ok(rate <= 0.12, `${(100 * rate).toFixed(1)} % of the words: ${heard.join(' | ')}`)
  assert.match(
    spokenBy('bot', payload).join(' '),
    /Nice to meet you, Peter Brown.* opening time is 7 .* bestseller is the cinnamon bun.* delivery price .* Goodbye/,
  )
  assert.ok(captions.some(({ speaker, text }) => speaker === 'application' && /opening time/.test(text)))
  assert.equal(payload.status, 'ended_by_assistant')
  assert.equal(payload.extracted_variables['customer_name'], 'Peter Brown')

  const call = await client.calls.get({ id: payload.id })
  assert.equal(call.evaluation.find(({ name }) => name === 'topic')?.value, 'When do you open in the morning?')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)

  const recording = await fetch(call.recording_url!)
  const { channels, sampleRate } = readWav(new Uint8Array(await recording.arrayBuffer()))
  assert.deepEqual([channels.length, sampleRate], [2, 8_000])
  for (const channel of channels) assert.ok((await speechSeconds(channel)) > 5)
})

async function speechSeconds(samples: Int16Array): Promise<number> {
  const detector = (await loadVoiceActivity()).open()
  const audio = encodeMulaw(samples)
  let frames = 0
  for (let from = 0; from + 160 <= audio.length; from += 160)
    if (detector.isSpeech(audio.subarray(from, from + 160))) frames++
  detector.close()
  return frames / 50
}

it('two assistants that call each other hold a conversation of six turns and end it', { timeout }, async () => {
  const { payload } = await callWith(demo.inboundPhoneNumber!)
  const all = payload.transcript.map(({ text }) => text).join('\n')
  assert.ok(payload.transcript.length >= 6, all)
  assert.match(spokenBy('bot', payload).join(' '), /opening time is 7 .* bestseller is .* closing time is 6 /)
  const other = await callWith(demo.phoneNumber!)
  assert.match(spokenBy('bot', other.payload).join(' '), /opening time\?.* best seller\?.* closing time\?.* Goodbye/)
  assert.equal(other.payload.status, 'ended_by_assistant')
})

it('an inbound call is answered, and the assistant asks its questions', { timeout }, async () => {
  const { payload } = await callWith(callingPhone)
  assert.equal(spokenBy('human', payload).length, 4, payload.formatted_transcript)
  assert.match(spokenBy('bot', payload).join(' '), /this is Ben.* best seller\?.* closing time\?.* Goodbye/)
  assert.equal(payload.status, 'ended_by_assistant')
})
