// A request to talk whose process was killed: repeated under its key, it is answered once, charged once, tools included.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Client, contract, ParleyError } from '#sdk/index.ts'
import type { ScriptedAnswer, ScriptedRequest } from '#server/models/scripted/script.ts'
import type { Failpoint } from '#server/platform/failpoint.ts'
import { crashAt, retryRequest } from '#server/testing/crash-at.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const dayMs = 86_400_000

let parley: TestApp
before(async () => {
  parley = await startTestApp({ script: echo, carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
})
after(() => parley[Symbol.asyncDispose]())

function echo({ body }: ScriptedRequest): ScriptedAnswer {
  const { role, content } = (body['messages'] as { role: string; content: string }[]).at(-1)!
  if (role === 'tool') return 'Ordered.'
  if (content === 'Order, please') return { pieces: [{ tool: 'order', id: 'call_1', arguments: {} }] }
  return `You said ${content}`
}

const askedFor = (word: string): number =>
  parley.model.requests.filter(({ body }) => JSON.stringify(body).includes(word)).length

const beforeTheAnswer: readonly Failpoint[] = [
  'key-claimed',
  'turn-before-accepted',
  'turn-accepted',
  'turn-composed',
  'turn-before-finished',
]
const afterIt: readonly Failpoint[] = ['turn-finished', 'key-before-answer']

describe('a message whose process was killed', { concurrency: 2 }, () => {
  for (const at of [...beforeTheAnswer, ...afterIt])
    it(`at ${at} is answered once and charged once`, async () => {
      const ada = await parley.createAssistant({ initial_message: null })
      const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
      const balance = await ada.balance()
      const message = `word of ${at}`
      const idempotencyKey = crypto.randomUUID()
      const send = (client: Client) => client.conversations.sendMessage({ uuid, message }, { idempotencyKey })
      await crashAt(parley, at, ada.token, send)
      const askedBefore = askedFor(message)
      const answer = await retryRequest(() => send(ada.client))
      assert.equal(answer.message, `You said ${message}`)
      assert.deepEqual(await send(ada.client), answer)
      assert.equal(askedFor(message) - askedBefore, afterIt.includes(at) ? 0 : 1)
      assert.equal(balance - (await ada.balance()), 10, 'nothing is held beside')
      const { data } = await ada.client.conversations.show({ uuid })
      assert.deepEqual([data.message_count, data.total_cost], [2, 0.01])
      const { history } = await ada.client.conversations.get({ uuid })
      assert.deepEqual(
        history.map(({ content }) => content),
        [message, answer.message],
      )
    })

  it('is answered to a visitor who asked for a stream, too', async () => {
    const ada = await parley.createAssistant({ initial_message: null })
    const { anonymous } = parley
    const { conversation_id: uuid } = await anonymous.conversations.create({ assistant_id: ada.uuid })
    const idempotencyKey = crypto.randomUUID()
    const stream = async (client: Client) =>
      Array.fromAsync(client.stream(contract.conversations.sendMessage, { uuid, message: 'Hi' }, { idempotencyKey }))
    await crashAt(parley, 'turn-finished', undefined, (client) =>
      client.conversations.sendMessage({ uuid, message: 'Hi' }, { idempotencyKey }),
    )
    const [last] = await retryRequest(() => stream(anonymous))
    assert.deepEqual(last, {
      done: { status: true, message: 'You said Hi', function_calls: [], ai_enabled: true },
    })
  })

  it('gives what a visitor had for it back to the day from which it was taken', async () => {
    const visitor = { ...parley.config.settings.visitor, messagesPerMinutePerAddress: 1000 }
    await using strict = await startTestApp({ carrier: {}, settings: { anonymousTestMessagesPerDay: 1, visitor } })
    const ada = await strict.createAssistant({ initial_message: null })
    const { anonymous } = strict
    const talk = async () =>
      (await anonymous.conversations.create({ assistant_id: ada.uuid, type: 'test' })).conversation_id
    const [today, tomorrow] = [await talk(), await talk()]
    const idempotencyKey = crypto.randomUUID()
    const send = (client: Client) =>
      client.conversations.sendMessage({ uuid: today, message: 'Hi' }, { idempotencyKey })
    await crashAt(strict, 'turn-accepted', undefined, send)
    await strict.turnClock(dayMs - (Date.now() % dayMs))
    await anonymous.conversations.sendMessage({ uuid: tomorrow, message: 'Hi' })
    await assert.rejects(send(anonymous), (error) => error instanceof ParleyError && error.status === 429)
    await assert.rejects(send(anonymous), (error) => error instanceof ParleyError && error.status === 429)
  })

  it('and that a person wrote stands once', async () => {
    const ada = await parley.createAssistant({ initial_message: null })
    const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
    const idempotencyKey = crypto.randomUUID()
    const write = (client: Client) => client.conversations.write({ uuid, message: 'Ann here.' }, { idempotencyKey })
    await crashAt(parley, 'key-before-answer', ada.token, write)
    const answer = await retryRequest(() => write(ada.client))
    const { data } = await ada.client.conversations.show({ uuid })
    assert.deepEqual(
      data.history.map(({ id, content, created_at }) => [id, content, created_at]),
      [[answer.message.id, 'Ann here.', answer.message.created_at]],
    )
  })

  it('in a channel of the account’s own is answered once, its tools told by their keys that it is the same', async () => {
    await using tool = await openReceiver(() => ({ body: '"done"' }))
    const holder = await parley.createAccount()
    const { data: order } = await holder.client.tools.create({
      name: 'order',
      description: 'Orders.',
      url: tool.url,
      method: 'POST',
      parameters: { type: 'object', properties: {} },
    })
    const ada = await parley.createAssistant({ tool_ids: [order.id] }, holder)
    const balance = await ada.balance()
    const idempotencyKey = crypto.randomUUID()
    const ask = (client: Client) =>
      client.conversations.generateReply(
        { assistant_id: ada.id, customer_identifier: 'ann', message: 'Order, please' },
        { idempotencyKey },
      )
    await crashAt(parley, 'turn-composed', ada.token, ask)
    assert.equal((await retryRequest(() => ask(ada.client))).reply, 'Ordered.')
    assert.equal(balance - (await ada.balance()), 10)
    const keys = tool.requests.map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
  })
})

describe('the start of a conversation whose process was killed', { concurrency: 2 }, () => {
  for (const at of ['key-claimed', 'key-before-answer'] as const)
    it(`at ${at} comes to one conversation, of an owner and of a visitor`, async () => {
      const ada = await parley.createAssistant({ initial_message: 'Welcome.' })
      for (const [token, client] of [
        [ada.token, ada.client],
        [undefined, parley.anonymous],
      ] as const) {
        const idempotencyKey = crypto.randomUUID()
        const start = (through: Client) => through.conversations.create({ assistant_id: ada.uuid }, { idempotencyKey })
        const { data: before } = await ada.client.conversations.list({})
        await crashAt(parley, at, token, start)
        const started = await retryRequest(() => start(client))
        assert.deepEqual(started.history, [{ role: 'assistant', content: 'Welcome.' }])
        const { data } = await ada.client.conversations.list({})
        assert.equal(data.length - before.length, 1)
        assert.equal(data[0]?.id, started.conversation_id)
      }
    })
})
