// Turns: their order over requests, processes and deaths, and what a turn without an answer leaves behind.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { contract, createClient } from '#sdk/index.ts'
import { openApp } from '#server/app.ts'
import { billingCrons } from '#server/features/billing/index.ts'
import type { Script, ScriptedRequest } from '#server/models/scripted/script.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { crashAt } from '#server/testing/crash-at.ts'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { injectFetch } from '#server/testing/inject.ts'
import { promptOf } from '#server/testing/scripted-model.ts'
import { startTestApp, type TestApp, type TestAssistant, testBaseUrl } from '#server/testing/test-app.ts'

const log = createLog({ level: 'silent', pretty: false })

describe('turns', () => {
  let parley: TestApp
  let ada: TestAssistant
  before(async () => {
    parley = await startTestApp({ script: 'Hello.' })
    ada = await parley.createAssistant({ initial_message: null })
  })
  after(() => parley[Symbol.asyncDispose]())
  beforeEach(() => parley.model.use(echo))

  const start = async (): Promise<string> =>
    (await ada.client.conversations.create({ assistant_id: ada.uuid })).conversation_id
  const send = async (uuid: string, message: string, client = ada.client): Promise<string> =>
    (await client.conversations.sendMessage({ uuid, message })).message
  const historyOf = async (uuid: string): Promise<string[]> =>
    (await ada.client.conversations.get({ uuid })).history.map(({ content }) => content)
  const failed = (sentence: string) =>
    refusedWith(400, { status: false, error: `Failed to process message: ${sentence}` })

  it('answers messages that are sent at once one after another, each with the answers before it in mind', async () => {
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

  it('keeps the order in which messages came while the first is being answered', async () => {
    const gate = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    parley.model.use((request, index) => {
      asked.resolve()
      return index === 0 ? { pieces: [{ gate: gate.promise }, 'You said one'] } : echo(request)
    })
    const uuid = await start()
    const first = send(uuid, 'one')
    await asked.promise
    const second = send(uuid, 'two')
    await until(async () => (await historyOf(uuid)).includes('two'))
    const third = send(uuid, 'three')
    await until(async () => (await historyOf(uuid)).includes('three'))
    gate.resolve()
    await Promise.all([first, second, third])
    const expected = ['one', 'two', 'three'].flatMap((word) => [word, `You said ${word}`])
    assert.deepEqual(await historyOf(uuid), expected)
  })

  it('keeps the order across two processes on one database', async () => {
    await using other = await openApp(parley.config, { log, jobsRunning: false, strictReplies: true })
    await other.http.ready()
    const there = createClient({ baseUrl: testBaseUrl, apiKey: ada.token, fetch: injectFetch(other.http) })
    const uuid = await start()
    const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
    const answers = await Promise.all(words.map((word, index) => send(uuid, word, index % 2 ? there : ada.client)))
    assert.deepEqual(
      answers,
      words.map((word) => `You said ${word}`),
    )
    checkOrder(await historyOf(uuid), words)
  })

  it('pays and keeps exactly what was answered, however messages, failures and processes fall together', async () => {
    await using other = await openApp(parley.config, { log, jobsRunning: false, strictReplies: true })
    await other.http.ready()
    const there = createClient({ baseUrl: testBaseUrl, apiKey: ada.token, fetch: injectFetch(other.http) })
    parley.model.use((request) => {
      const answer = echo(request)
      return answer.includes('fail') ? { status: 400 } : answer
    })
    const message = fc.record({ elsewhere: fc.boolean(), fails: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 8 }), async (messages) => {
        const uuid = await start()
        const before = await ada.balance()
        const words = messages.map(({ fails }, index) => `${fails ? 'fail' : 'say'} ${index}`)
        const sent = words.map((word, index) => send(uuid, word, messages[index]!.elsewhere ? there : ada.client))
        const outcomes = await Promise.allSettled(sent)
        const answered = words.filter((_, index) => !messages[index]!.fails)
        assert.deepEqual(
          outcomes.map(({ status }) => status === 'fulfilled'),
          messages.map(({ fails }) => !fails),
        )
        checkOrder(await historyOf(uuid), answered)
        assert.equal(before - (await ada.balance()), answered.length * 10)
        const { data } = await ada.client.conversations.show({ uuid })
        assert.equal(data.message_count, answered.length * 2)
        assert.equal(data.total_cost, answered.length / 100)
      }),
      { numRuns: 12 },
    )
  })

  it('charges nothing and shows nothing when the model fails, stalls, breaks off or is silent', async () => {
    const failures: [Script, string][] = [
      [{ status: 500 }, 'The model vendor failed (HTTP 500).'],
      [{ status: 401, code: 'invalid_api_key' }, 'The model vendor refused the key (HTTP 401, invalid_api_key).'],
      ['', 'The language model answered nothing.'],
      [{ pieces: [{ stall: true }] }, 'The language model did not respond for 2 seconds.'],
      [{ pieces: ['Well, ', { cut: true }] }, 'The language model could not be reached.'],
    ]
    for (const [script, sentence] of failures) {
      parley.model.use(script)
      const uuid = await start()
      const before = await ada.balance()
      await assert.rejects(send(uuid, 'Hi'), failed(sentence))
      assert.equal(await ada.balance(), before, sentence)
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

  it('tells of a failure in the midst of a stream', async () => {
    parley.model.use({ pieces: ['Well, ', { error: 'Overloaded' }] })
    const uuid = await start()
    const pieces: unknown[] = []
    await assert.rejects(async () => {
      for await (const piece of ada.client.stream(contract.conversations.sendMessage, { uuid, message: 'Hi' }))
        pieces.push(piece)
    }, /^ParleyError: Failed to process message: /)
    assert.deepEqual(pieces, [{ delta: 'Well, ' }])
  })

  it('asks the fallback model when the first fails, and stores who answered and for how many tokens', async () => {
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
    assert.deepEqual(rows, [{ model: 'openai/scripted', rounds: 1, input_tokens: 11, output_tokens: 3 }])
  })

  it('goes on when the process that answered was killed: nothing is lost, stuck or charged twice', async () => {
    const asked = Promise.withResolvers<void>()
    parley.model.use(() => {
      asked.resolve()
      return { pieces: [{ stall: true }] }
    })
    const uuid = await start()
    const before = await ada.balance()
    const child = spawn(process.execPath, ['--input-type=module', '--eval', sendInAnotherProcess], {
      env: { ...process.env, TEST_INPUT: JSON.stringify({ config: parley.config, token: ada.token, uuid }) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await asked.promise
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.equal(before - (await ada.balance()), 10, 'the price is held')
    assert.deepEqual(await historyOf(uuid), ['lost'])

    parley.model.use(echo)
    // Its claim would be good for 30 seconds; but nobody lives who could renew it.
    assert.equal(await send(uuid, 'two'), 'You said two')
    assert.deepEqual(await historyOf(uuid), ['two', 'You said two'])
    await parley.turnClock(600_000)
    for (const cron of billingCrons) await cron.run(parley.app.context)
    assert.equal(before - (await ada.balance()), 10, 'only the answered message is paid')
  })

  it('need not wait for a whole line of a process that has died', async () => {
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

  it('lets nobody answer whose claim has run out and was taken over', async () => {
    await using slow = await openApp(parley.config, { log, jobsRunning: false, strictReplies: true })
    await slow.http.ready()
    const there = createClient({ baseUrl: testBaseUrl, apiKey: ada.token, fetch: injectFetch(slow.http) })
    const gate = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    parley.model.use((request, index) => {
      asked.resolve()
      return index === 0 ? { pieces: [{ gate: gate.promise }, 'Too late'] } : echo(request)
    })
    const uuid = await start()
    const late = send(uuid, 'one', there)
    await asked.promise
    await parley.turnClock(100_000)
    const before = await ada.balance()
    assert.equal(await send(uuid, 'two'), 'You said two')
    gate.resolve()
    await assert.rejects(late, failed('The answer took too long.'))
    assert.deepEqual(await historyOf(uuid), ['two', 'You said two'])
    assert.equal(await ada.balance(), before, 'one price was held and given back, the other was paid')
  })
})

/** What another process does until it is killed. */
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

/** What customer and assistant said, without the instructions. */
function talkIn(request: ScriptedRequest | undefined): string[] {
  return promptOf(request)
    .filter((line) => !line.startsWith('system: '))
    .map((line) => line.replace(/^\w+: /, ''))
}

function checkOrder(history: string[], words: string[]): void {
  assert.deepEqual(history.filter((_, index) => index % 2 === 0).toSorted(), words.toSorted())
  for (let index = 0; index < history.length; index += 2) assert.equal(history[index + 1], `You said ${history[index]}`)
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}
