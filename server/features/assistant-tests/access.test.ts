// Tests of tests of assistants for viewers, limited API keys, simultaneous requests and tools that change the call.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createClient } from '#sdk/index.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'
import { readZip } from '#testing/requests/read-zip.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

it('a viewer reads tests without the words and values of persons', async () => {
  const { client, id: assistantId, account } = await parley.createAssistant()
  const secret = 'Zebedee-4711'
  const test = {
    name: secret,
    about: secret,
    script: [
      { say: secret },
      { press: '4711' },
      { expect: { tool: 'book', with: { name: secret } } },
      { expect: { note: 'closing' as const, detail: secret } },
      { expect: { pressed: '4711' } },
      { expect: { transfer: '+12025550199' } },
    ],
    answers_from: 'recorded' as const,
    answers: [{ when: secret, say: [secret], call: [{ tool: 'book', with: { name: secret } }] }],
    tools: { book: { returns: { guest: { name: secret }, number: 4711 } } },
    variables: { name: secret },
  }
  const { data } = await client.assistantTests.create({ assistantId, ...test })
  const simulation = { goal: secret, persona: secret, lines: [secret] }
  const second = await client.assistantTests.create({ assistantId, name: secret, simulate: simulation })
  const viewer = await signInMember(parley, account, 'viewer')
  for (const testId of [data.id, second.data.id]) {
    const seen = JSON.stringify(await viewer.client.assistantTests.get({ assistantId, testId }))
    assert.ok(!/Zebedee|4711/.test(seen), seen)
  }
})

it('a limited API key makes a test from a call only if it may read calls', async () => {
  const { client } = await parley.createAccount()
  const create = async (scopes: string[]) => {
    const { api_key: key } = await client.accounts.createApiKey({ name: 'tests', scopes })
    const limited = createClient({ baseUrl: testBaseUrl, apiKey: key.token, fetch: parley.fetch })
    return limited.assistantTests.createFromCall({ id: 1 })
  }
  await assert.rejects(
    create(['assistantTests:write']),
    refusedWith(403, { message: 'This API key lacks the scope calls:read.' }),
  )
  await assert.rejects(create(['assistantTests:write', 'calls:read']), refusedWith(404, { message: 'Call not found' }))
})

it('a test that is deleted while it is started is not found', async () => {
  const { client, id: assistantId } = await parley.createAssistant()
  for (let round = 0; round < 10; round++) {
    const { data } = await client.assistantTests.create({ assistantId, name: 'A', script: [{ wait_ms: 1 }] })
    const ref = { assistantId, testId: data.id }
    const [, ...runs] = await Promise.allSettled([
      client.assistantTests.delete(ref),
      client.assistantTests.run(ref),
      client.assistantTests.run(ref),
    ])
    for (const run of runs) assert.ok(run.status === 'fulfilled' || run.reason.status === 404, JSON.stringify(run))
  }
})

it('the conditions of a simulation have different names', async () => {
  const { client, id: assistantId } = await parley.createAssistant()
  const condition = { name: 'polite', type: 'bool' as const, description: 'Whether it was polite' }
  const evaluation = [condition, condition]
  await assert.rejects(client.assistantTests.create({ assistantId, name: 'A', simulate: { goal: 'A' }, evaluation }), {
    status: 422,
    errors: { 'evaluation.1.name': ['The evaluation.1.name field has a duplicate value.'] },
  })
})

it('a test of which only a run mentions a person is exported with it and erased', async () => {
  const phone = '+12025550187'
  const { client, id: assistantId } = await parley.createAssistant({ initial_message: `Call us at ${phone}.` })
  const { data } = await client.assistantTests.create({ assistantId, name: 'A', script: [{ wait_ms: 3_000 }] })
  await client.assistantTests.run({ assistantId, testId: data.id })
  await until(async () => {
    await parley.runJobs()
    return (await client.assistantTests.get({ assistantId, testId: data.id })).data.latest_run!.finished_at !== null
  })
  const archive = readZip(await client.privacy.exportPerson({ identifier: phone }))
  const exported = JSON.parse(archive.get('assistant_tests.jsonl')!.toString())
  assert.deepEqual([exported.id, exported.transcripts[0][0].text], [data.id, `Call us at ${phone}.`])
  const receipt = await client.privacy.erasePerson({ identifier: phone })
  assert.equal(receipt.deleted.assistant_tests, 1)
})

it('tools that change the call have an effect in the test only', async () => {
  const own = await parley.createAssistant()
  const tools = [
    { type: 'call_transfer', data: { phone_number: '+12025550123' } },
    { type: 'warm_call_transfer', data: { phone_number: '+12025550123' } },
    { type: 'assistant_transfer', data: { assistant_id: own.id } },
    { type: 'dtmf_input' },
    { type: 'collect_keypad' },
    { type: 'end_call' },
  ] as const
  for (const { type } of tools) {
    const { id: assistantId, client } = await parley.createAssistant(
      { type: 'outbound', tools: tools.filter((tool) => tool.type === type) as never },
      own,
    )
    const { data } = await client.assistantTests.create({
      assistantId,
      name: type,
      script: [{ wait_ms: 2_000 }, { say: 'Do it.' }, { wait_ms: 30_000 }],
      answers_from: 'recorded',
      answers: [{ call: [{ tool: type, with: { digits: '1', summary: 'A' } }] }, { say: ['Done.'] }],
    })
    const { id } = (await client.assistantTests.run({ assistantId, testId: data.id })).data
    const read = async () => (await client.assistantTests.getRun({ assistantId, testId: data.id, testRunId: id })).data
    await until(async () => {
      await parley.runJobs()
      return (await read()).finished_at !== null
    })
    const run = await read()
    assert.equal(run.status, 'passed', `${type}: ${run.message}`)
    assert.ok(
      run.events.some(({ type: kind, detail }) => kind === 'tool_called' && detail === type),
      type,
    )
  }
  assert.equal((await own.client.calls.list({})).total, 0)
})
