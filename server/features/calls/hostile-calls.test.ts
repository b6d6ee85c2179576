// Tests of live calls over real media connections in which the carrier, the customer, the model or a tool misbehaves.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { createScriptedSpeechReader, encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { type CallingAssistant, startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { connectMedia } from '#testing/calls/media-client.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'

const never = Promise.withResolvers<void>()
const receiver = await openReceiver(async ({ path }) => {
  if (path === '/never') await never.promise
  return { body: path === '/long' ? JSON.stringify({ text: 'x'.repeat(8_000) }) : '{}' }
})
after(() => {
  never.resolve()
  return receiver[Symbol.asyncDispose]()
})
const parley = await startTestApp({
  carrier: {},
  jobsRunning: true,
  script: 'Certainly.',
  config: { speech: { default: 'scripted' }, allowPrivate: [new URL(receiver.url).host] },
})
after(() => parley[Symbol.asyncDispose]())
const { createCallingAssistant, carrier, app } = parley
const { context } = app
const { control } = carrier

let phones = 0

/** Calls a phone that behaves so; resolves when the carrier has the call. */
async function place({ client, id, number }: CallingAssistant, steps: object[] = [], extra: object = {}) {
  const phone = `+1202555${String(7000 + ++phones)}`
  control.behaveOnCalls(phone, { ringMs: 0, steps })
  const { call_id: callId } = await client.calls.make({ assistant_id: id, phone_number: phone, ...extra })
  const { sid } = await control.waitForCall(({ from, to }) => from === number && to === phone)
  const isOver = async () => (await client.calls.get({ id: callId })).ended_reason !== null
  return { callId, sid, ended: () => until(isOver), get: () => client.calls.get({ id: callId }) }
}

const balanceOf = ({ account }: CallingAssistant) => selectBalance(context.db, account.id)
const said = (text: string) => ({ say: text, audio: encodeScriptedSpeech(text, 600) })
const hangUp = { hangUp: true, pauseMs: 1_000 }
const heardOn = (sid: string) => createScriptedSpeechReader().read(control.audio(sid)?.heard ?? new Uint8Array())

describe('a session that cannot be opened', () => {
  it('ends the call at once, and nothing is charged', async () => {
    const assistant = await createCallingAssistant()
    const phone = '+12025558001'
    control.behaveOnCalls(phone, { pickUp: 'manual' })
    const { call_id: callId } = await assistant.client.calls.make({ assistant_id: assistant.id, phone_number: phone })
    const { sid } = await control.waitForCall(({ to, status }) => to === phone && status === 'ringing')
    await sql`update calls set assistant = assistant || '{"tools": null}' where id = ${callId}`.execute(context.db)
    control.answer(sid)
    await until(async () => (await assistant.client.calls.get({ id: callId })).ended_reason !== null)
    const call = await assistant.client.calls.get({ id: callId })
    assert.deepEqual([call.status, call.ended_reason, call.total_cost], ['ended', 'internal_error', 0])
    assert.deepEqual(await balanceOf(assistant), { balanceMicros: 100_000_000, heldMicros: 0 })
    assert.equal((await control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null)).status, 'completed')
  })
})

describe('a model', () => {
  it('that streams forever is cut off, and the customer can still interrupt and is answered', {
    timeout: 30_000,
  }, async () => {
    const endless = { pieces: [...Array<string>(3_000).fill('and so on. '), { stall: true as const }] }
    const closed: Promise<boolean>[] = []
    parley.model.use((request) => {
      const isEndless =
        JSON.stringify(request.body).includes('Recite') && !JSON.stringify(request.body).includes('Stop')
      if (!isEndless) return 'Certainly.'
      closed.push(request.closed)
      return endless
    })
    const assistant = await createCallingAssistant({ assistant: { initial_message: 'Hello.' } })
    const call = await place(assistant, [said('Recite something.')])
    await until(async () => closed.length > 0)
    // The model is still streaming, and the customer has heard only the beginning.
    assert.equal(await closed[0], false)
    await until(async () => heardOn(call.sid).includes('and so on.'))
    control.say(call.sid, said('Stop talking now.'))
    await until(async () => heardOn(call.sid).includes('Certainly.'))
    control.hangUp(call.sid)
    await call.ended()
    parley.model.use('Certainly.')
    assert.equal(closed.length, 1)
    const { transcript, ended_reason: reason } = await call.get()
    assert.equal(reason, 'caller_hung_up')
    const texts = transcript.map(({ text }) => text)
    assert.deepEqual(
      [texts[0], texts[1], texts.at(-2), texts.at(-1)],
      ['Hello.', 'Recite something.', 'Stop talking now.', 'Certainly.'],
    )
    // The rest of the answer was not heard, so it is not in the transcript.
    assert.ok(texts[2]!.length < 500, String(texts[2]!.length))
  })

  it('receives a prompt of 50,000 characters and every variable', async () => {
    const systemPrompt = `${'Be kind to {{city}}. '.repeat(2_500).slice(0, 49_000)} {{city}}`
    const variablesOf = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, 'x'.repeat(1_000)]))
    const assistant = await createCallingAssistant({
      assistant: { initial_message: 'Hello.', system_prompt: systemPrompt },
    })
    await assert.rejects(place(assistant, [], { variables: variablesOf(64) }), { status: 422 })
    const variables = Object.fromEntries(Object.entries(variablesOf(40)).map(([name]) => [name, 'x'.repeat(100)]))
    const before = parley.model.requests.length
    const call = await place(assistant, [said('Where are you?'), hangUp], { variables: { ...variables, city: 'Graz' } })
    await call.ended()
    const [request] = parley.model.requests.slice(before)
    const prompt = JSON.stringify(request!.body)
    assert.ok(prompt.includes('Be kind to Graz. Be kind to Graz.') && !prompt.includes('{{city}}'))
    assert.deepEqual(
      (await call.get()).transcript.map(({ text }) => text),
      ['Hello.', 'Where are you?', 'Certainly.'],
    )
  })
})

describe('a tool', () => {
  async function callWithTool(path: string) {
    const account = await parley.createAccount()
    const tool = await account.client.tools.create({
      name: 'look_up',
      description: 'Looks it up.',
      url: `${receiver.url}${path}`,
      method: 'POST',
      parameters: { type: 'object', properties: {} },
      timeout: 1,
    })
    const assistant = await createCallingAssistant({
      owner: account,
      assistant: { initial_message: 'Hello.', tool_ids: [tool.data.id] },
    })
    const results: string[] = []
    parley.model.use(({ body }) => {
      const messages = body['messages'] as { role: string; content: string }[]
      const last = messages.at(-1)!
      if (last.role !== 'tool') return { pieces: [{ tool: 'look_up', arguments: {} }] }
      results.push(String(last.content))
      return 'That is all I found.'
    })
    const call = await place(assistant, [said('Look it up.'), { hangUp: true, pauseMs: 4_000 }])
    await call.ended()
    parley.model.use('Certainly.')
    return { results, texts: (await call.get()).transcript.map(({ text }) => text) }
  }

  it('that never answers is given up, and the customer hears something in the meantime', async () => {
    const { results, texts } = await callWithTool('/never')
    assert.equal(results.length, 1)
    assert.match(results[0]!, /error/)
    assert.deepEqual([texts[1], texts.at(-1)], ['Look it up.', 'That is all I found.'])
    assert.ok(texts.length >= 4, texts.join(' | '))
  })

  it('with a result of 8,000 characters does not delay the call', async () => {
    const { results, texts } = await callWithTool('/long')
    assert.ok(results[0]!.length > 1_000 && results[0]!.length <= 8_100, String(results[0]!.length))
    assert.equal(texts.at(-1), 'That is all I found.')
  })
})

describe('a media connection', () => {
  async function connectRinging() {
    const assistant = await createCallingAssistant({ assistant: { initial_message: 'Hello.' } })
    const phone = `+1202555${String(8100 + ++phones)}`
    control.behaveOnCalls(phone, { pickUp: 'manual' })
    const { call_id: callId } = await assistant.client.calls.make({ assistant_id: assistant.id, phone_number: phone })
    const { sid: callSid } = await control.waitForCall(({ to, status }) => to === phone && status === 'ringing')
    const url = `${context.settings.publicUrl.replace('http', 'ws')}/carrier/twilio/media`
    const { externalId: accountSid, credentials: authToken } = context.settings.carrierAccount
    const token = parley.mediaTokenOf(callSid)
    const media = await connectMedia({ url, accountSid, authToken, callSid, token })
    media.start()
    const reader = createScriptedSpeechReader()
    let read = 0
    let heard = ''
    const hears = (text: string) =>
      until(async () => {
        for (; read < media.messages.length; read++)
          heard += reader.read(Buffer.from(media.messages[read]!.media?.payload ?? '', 'base64'))
        return heard.includes(text)
      })
    return { assistant, callId, media, hears, token, url, callSid }
  }

  it('with damaged, unknown and disordered messages still hears what is intact', async () => {
    const { assistant, callId, media, hears } = await connectRinging()
    await using _ = media
    await hears('Hello.')
    for (const payload of ['', '%%%%', 'abc', 'x'.repeat(1_001), '=', {}, null, 7, []]) {
      media.send({ event: 'media', media: { track: 'inbound', timestamp: '40', payload } })
      media.send({ event: 'media', media: payload })
    }
    for (const message of ['{', 'null', '[]', '""', '{"event":"start"}', '{"event":{}}']) media.send(message)
    for (const name of ['', '0:', '0:9999999999', '-1:-1', 'NaN:NaN', 'x'.repeat(300)]) media.sendMark(name)
    for (const key of ['', '12', 'X', '#'.repeat(50)]) media.sendKey(key)
    // Frames of odd sizes, out of order, with a gap.
    const audio = encodeScriptedSpeech('What is the matter?', 600)
    let sentBytes = 0
    for (const size of [1, 159, 161, 7, 480, 1_000, 2_992]) {
      media.sendAudio(audio.subarray(sentBytes, sentBytes + size), 1_000 + sentBytes / 8)
      sentBytes += size
      media.sendAudio(new Uint8Array(160).fill(0x80), 100)
    }
    for (let frame = 0; frame < 20; frame++) media.sendAudio(new Uint8Array(160).fill(0xff), 1_700 + frame * 20)
    await hears('Certainly.')
    media.stop()
    await until(async () => (await assistant.client.calls.get({ id: callId })).ended_reason !== null)
    const { transcript } = await assistant.client.calls.get({ id: callId })
    assert.ok(transcript.some(({ text, sender }) => sender === 'human' && text === 'What is the matter?'))
  })

  it('with hundreds of keys at once still hears the customer afterwards', async () => {
    const { assistant, callId, media, hears } = await connectRinging()
    await using _ = media
    await hears('Hello.')
    for (let key = 0; key < 400; key++) media.sendKey('1')
    await hears('Certainly.')
    const audio = encodeScriptedSpeech('Can you hear me?', 600)
    media.sendAudio(audio, 1_000)
    for (let frame = 0; frame < 20; frame++) media.sendAudio(new Uint8Array(160).fill(0xff), 1_600 + frame * 20)
    const transcript = async () => (await assistant.client.calls.get({ id: callId })).transcript.map(({ text }) => text)
    await until(async () => (await transcript()).some((text) => text.includes('Can you hear me?')))
    media.stop()
    await until(async () => (await assistant.client.calls.get({ id: callId })).ended_reason !== null)
  })

  it('ten times faster than real time is closed, and a second one with the token is refused', async () => {
    const { assistant, callId, media, hears, token, url, callSid } = await connectRinging()
    await hears('Hello.')
    const { externalId: accountSid, credentials: authToken } = context.settings.carrierAccount
    const second = await connectMedia({ url, accountSid, authToken, callSid, token })
    second.start()
    assert.equal(await second.closed, 1008)
    for (let frame = 0; frame < 3_000; frame++) media.sendAudio(new Uint8Array(160).fill(0xff), frame * 20)
    assert.equal(await media.closed, 1008)
    await until(async () => (await assistant.client.calls.get({ id: callId })).ended_reason !== null)
    assert.ok((await assistant.client.calls.get({ id: callId })).duration <= 10)
    assert.equal((await balanceOf(assistant)).heldMicros, 0)
  })
})

it('leaves every balance consistent', async () => {
  assert.deepEqual(await selectBrokenBalances(context.db), [])
})
