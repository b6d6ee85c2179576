// Tests of the order of turns across requests and processes, and of turns that fail.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { contract, createClient } from '#sdk/index.ts'
import { openApp } from '#server/app.ts'
import { crashAt } from '#testing/app/crash-at.ts'
import { injectFetch } from '#testing/app/inject.ts'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { heldAnswer, type Script, type ScriptedRequest } from '#testing/language-models/script.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'
import { findByUuid, promptMessages } from '../conversation/store.ts'
import { dropStaleQueue, getQueueState, insertTurn } from './store-turns.ts'

const parley = await startTestApp({ script: 'Hello.' })
const ada = await parley.createAssistant({ initial_message: null })
after(() => parley[Symbol.asyncDispose]())

describe('turns', () => {
  beforeEach(() => parley.model.use(echo))

  const start = async (): Promise<string> =>
    (await ada.client.conversations.create({ assistant_id: ada.uuid })).conversation_id
  const send = async (uuid: string, message: string, client = ada.client): Promise<string> =>
    (await client.conversations.sendMessage({ uuid, message })).message
  const historyOf = async (uuid: string): Promise<string[]> =>
    (await ada.client.conversations.get({ uuid })).history.map(({ content }) => content)
  const failed = (reason: string) => refusedWith(400, { status: false, error: `Failed to process message: ${reason}` })

  /** Opens another server on the same database. */
  async function openOtherServer() {
    const { log } = parley.app.context
    const app = await openApp(parley.config, { log, jobsRunning: false, strictReplies: true })
    await app.http.ready()
    const client = createClient({ baseUrl: testBaseUrl, apiKey: ada.token, fetch: injectFetch(app.http) })
    return { client, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
  }

  it('are answered one after another if their messages arrive at once, each with the earlier ones as history', async () => {
    const uuid = await start()
    const words = ['one', 'two', 'three', 'four', 'five', 'six']
    const answers = await Promise.all(words.map((word) => send(uuid, word)))
    assert.deepEqual(
      answers,
      words.map((word) => `You said ${word}`),
    )
    const history = await historyOf(uuid)
    checkOrder(history, words)
    for (const [index, request] of parley.model.requests.slice(-words.length).entries())
      assert.deepEqual(talkIn(request), history.slice(0, index * 2 + 1))
  })

  it('keep the order in which messages arrived while the first is being answered', async () => {
    const held = heldAnswer(['You said one'], echo)
    parley.model.use(held.script)
    const uuid = await start()
    const first = send(uuid, 'one')
    await held.asked
    const second = send(uuid, 'two')
    while (!(await historyOf(uuid)).includes('two'));
    const third = send(uuid, 'three')
    while (!(await historyOf(uuid)).includes('three'));
    held.release()
    await Promise.all([first, second, third])
    const expected = ['one', 'two', 'three'].flatMap((word) => [word, `You said ${word}`])
    assert.deepEqual(await historyOf(uuid), expected)
  })

  it('are answered in order, stored and charged exactly if they succeed, on two servers and with failures', async () => {
    await using other = await openOtherServer()
    parley.model.use((request) => {
      const answer = echo(request)
      return answer.includes('fail') ? { status: 400 } : answer
    })
    const message = fc.record({ elsewhere: fc.boolean(), fails: fc.boolean() })
    const alternating = Array.from({ length: 8 }, (_, index) => ({ elsewhere: index % 2 === 1, fails: false }))
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 8 }), async (messages) => {
        const uuid = await start()
        const before = await ada.balance()
        const words = messages.map(({ fails }, index) => `${fails ? 'fail' : 'say'} ${index}`)
        const clientOf = (index: number) => (messages[index]!.elsewhere ? other.client : ada.client)
        const sent = words.map((word, index) => send(uuid, word, clientOf(index)).catch(() => 'failed'))
        assert.deepEqual(
          await Promise.all(sent),
          words.map((word, index) => (messages[index]!.fails ? 'failed' : `You said ${word}`)),
        )
        const answered = words.filter((_, index) => !messages[index]!.fails)
        checkOrder(await historyOf(uuid), answered)
        assert.equal(before - (await ada.balance()), answered.length * 10)
        const { data } = await ada.client.conversations.show({ uuid })
        assert.deepEqual([data.message_count, data.total_cost], [answered.length * 2, answered.length / 100])
      }),
      { numRuns: 12, examples: [[alternating]] },
    )
  })

  it('charge nothing and show nothing when the model fails, stalls, breaks off or writes nothing', async () => {
    const failures: [Script, string][] = [
      [{ status: 500 }, 'The model vendor failed (HTTP 500): Scripted failure.'],
      [
        { status: 401, code: 'invalid_api_key' },
        'The model vendor refused the key (HTTP 401, invalid_api_key): Scripted failure.',
      ],
      ['', 'The language model answered nothing.'],
      [{ pieces: [{ stall: true }] }, 'The language model did not respond for 2 seconds.'],
      [{ pieces: ['Well, ', { cut: true }] }, 'The language model could not be reached.'],
    ]
    for (const [script, reason] of failures) {
      parley.model.use(script)
      const uuid = await start()
      const before = await ada.balance()
      await assert.rejects(send(uuid, 'Hi'), failed(reason))
      assert.equal(await ada.balance(), before, reason)
      assert.deepEqual(await historyOf(uuid), [])
      const { data } = await ada.client.conversations.show({ uuid })
      assert.equal(data.message_count, 0)
      assert.deepEqual(
        data.history.map(({ content, status }) => ({ content, status })),
        [{ content: 'Hi', status: 'failed' }],
      )
      parley.model.use(echo)
      assert.equal(await send(uuid, 'again'), 'You said again')
      assert.deepEqual(talkIn(parley.model.requests.at(-1)), ['again'])
    }
  })

  it('report a failure in the middle of a stream', async () => {
    parley.model.use({ pieces: ['Well, ', { error: 'Overloaded' }] })
    const uuid = await start()
    const pieces: unknown[] = []
    await assert.rejects(async () => {
      for await (const piece of ada.client.stream(contract.conversations.sendMessage, { uuid, message: 'Hi' }))
        pieces.push(piece)
    }, /^ParleyError: Failed to process message: /)
    assert.deepEqual(pieces, [{ delta: 'Well, ' }])
  })

  it('ask the fallback model when the first one fails, and store the model that answered and its tokens', async () => {
    const [first, second] = await ada.client.catalogues.models({ type: 'llm' })
    const fallback = await parley.createAssistant({
      initial_message: null,
      llm_model_id: first!.id,
      chat_llm_fallback_id: second!.id,
    })
    const { conversation_id: uuid } = await fallback.client.conversations.create({ assistant_id: fallback.uuid })
    parley.model.use((_request, index) =>
      index === 0 ? { status: 400 } : { pieces: ['Here.'], usage: { inputTokens: 11, outputTokens: 3 } },
    )
    assert.equal((await fallback.client.conversations.sendMessage({ uuid, message: 'Hi' })).message, 'Here.')
    const { rows } = await sql`
      select model, rounds, input_tokens, output_tokens from conversation_messages
      where account_id = ${fallback.account.id} and author = 'assistant'`.execute(parley.app.context.db)
    assert.deepEqual(rows, [{ model: 'openai/scripted', rounds: 1, inputTokens: 11, outputTokens: 3 }])
  })

  it('store a token count that no model can have as the largest one', async () => {
    const assistant = await parley.createAssistant({ initial_message: null })
    const { conversation_id: uuid } = await assistant.client.conversations.create({ assistant_id: assistant.uuid })
    parley.model.use({ pieces: ['Here.'], usage: { inputTokens: 99_999_999_999, outputTokens: -5 } })
    assert.equal((await assistant.client.conversations.sendMessage({ uuid, message: 'Hi' })).message, 'Here.')
    const { rows } = await sql`
      select input_tokens, output_tokens from conversation_messages
      where account_id = ${assistant.account.id} and author = 'assistant'`.execute(parley.app.context.db)
    assert.deepEqual(rows, [{ inputTokens: 10_000_000, outputTokens: 0 }])
  })

  it('continue when the process that answered was killed, and are charged once', async () => {
    const held = heldAnswer([], echo)
    parley.model.use(held.script)
    const uuid = await start()
    const before = await ada.balance()
    const child = spawn(process.execPath, ['--input-type=module', '--eval', sendInAnotherProcess], {
      env: { ...process.env, TEST_INPUT: JSON.stringify({ config: parley.config, token: ada.token, uuid }) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await held.asked
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.equal(before - (await ada.balance()), 10, 'the price is held')
    assert.deepEqual(await historyOf(uuid), ['lost'])

    // The claim has not expired yet, but its process has died.
    assert.equal(await send(uuid, 'two'), 'You said two')
    assert.deepEqual(await historyOf(uuid), ['two', 'You said two'])
    await parley.turnClock(600_000)
    await parley.runCron('billing.release-expired-holds')
    assert.equal(before - (await ada.balance()), 10, 'only the answered message is paid')
  })

  it('do not wait for turns of a process that has died', async () => {
    parley.model.use({ pieces: [{ stall: true }] })
    const uuid = await start()
    await crashAt(parley, 'conversations.sendMessage/transaction-after-commit:1', ada.token, (client) =>
      client.conversations.sendMessage({ uuid, message: 'one' }),
    )
    parley.model.use(echo)
    const answers = await Promise.all(['two', 'three', 'four'].map((word) => send(uuid, word)))
    assert.deepEqual(answers, ['You said two', 'You said three', 'You said four'])
    checkOrder(await historyOf(uuid), ['two', 'three', 'four'])
  })

  it('stay queued if they arrive behind an expired turn while the conversation is being ended', async () => {
    const uuid = await start()
    await crashAt(parley, 'conversations.sendMessage/transaction-after-commit:1', ada.token, (client) =>
      client.conversations.sendMessage({ uuid, message: 'one' }),
    )
    await parley.turnClock(100_000)
    const { db, processId } = parley.app.context
    const conversation = (await findByUuid(db, uuid, promptMessages))!
    const { accountId, id } = conversation
    const arrived = await insertTurn(db, accountId, id, { text: 'two', processId, requestKey: undefined })
    await dropStaleQueue(db, conversation)
    const { isQueued } = await getQueueState(db, { accountId, conversationId: id, turn: arrived!.turn })
    assert.equal(isQueued, true)
    await dropStaleQueue(db, (await findByUuid(db, uuid, promptMessages))!)
    assert.deepEqual(await historyOf(uuid), [])
  })

  it('store no answer whose claim has expired and was taken over', async () => {
    await using slow = await openOtherServer()
    const held = heldAnswer(['Too late'], echo)
    parley.model.use(held.script)
    const uuid = await start()
    const late = send(uuid, 'one', slow.client)
    await held.asked
    await parley.turnClock(100_000)
    const before = await ada.balance()
    assert.equal(await send(uuid, 'two'), 'You said two')
    held.release()
    await assert.rejects(late, failed('The answer took too long.'))
    assert.deepEqual(await historyOf(uuid), ['two', 'You said two'])
    assert.equal(await ada.balance(), before, 'one price was held and released, the other was paid')
  })
})

const sendInAnotherProcess = `
  const { openApp } = await import('#server/app.ts')
  const { createLog } = await import('#server/platform/observability/log.ts')
  const { config, token, uuid } = JSON.parse(process.env.TEST_INPUT)
  const app = await openApp(config, { log: createLog({ level: 'silent', pretty: false }), jobsRunning: false })
  await app.http.inject({
    method: 'POST',
    url: '/api/conversations/' + uuid + '/messages',
    headers: { authorization: 'Bearer ' + token },
    payload: { message: 'lost' },
  })`

function echo({ body }: ScriptedRequest): string {
  const messages = body['messages'] as { content: string }[]
  return `You said ${messages.at(-1)!.content}`
}

/** Returns the messages of the conversation, without the instructions. */
function talkIn(request: ScriptedRequest | undefined): string[] {
  return promptOf(request)
    .filter((line) => !line.startsWith('system: '))
    .map((line) => line.replace(/^\w+: /, ''))
}

function checkOrder(history: string[], words: string[]): void {
  assert.deepEqual(history.filter((_, index) => index % 2 === 0).toSorted(), words.toSorted())
  for (let index = 0; index < history.length; index += 2) assert.equal(history[index + 1], `You said ${history[index]}`)
}
