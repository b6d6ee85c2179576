// Tests of web calls whose browser leaves or waits while the session is prepared.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { WebSocket } from 'ws'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { holdSessions, isSessionHeld } from '#testing/calls/hold-sessions.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ carrier: {}, jobsRunning: true, config: { speech: { default: 'scripted' } } })
after(() => parley[Symbol.asyncDispose]())
const { db } = parley.app.context

/** A web call whose session is prepared while `during` runs, and not before it has ended. */
async function prepareCall(during: (socket: WebSocket) => Promise<void>) {
  const { client, ...account } = await parley.createAccount()
  const { data: tool } = await client.tools.create({
    name: 'order',
    description: 'Orders.',
    url: 'https://shop.example',
  })
  const assistant = await parley.createAssistant(
    { initial_message: 'Hello.', tool_ids: [tool.id] },
    { client, ...account },
  )
  const { call_id: id, token, url } = await client.calls.makeWebCall({ assistant_id: assistant.id })
  const socket = new WebSocket(url)
  const started = new Promise<void>((resolve) =>
    socket.on('message', (data, isBinary) => {
      if (!isBinary && data.toString().includes('started')) resolve()
    }),
  )
  await new Promise((resolve) => socket.once('open', resolve))
  await holdSessions(db, async () => {
    socket.send(JSON.stringify({ event: 'start', token }))
    await until(() => isSessionHeld(db))
    await during(socket)
  })
  const ended = async () => {
    await until(async () => (await client.calls.get({ id })).ended_reason !== null)
    return client.calls.get({ id })
  }
  return { client, id, socket, started, ended }
}

async function close(socket: WebSocket): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.terminate()
  await closed
}

describe('a web call', { timeout: 60_000 }, () => {
  it('costs nothing if the browser leaves before it is connected', async () => {
    const { client, id, ended } = await prepareCall(async (socket) => {
      await parley.turnClock(30_000)
      await close(socket)
    })
    const { status, ended_reason: reason, duration, total_cost: cost, transcript } = await ended()
    assert.deepEqual([status, reason, duration, Number(cost)], ['no-answer', 'caller_hung_up', 0, 0])
    assert.deepEqual(transcript, [])
    const { summary, timeline } = await client.calls.explain({ id })
    assert.equal(summary, 'The web call was not connected: the customer hung up.')
    assert.ok(timeline.every(({ type }) => type !== 'media_connected'))
  })

  it('is charged from the moment at which it is connected', async () => {
    const { client, id, socket, started, ended } = await prepareCall(() => parley.turnClock(30_000))
    await started
    await parley.turnClock(10_000)
    socket.terminate()
    const { status, duration } = await ended()
    assert.equal(status, 'ended_by_customer')
    assert.ok(duration >= 10 && duration < 20, `${duration} s`)
    assert.ok((await client.calls.explain({ id })).timeline.some(({ type }) => type === 'media_connected'))
  })

  it('runs with changed settings that are not saved', async () => {
    const assistant = await parley.createAssistant({ initial_message: 'Saved greeting.' })
    const { client, id: assistantId } = assistant
    const changed_settings = { initial_message: 'Changed greeting.' }
    const { call_id: id, token, url } = await client.calls.makeWebCall({ assistant_id: assistantId, changed_settings })
    await client.assistants.update({ id: assistantId, initial_message: 'Another greeting.' })
    const socket = new WebSocket(url)
    const greeted = new Promise<void>((resolve) =>
      socket.on('message', (data, isBinary) => {
        if (!isBinary && data.toString().includes('Changed greeting.')) resolve()
      }),
    )
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ event: 'start', token }))
    await greeted
    await close(socket)
    await until(async () => (await client.calls.get({ id })).ended_reason !== null)
    await assertInvalid(
      client.calls.makeWebCall({ assistant_id: assistantId, changed_settings: { knowledgebase_id: 99_999 } }),
      { 'changed_settings.knowledgebase_id': ['The selected changed settings.knowledgebase id is invalid.'] },
    )
  })

  it('is limited to whole seconds', async () => {
    const { client, ...account } = await parley.createAccount()
    const assistant = await parley.createAssistant({ max_duration: 56.35 }, { client, ...account })
    const { call_id: id } = await client.calls.makeWebCall({ assistant_id: assistant.id })
    assert.equal((await client.calls.get({ id })).status, 'initiated')
  })

  it('stays open while it is prepared, even if many other connections send no token', async () => {
    const others: WebSocket[] = []
    const { socket, started, ended } = await prepareCall(async ({ url }) => {
      for (let count = 0; count <= 100; count++) {
        const other = new WebSocket(url)
        others.push(other)
        await new Promise((resolve) => other.once('open', resolve))
      }
      await until(async () => others[0]!.readyState === WebSocket.CLOSED)
    })
    await started
    for (const one of [socket, ...others]) one.terminate()
    assert.equal((await ended()).status, 'ended_by_customer')
  })
})
