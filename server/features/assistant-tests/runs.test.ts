// Tests of runs that are cancelled, deleted, interrupted by crashes or too many, and of tests that are made from calls.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { ParleyError } from '#sdk/index.ts'
import { findCall, finishCall } from '#server/features/calls/index.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { deleteAccount, makeCallOlder } from '#testing/features/assistant-tests.ts'
import { findProcess } from '#testing/measure/started-processes.ts'

const gates = new Map<string, { asked: PromiseWithResolvers<void>; gate: PromiseWithResolvers<void> }>()

/** A question that the model answers only when it is released. */
function holdAnswer(): { question: string; asked: Promise<void>; release(): void } {
  const question = `Hold ${crypto.randomUUID()}`
  const held = { asked: Promise.withResolvers<void>(), gate: Promise.withResolvers<void>() }
  gates.set(question, held)
  return { question, asked: held.asked.promise, release: () => held.gate.resolve() }
}

const parley = await startTestApp({
  carrier: {},
  settings: { assistantTestRunsPerDay: 6 },
  script: ({ body }) => {
    const messages = body['messages'] as { content: string }[]
    const held = gates.get(messages.at(-1)!.content)
    if (!held) return messages.at(-1)!.content.includes('never') ? { pieces: [{ stall: true }] } : 'We open at nine.'
    held.asked.resolve()
    return { pieces: [{ gate: held.gate.promise }, 'We open at nine.'] }
  },
})
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app

async function createTest({ client, id }: { client: TestAccount['client']; id: number }, question: string) {
  const script = [{ wait_ms: 3_000 }, { say: question }, { expect: { assistant: 'at nine' } }]
  const { data } = await client.assistantTests.create({ assistantId: id, name: 'A', script })
  return { assistantId: id, testId: data.id }
}

type Ref = Awaited<ReturnType<typeof createTest>>
const latest = async ({ client }: { client: TestAccount['client'] }, ref: Ref) =>
  (await client.assistantTests.listRuns(ref)).data[0]!

const status = async (error: Promise<unknown>): Promise<number> => {
  const thrown = await error.then(
    () => assert.fail('It was accepted.'),
    (each: unknown) => each,
  )
  assert.ok(thrown instanceof ParleyError, String(thrown))
  return thrown.status
}

describe('a run', () => {
  it('that is cancelled stays cancelled, and the next one runs', async () => {
    const assistant = await parley.createAssistant()
    const held = holdAnswer()
    const ref = await createTest(assistant, held.question)
    const run = (await assistant.client.assistantTests.run(ref)).data
    const working = parley.runJobs()
    await held.asked
    assert.equal((await assistant.client.assistantTests.run(ref)).data.id, run.id, 'one run of a test at a time')
    const cancelled = await assistant.client.assistantTests.cancelRun({ ...ref, testRunId: run.id })
    assert.equal(cancelled.data.status, 'cancelled')
    // The job notices it, although the model has not answered.
    await working
    assert.equal((await latest(assistant, ref)).status, 'cancelled')
    held.release()
    await assistant.client.assistantTests.run(ref)
    await parley.runJobs()
    assert.equal((await latest(assistant, ref)).status, 'passed')
  })

  it('ends when its test, its assistant or its account disappears', async () => {
    for (const disappear of [
      (owner: TestAccount, ref: Ref) => owner.client.assistantTests.delete(ref),
      (owner: TestAccount, { assistantId }: Ref) => owner.client.assistants.delete({ id: assistantId }),
      ({ account }: TestAccount) => deleteAccount(context.db, account.id),
    ]) {
      const assistant = await parley.createAssistant()
      const held = holdAnswer()
      const ref = await createTest(assistant, held.question)
      await assistant.client.assistantTests.run(ref)
      const working = parley.runJobs()
      await held.asked
      await disappear(assistant, ref)
      await working
      const { rows } = await sql`select from assistant_test_runs where account_id = ${assistant.account.id}`.execute(
        context.db,
      )
      assert.equal(rows.length, 0)
    }
  })

  it('fails if the model never answers', async () => {
    const assistant = await parley.createAssistant()
    const ref = await createTest(assistant, 'You never answer.')
    await assistant.client.assistantTests.run(ref)
    await parley.runJobs()
    const run = await latest(assistant, ref)
    assert.equal(run.status, 'failed')
    const { data } = await assistant.client.assistantTests.getRun({ ...ref, testRunId: run.id })
    assert.match(data.remarks.join(), /A language model failed: /)
  })

  it('is begun again after its process has died, and given up after several times', async () => {
    const assistant = await parley.createAssistant()
    const ref = await createTest(assistant, 'When do you open?')
    const begun = async (attempts: number) => {
      const { id } = (await assistant.client.assistantTests.run(ref)).data
      await sql`
        update assistant_test_runs set status = 'running', attempts = ${attempts}, claim = gen_random_uuid()
        where id = ${id}`.execute(context.db)
      await parley.runJobs()
      return latest(assistant, ref)
    }
    assert.equal((await begun(2)).status, 'passed')
    const { status: given, message } = await begun(3)
    assert.equal(given, 'error')
    assert.match(message!, /interrupted several times/)
  })

  it('continues in another process if the one that holds its call is killed', async () => {
    const assistant = await parley.createAssistant()
    const held = holdAnswer()
    const ref = await createTest(assistant, held.question)
    await assistant.client.assistantTests.run(ref)
    const working = parley.runJobs()
    await held.asked
    assert.ok(findProcess('test-worker.ts')?.kill('SIGKILL'))
    held.release()
    await working
    assert.equal((await latest(assistant, ref)).status, 'passed')
  })

  it('is one of a limited number in a day, and the latest twenty of a test are kept', async () => {
    const assistant = await parley.createAssistant()
    const ref = await createTest(assistant, 'When do you open?')
    await sql`
      insert into assistant_test_runs (account_id, test_id, status, created_at, finished_at)
      select ${assistant.account.id}, ${ref.testId}, 'passed', app_now(), app_now() from generate_series(1, 25)`.execute(
      context.db,
    )
    for (let count = 0; count < 6; count++) {
      await assistant.client.assistantTests.run(ref)
      await parley.runJobs()
    }
    assert.equal(await status(assistant.client.assistantTests.run(ref)), 429)
    assert.equal(await status(assistant.client.assistantTests.runAll({ assistantId: assistant.id })), 429)
    const { rows } = await sql`select from assistant_test_runs where test_id = ${ref.testId}`.execute(context.db)
    assert.equal(rows.length, 20)
  })
})

describe('a test from a call', () => {
  const name = `Zebedee-${crypto.randomUUID().slice(0, 8)}`

  async function endCall(storesTranscript = true) {
    const assistant = await parley.createCallingAssistant({
      assistant: { initial_message: 'Hello there, this is Ada from the bakery.', store_transcript: storesTranscript },
    })
    const phone = parley.createPhoneNumber()
    const order = { assistant_id: assistant.id, phone_number: phone, variables: { name } }
    const { call_id: callId } = await assistant.client.calls.make(order)
    await finishCall(
      context,
      { accountId: assistant.account.id, callId },
      {
        endedReason: 'caller_hung_up',
        endedBy: 'caller',
        transcript: [
          { speaker: 'assistant', text: 'Hello there, this is Ada from the bakery.', atMs: 0 },
          { speaker: 'customer', text: `I am ${name}, when do you open?`, atMs: 4_000 },
          { speaker: 'assistant', text: 'We open at nine in the morning.', atMs: 7_000 },
        ],
        latency: [],
        timeline: [],
      },
    )
    return { ...assistant, callId, phone }
  }

  const traces = async ({ account }: TestAccount): Promise<number> => {
    const { rows } = await sql`
      select from assistant_tests where account_id = ${account.id} and definition::text like ${`%${name}%`}`.execute(
      context.db,
    )
    return rows.length
  }

  it('repeats what was said and passes, with the recorded answers and with those of the model', async () => {
    const call = await endCall()
    for (const answers_from of ['recorded', 'model'] as const) {
      const { data } = await call.client.assistantTests.createFromCall({ id: call.callId, answers_from })
      assert.equal(data.source_call_id, call.callId)
      assert.ok(data.script!.some(({ say }) => say === `I am ${name}, when do you open?`))
      const ref = { assistantId: call.id, testId: data.id }
      await call.client.assistantTests.run(ref)
      await until(async () => {
        await parley.runJobs()
        return (await latest(call, ref)).finished_at !== null
      })
      const run = await latest(call, ref)
      assert.equal(run.status, 'passed', `${answers_from}: ${run.message}`)
    }
  })

  it('is deleted with the call, with its words and with the person, who gets it in an export before', async () => {
    const deleted = await endCall()
    await deleted.client.assistantTests.createFromCall({ id: deleted.callId })
    await deleted.client.calls.delete({ id: deleted.callId })
    assert.equal(await traces(deleted), 0)

    const retained = await endCall()
    await retained.client.assistantTests.createFromCall({ id: retained.callId })
    await makeCallOlder(context.db, retained.callId)
    await retained.client.privacy.setRetention({ transcripts: 1 })
    await parley.runCron('privacy.plan-retention')
    await parley.runJobs()
    assert.equal(await traces(retained), 0)
    assert.equal(await status(retained.client.assistantTests.createFromCall({ id: retained.callId })), 409)

    const person = await endCall()
    await person.client.assistantTests.createFromCall({ id: person.callId, name: 'Kept' })
    const archive = await person.client.privacy.exportPerson({ identifier: person.phone })
    assert.ok(Buffer.from(archive).includes('assistant_tests.jsonl'))
    const receipt = await person.client.privacy.erasePerson({ identifier: person.phone })
    assert.equal(receipt.deleted.assistant_tests, 1)
    assert.equal(await traces(person), 0)
    assert.ok(await findCall(context.db, person.account.id, person.callId))
  })

  it('is not made if the transcript is not to be stored', async () => {
    const call = await endCall(false)
    assert.equal(await status(call.client.assistantTests.createFromCall({ id: call.callId })), 409)
  })
})
