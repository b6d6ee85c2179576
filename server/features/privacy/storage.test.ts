// Tests of assistants that do not store what was said and written.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { findTraces } from '#testing/features/find-traces.ts'
import { png } from '#testing/features/messages.ts'
import { createOffice, createPerson, endCall } from '#testing/features/person-traces.ts'

const minuteMs = 60_000
let status = 200
const receiver = await openReceiver(() => ({ status }))
const parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(receiver.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

it('a call without stored transcript loses its words after its webhook was delivered', async () => {
  const { sender, outbound } = await createOffice(parley, receiver.url)
  const { client } = sender
  const { words, phone: phone_number } = createPerson(parley)
  await client.assistants.update({ id: outbound.id, store_transcript: false, record: false })
  const { call_id: callId } = await client.calls.make({ assistant_id: outbound.id, phone_number })
  status = 500
  await endCall(parley, sender, { callId, words: `Reported ${words}` })
  await parley.advanceClock(2 * minuteMs)
  assert.equal((await client.calls.get({ id: callId })).transcript.length, 1)
  status = 200
  await parley.advanceClock(60 * minuteMs)
  await parley.advanceClock(2 * minuteMs)
  const delivered = receiver.requests.findLast(({ body }) => body.includes(words))!
  assert.equal(JSON.parse(delivered.body.toString()).transcript[0].text, `Reported ${words}`)
  const call = await client.calls.get({ id: callId })
  assert.deepEqual([call.client_phone_number, call.transcript, call.evaluation], [phone_number, [], []])
  // The recording that was stored by hand remains.
  const traces = await findTraces(parley, [words])
  assert.deepEqual(
    traces.filter((name) => name.startsWith('public.')),
    [],
  )
})

it('a conversation without stored transcript loses its texts and files when it has ended, each time', async () => {
  const { sender } = await createOffice(parley, receiver.url)
  const { client, id } = sender
  const { words, phone } = createPerson(parley)
  await client.assistants.update({ id, store_transcript: false, conversation_ended_retrigger: true })
  const media = [{ contentType: 'image/png', bytes: Buffer.concat([png, Buffer.from(words)]) }]
  for (let round = 1; round <= 2; round++) {
    await parley.askAssistant(sender, phone, words, { media })
    assert.notDeepEqual(await findTraces(parley, [words]), [])
    await parley.advanceClock(31 * minuteMs)
    await parley.advanceClock(2 * minuteMs)
    const ended = receiver.requests.filter(({ body }) => body.includes(words) && body.includes('"ended_at"'))
    assert.equal(ended.length, round)
    assert.deepEqual(await findTraces(parley, [words]), [])
  }
  const { data } = await client.conversations.list({})
  const { history, customer_phone } = (await client.conversations.show({ uuid: data[0]!.id })).data
  assert.deepEqual([history, customer_phone], [[], phone])
  await parley.askAssistant(sender, phone, 'When do you close?')
  assert.equal((await client.conversations.show({ uuid: data[0]!.id })).data.history.length, 2)
})

it('a conversation on a website without stored transcript loses its files, with those that were never sent', async () => {
  const { sender } = await createOffice(parley, receiver.url)
  const { client, id, uuid: assistant_id } = sender
  const { words } = createPerson(parley)
  await client.assistants.update({ id, store_transcript: false })
  const { conversation_id: uuid } = await client.conversations.create({ assistant_id })
  const upload = async () => {
    const file = { name: 'words.txt', data: Buffer.from(words) }
    return (await client.conversations.uploadFile({ uuid, file })).file.id
  }
  await upload()
  await client.conversations.sendMessage({ uuid, file_ids: [await upload()] })
  assert.notDeepEqual(await findTraces(parley, [words]), [])
  await parley.advanceClock(31 * minuteMs)
  await parley.advanceClock(2 * minuteMs)
  assert.deepEqual(await findTraces(parley, [words]), [])
})
