// Tests that a request whose process is killed is answered once and charged once when it is repeated under its key.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Client, contract } from '#sdk/index.ts'
import type { FailpointAddress } from '#server/platform/failpoints/failpoint.ts'
import { crashAt } from '#testing/app/crash-at.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import type { ScriptedAnswer, ScriptedRequest } from '#testing/language-models/script.ts'
import { retryRequest } from '#testing/requests/retry-request.ts'

const dayMs = 86_400_000

const parley = await startTestApp({ script: echo, carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())

function echo({ body }: ScriptedRequest): ScriptedAnswer {
  const { role, content } = (body['messages'] as { role: string; content: string }[]).at(-1)!
  if (role === 'tool') return 'Ordered.'
  if (content === 'Order, please') return { pieces: [{ tool: 'order', id: 'call_1', arguments: {} }] }
  return `You said ${content}`
}

const countRequests = (word: string): number =>
  parley.model.requests.filter(({ body }) => JSON.stringify(body).includes(word)).length

type Moments = Record<string, FailpointAddress>

const beforeTheAnswerIsStored: Moments = {
  'after its key is claimed': 'conversations.sendMessage/statement-after:1',
  'before the message is stored': 'conversations.sendMessage/transaction-before-commit:1',
  'after the message is stored': 'conversations.sendMessage/transaction-after-commit:1',
  'after the model has answered': 'conversations.sendMessage/languageModel.stream-after:1',
  'before the answer is stored': 'conversations.sendMessage/transaction-before-commit:2',
}
const afterTheAnswerIsStored: Moments = {
  'after the answer is stored': 'conversations.sendMessage/transaction-after-commit:2',
  'after the response is stored': 'conversations.sendMessage/statement-after:2',
}

describe('a message whose process is killed', { concurrency: 2 }, () => {
  for (const [moment, failpoint] of Object.entries({ ...beforeTheAnswerIsStored, ...afterTheAnswerIsStored }))
    it(`${moment} is answered once and charged once`, async () => {
      const ada = await parley.createAssistant({ initial_message: null })
      const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
      const balance = await ada.balance()
      const message = `Hi ${moment}`
      const idempotencyKey = crypto.randomUUID()
      const send = (client: Client) => client.conversations.sendMessage({ uuid, message }, { idempotencyKey })
      await crashAt(parley, failpoint, ada.token, send)
      const requestsBefore = countRequests(message)
      const answer = await retryRequest(() => send(ada.client))
      assert.equal(answer.message, `You said ${message}`)
      assert.deepEqual(await send(ada.client), answer)
      assert.equal(countRequests(message) - requestsBefore, moment in afterTheAnswerIsStored ? 0 : 1)
      assert.equal(balance - (await ada.balance()), 10, 'nothing else is held')
      const { data } = await ada.client.conversations.show({ uuid })
      assert.deepEqual([data.message_count, data.total_cost], [2, 0.01])
      const { history } = await ada.client.conversations.get({ uuid })
      assert.deepEqual(
        history.map(({ content }) => content),
        [message, answer.message],
      )
    })

  it('is answered when a visitor repeats it as a stream', async () => {
    const ada = await parley.createAssistant({ initial_message: null })
    const { anonymous } = parley
    const { conversation_id: uuid } = await anonymous.conversations.create({ assistant_id: ada.uuid })
    const idempotencyKey = crypto.randomUUID()
    const stream = async (client: Client) =>
      Array.fromAsync(client.stream(contract.conversations.sendMessage, { uuid, message: 'Hi' }, { idempotencyKey }))
    await crashAt(parley, 'conversations.sendMessage/transaction-after-commit:2', undefined, (client) =>
      client.conversations.sendMessage({ uuid, message: 'Hi' }, { idempotencyKey }),
    )
    const [last] = await retryRequest(() => stream(anonymous))
    assert.deepEqual(last, {
      done: { status: true, message: 'You said Hi', function_calls: [], ai_enabled: true },
    })
  })

  it('counts against the visitor limit of the day on which it was sent, and no longer after it is resumed', async () => {
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
    await crashAt(strict, 'conversations.sendMessage/transaction-after-commit:1', undefined, send)
    await strict.turnClock(dayMs - (Date.now() % dayMs))
    await anonymous.conversations.sendMessage({ uuid: tomorrow, message: 'Hi' })
    for (let times = 0; times < 2; times++) await assert.rejects(send(anonymous), { status: 429 })
  })

  it('is stored once if an agent wrote it', async () => {
    const ada = await parley.createAssistant({ initial_message: null })
    const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
    const idempotencyKey = crypto.randomUUID()
    const write = (client: Client) => client.conversations.write({ uuid, message: 'Ann here.' }, { idempotencyKey })
    await crashAt(parley, 'conversations.write/transaction-after-commit:1', ada.token, write)
    const answer = await retryRequest(() => write(ada.client))
    const { data } = await ada.client.conversations.show({ uuid })
    assert.deepEqual(
      data.history.map(({ id, content, created_at }) => [id, content, created_at]),
      [[answer.message.id, 'Ann here.', answer.message.created_at]],
    )
  })

  it('is answered once on a custom channel, and its tools are called again under the same keys', async () => {
    await using tool = await openReceiver(() => ({ body: '"done"' }))
    const account = await parley.createAccount()
    const parameters = { type: 'object', properties: {} }
    const fields = { name: 'order', description: 'Orders.', url: tool.url, method: 'POST' as const, parameters }
    const { data: order } = await account.client.tools.create(fields)
    const ada = await parley.createAssistant({ tool_ids: [order.id] }, account)
    const balance = await ada.balance()
    const idempotencyKey = crypto.randomUUID()
    const ask = (client: Client) =>
      client.conversations.generateReply(
        { assistant_id: ada.id, customer_identifier: 'ann', message: 'Order, please' },
        { idempotencyKey },
      )
    await crashAt(parley, 'conversations.generateReply/languageModel.stream-after:2', ada.token, ask)
    assert.equal((await retryRequest(() => ask(ada.client))).reply, 'Ordered.')
    assert.equal(balance - (await ada.balance()), 10)
    const keys = tool.requests.map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
  })
})

describe('the start of a conversation whose process is killed', { concurrency: 2 }, () => {
  const moments: Record<string, Record<'account' | 'visitor', FailpointAddress>> = {
    'after its key is claimed': {
      account: 'conversations.create/statement-after:1',
      visitor: 'conversations.create/statement-after:1',
    },
    // A visitor's request is counted first.
    'after it is stored': {
      account: 'conversations.create/statement-after:2',
      visitor: 'conversations.create/statement-after:3',
    },
  }
  for (const [moment, { account, visitor }] of Object.entries(moments))
    it(`${moment} results in one conversation, for an account and for a visitor`, async () => {
      const ada = await parley.createAssistant({ initial_message: 'Welcome.' })
      for (const [failpoint, token, client] of [
        [account, ada.token, ada.client],
        [visitor, undefined, parley.anonymous],
      ] as const) {
        const idempotencyKey = crypto.randomUUID()
        const start = (through: Client) => through.conversations.create({ assistant_id: ada.uuid }, { idempotencyKey })
        const { data: before } = await ada.client.conversations.list({})
        await crashAt(parley, failpoint, token, start)
        const started = await retryRequest(() => start(client))
        assert.deepEqual(started.history, [{ role: 'assistant', content: 'Welcome.' }])
        const { data } = await ada.client.conversations.list({})
        assert.equal(data.length - before.length, 1)
        assert.equal(data[0]?.id, started.conversation_id)
      }
    })
})
