// Tests of tests of assistants, through the API: scripts, simulations, examples and limits.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { allowRefused, refusedUrl } from '#testing/app/open-settings.ts'
import { startTestApp, type TestAssistant } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'

const hours = 'We are open from nine to five on all weekdays, and until noon on Saturdays and Sundays.'
const played = 'You play a person'

const parley = await startTestApp({
  config: { allowPrivate: allowRefused },
  script: ({ body }) => {
    const messages = body['messages'] as { role: string; content: string }[]
    const tools = JSON.stringify(body['tools'] ?? [])
    if (tools.includes('"record"')) return { pieces: [{ tool: 'record', arguments: { polite: true, helpful: false } }] }
    if (messages[0]!.content.startsWith(played))
      return messages.some(({ content }) => content === hours) ? 'Goodbye. [hangs up]' : 'When do you open?'
    const last = messages.at(-1)!
    if (last.role === 'tool') return `The tool says ${last.content}`
    if (last.content.includes('booking')) return { pieces: [{ tool: 'find_booking', arguments: { number: 4 } }] }
    return hours
  },
})
after(() => parley[Symbol.asyncDispose]())
const assistant = await parley.createAssistant({ initial_message: 'Hello, this is Ada.' })

/** The request is refused, with a message for the field. */
async function refuses(request: Promise<unknown>, status: number, field?: string): Promise<void> {
  const error = await request.then(
    () => assert.fail('It was accepted.'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ParleyError, String(error))
  assert.equal(error.status, status)
  if (field !== undefined) assert.ok(Object.hasOwn(error.errors, field), `${field}: ${JSON.stringify(error.errors)}`)
}

type NewTest = Omit<Parameters<typeof assistant.client.assistantTests.create>[0], 'assistantId'>

type RunRef = { assistantId: number; testId: number; testRunId: number }

/** Other tests run jobs of the same queue at the same time. */
async function ended(client: TestAssistant['client'], ref: RunRef) {
  const read = async () => (await client.assistantTests.getRun(ref)).data
  await until(async () => {
    await parley.runJobs()
    return (await read()).finished_at !== null
  })
  return read()
}

async function runTest({ client, id }: TestAssistant, test: NewTest) {
  const created = (await client.assistantTests.create({ assistantId: id, ...test })).data
  const ref = { assistantId: id, testId: created.id }
  const run = (await client.assistantTests.run(ref)).data
  assert.equal(run.status, 'queued')
  return { ref, run: await ended(client, { ...ref, testRunId: run.id }) }
}

describe('a script', () => {
  it('runs against the settings and the model of the assistant, and says what happened', async () => {
    const { run, ref } = await runTest(assistant, {
      name: 'Opening hours',
      script: [
        { expect: { assistant: 'this is Ada', within_ms: 1_000 } },
        { wait_ms: 1_000 },
        { say: 'When do you open?' },
        { expect: { speaks: true, within_ms: 10_000 } },
        { interrupt: 'Stop, what about tomorrow?', after_ms: 1_200 },
        { expect: { stops: true, within_ms: 1_000 } },
        { expect: { assistant: 'from nine to five' } },
      ],
      overall: { longest_silence_ms: 20_000 },
    })
    assert.equal(run.status, 'passed', run.message ?? '')
    assert.equal(run.assistant_version, 1)
    assert.deepEqual(
      run.checks.map(({ step, met }) => [step, met]),
      [
        [0, true],
        [3, true],
        [5, true],
        [6, true],
        [null, true],
      ],
    )
    assert.equal(run.transcript[0]!.text, 'Hello, this is Ada.')
    assert.ok(run.states.length > 0 && run.sounds.length > 0 && run.latencies.length > 0)
    assert.equal(run.interaction!.yield.interruptions, 1)
    assert.match(run.model!, /^openai\//)
    const { data } = await assistant.client.assistantTests.list({ assistantId: assistant.id })
    assert.equal(data.find(({ id }) => id === ref.testId)!.latest_run!.status, 'passed')
    assert.equal((await assistant.client.billing.listTransactions({})).total, 1, 'only the top-up of the account')
  })

  it('names the words that were heard instead, and the checks that were not reached', async () => {
    const { run } = await runTest(assistant, {
      name: 'Wrong',
      script: [
        { wait_ms: 2_000 },
        { say: 'When do you open?' },
        { expect: { assistant: 'around the clock', within_ms: 5_000 } },
        { expect: { ended: 'assistant_ended' } },
      ],
    })
    assert.equal(run.status, 'failed')
    assert.deepEqual(
      run.checks.map(({ met }) => met),
      [false, null],
    )
    assert.match(run.checks[0]!.instead!, /the assistant said “We are open from nine/)
    assert.match(run.message!, /^Expected: The assistant says “around the clock” within 5,000 ms\. Instead, /)
  })

  it('never calls the tools of the assistant: they return what the test says, or that they are not available', async () => {
    const owner = await parley.createAccount()
    const { id: toolId } = (
      await owner.client.tools.create({ name: 'find_booking', description: 'Finds a booking', url: refusedUrl })
    ).data
    const own = await parley.createAssistant({ tool_ids: [toolId] }, owner)
    const script = [
      { wait_ms: 1_000 },
      { say: 'Do I have a booking?' },
      { expect: { tool: 'find_booking', with: { number: 4 } } },
      { expect: { speaks: true as const } },
      { wait_ms: 5_000 },
    ]
    const answered = await runTest(own, {
      name: 'A',
      script,
      tools: { find_booking: { returns: { table: 7 }, after_ms: 500 } },
    })
    assert.equal(answered.run.status, 'passed', answered.run.message ?? '')
    assert.match(answered.run.transcript.at(-1)!.text, /"table":7/)
    const unavailable = await runTest(own, { name: 'B', script })
    assert.match(unavailable.run.transcript.at(-1)!.text, /not called in tests/)
    const asked = parley.model.requests.map(({ body }) => JSON.stringify(body['tools'] ?? ''))
    assert.ok(asked.some((tools) => tools.includes('Finds a booking')))
  })

  it('with recorded answers has the same result in each run, without the model', async () => {
    const requests = parley.model.requests.length
    const test: NewTest = {
      name: 'Recorded',
      answers_from: 'recorded',
      answers: [{ say: ['We open at nine.'] }],
      script: [{ wait_ms: 2_500 }, { say: 'When do you open?' }, { expect: { assistant: 'at nine' } }],
    }
    const { run, ref } = await runTest(assistant, test)
    assert.equal(run.status, 'passed')
    assert.equal(run.model, 'recorded')
    const again = (await assistant.client.assistantTests.run(ref)).data
    const second = await ended(assistant.client, { ...ref, testRunId: again.id })
    assert.deepEqual([second.transcript, second.sounds, second.states], [run.transcript, run.sounds, run.states])
    assert.equal(parley.model.requests.length, requests)
  })
})

describe('a simulation', () => {
  it('is played and judged by a language model', async () => {
    const { run } = await runTest(assistant, {
      name: 'A guest',
      simulate: { goal: 'Find out when the bakery opens.', persona: 'A tourist' },
      evaluation: [
        { name: 'polite', type: 'bool', description: 'Whether the assistant was polite', expect: true },
        { name: 'helpful', type: 'bool', description: 'Whether the assistant was helpful', expect: true },
      ],
    })
    assert.equal(run.status, 'failed')
    assert.equal(run.message, 'Expected: helpful is true. It is false.')
    assert.deepEqual(
      run.checks.map(({ met }) => met),
      [true, false],
    )
    assert.deepEqual(
      run.transcript.map(({ speaker, text }) => `${speaker}: ${text}`),
      [
        'assistant: Hello, this is Ada.',
        'customer: When do you open?',
        `assistant: ${hours}`,
        'customer: Goodbye.',
      ].concat(run.transcript.length > 4 ? [`assistant: ${hours}`] : []),
    )
    assert.deepEqual(run.remarks, [])
  })
})

describe('an example', () => {
  it('can be stored as it is, in the language of the assistant', async () => {
    const { client } = assistant
    const languages = await client.catalogues.languages()
    const speaking = async (code: string) => {
      const { id } = languages.find(({ iso_2: iso }) => iso === code)!
      return (await parley.createAssistant({ language_id: id }, assistant)).id
    }
    const [german, french] = await Promise.all([speaking('de'), speaking('fr')])
    for (const [id, word] of [
      [assistant.id, 'Please'],
      [german, 'Bitte'],
      [french, 'Merci'],
    ] as const) {
      const { data } = await client.assistantTests.listExamples({ assistantId: id })
      assert.ok(data.length >= 8)
      for (const { code, ...example } of data) await client.assistantTests.create({ assistantId: id, ...example })
      assert.ok(JSON.stringify(data).includes(word), word)
    }
    for (const assistantId of [german, french]) {
      const runs = (await client.assistantTests.runAll({ assistantId })).data
      for (const run of runs) await ended(client, { assistantId, testId: run.test_id, testRunId: run.id })
      const { data } = await client.assistantTests.list({ assistantId })
      assert.equal(runs.length, data.length)
      const named = data.map(({ name, latest_run: run }) => `${name}: ${run!.status} ${run!.message ?? ''}`)
      assert.equal(data.filter(({ latest_run: run }) => run!.status === 'passed').length, 6, named.join('\n'))
      assert.ok(
        data.every(({ latest_run: run }) => ['passed', 'failed'].includes(run!.status)),
        named.join('\n'),
      )
    }
  })
})

describe('the input of a test', () => {
  const create = (test: object) =>
    assistant.client.assistantTests.create({ assistantId: assistant.id, name: 'A', ...test } as never)

  it('is bounded in steps, words, tools, depth and size', async () => {
    const step = { wait_ms: 1_000 }
    const cases: [object, string][] = [
      [{ script: Array.from({ length: 201 }, () => step) }, 'script'],
      [{ script: [{ say: 'x'.repeat(100_000) }] }, 'script.0.say'],
      [{ script: Array.from({ length: 100 }, () => ({ say: 'x'.repeat(1_000) })) }, 'script'],
      [{ script: [{ wait_ms: 1e9 }] }, 'script.0.wait_ms'],
      [{ script: [step], tools: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`t${i}`, {}])) }, 'tools'],
      [{ script: [{ say: 'a', press: '1' }] }, 'script.0.press'],
      [{ script: [{ press: 'abc' }] }, 'script.0.press'],
      [{ script: [{}] }, 'script.0.say'],
      [{ script: [{ expect: { assistant: 'a', stops: true } }] }, 'script.0.expect.stops'],
      [{ script: [{ expect: { assistant: '(a+)+$', absent: true } }] }, 'script.0.expect.for_ms'],
      [{}, 'script'],
      [{ script: [step], simulate: { goal: 'a' } }, 'script'],
      [{ simulate: { goal: 'a', max_turns: 1_000 } }, 'simulate.max_turns'],
      [{ script: [step], answers_from: 'recorded' }, 'answers'],
    ]
    await refuses(create({ script: Array.from({ length: 10_000 }, () => step) }), 400)
    for (const [test, field] of cases) await refuses(create(test), 422, field)
  })

  it('belongs to one assistant, which has a bounded number of tests', async () => {
    const own = await parley.createAssistant()
    const { assistantTests } = own.client
    const script = [{ wait_ms: 0 }]
    const { data } = await assistantTests.create({ assistantId: own.id, name: 'A', script })
    const other = await parley.createAssistant({}, own)
    await refuses(assistantTests.get({ assistantId: other.id, testId: data.id }), 404)
    await refuses(assistantTests.run({ assistantId: other.id, testId: data.id }), 404)
    for (let count = 1; count < 100; count++) await assistantTests.create({ assistantId: own.id, name: 'A', script })
    await refuses(assistantTests.create({ assistantId: own.id, name: 'A', script }), 422)
  })
})
