// Tests of triggers: webhooks with their signatures and limits, schedules, and what happens in the account.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { createFlow, latestRuns, post, runOf, settledRun, step, type TestFlow } from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const copy = step('copy', 'set', { values: { data: '{{trigger}}' } })

/** The data with which the only run of the flow was started. */
async function triggerOf(flow: TestFlow): Promise<Record<string, unknown>> {
  await parley.runJobs()
  const runs = await latestRuns(flow)
  assert.equal(runs.length, 1)
  const run = await settledRun(flow, runs[0]!.id)
  assert.equal(run.status, 'SUCCEEDED')
  return run.trigger as Record<string, unknown>
}

describe('a webhook', () => {
  it('answers at once with the id of the run', async () => {
    const flow = await createFlow(await parley.createAccount(), [copy])
    const answer = await post(parley, flow.url, { a: 1 })
    assert.deepEqual([answer.status, answer.body['status']], [200, 'RUNNING'])
    const run = await settledRun(flow, answer.body['run_id'] as string)
    assert.deepEqual(run.trigger, { a: 1 })
  })

  it('takes any JSON, and says what is wrong with other bodies', async () => {
    const flow = await createFlow(await parley.createAccount(), [step('answer', 'respond', { body: '{{trigger}}' })])
    assert.deepEqual((await post(parley, flow.url, '[1,"x"]')).body, { body: [1, 'x'] })
    assert.deepEqual((await post(parley, flow.url, '')).body, {})
    for (const body of ['{', `${'['.repeat(100)}${']'.repeat(100)}`]) {
      const answer = await post(parley, flow.url, body)
      assert.deepEqual([answer.status, answer.body], [400, { message: 'The body must be JSON.' }])
    }
    assert.equal((await post(parley, flow.url.slice(0, -1), {})).status, 404)
  })

  it('says how a run ended that did not reach the step that responds', async () => {
    const owner = await parley.createAccount()
    const answerOf = async (first: object) => {
      const flow = await createFlow(owner, [first, step('answer', 'respond', { body: 'done' })])
      const { status, body } = await post(parley, flow.url, {})
      const { run_id, ...others } = body
      assert.equal(run_id, (await latestRuns(flow))[0]!.id)
      return [status, others]
    }
    assert.deepEqual(await answerOf(step('fails', 'stop', { fail: true })), [
      500,
      { message: 'The run has failed.', status: 'FAILED' },
    ])
    assert.deepEqual(await answerOf(step('ends', 'stop')), [200, { status: 'SUCCEEDED' }])
    assert.deepEqual(await answerOf(step('waits', 'delay', { seconds: 60 })), [200, { status: 'PAUSED' }])
  })

  it('with a secret takes signed requests only', async () => {
    const secret = 'a secret of 24 characters'
    const trigger = { type: 'webhook', input: { secret } }
    const flow = await createFlow(await parley.createAccount(), [copy], { trigger })
    const signature = (body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    const body = '{"a":1}'
    for (const headers of [{}, { 'x-signature-256': 'sha256=00' }, { 'x-signature-256': signature('{}') }])
      assert.equal((await post(parley, flow.url, body, headers as Record<string, string>)).status, 401)
    assert.equal((await post(parley, flow.url, body, { 'x-signature-256': signature(body) })).status, 200)
    assert.equal((await latestRuns(flow)).length, 1)
  })

  it('of a flow that calls itself ends after five calls', async () => {
    await using other = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
    const owner = await other.createAccount()
    const flow = await createFlow(owner, [copy])
    const again = step('again', 'http_request', { method: 'POST', url: flow.url })
    await flow.client.automations.update({ id: flow.id, flow: { trigger: { type: 'webhook' }, steps: [again] } })
    let failed: { id: string } | undefined
    await until(async () => {
      await post(other, flow.url, {})
      failed = (await latestRuns(flow)).find(({ status }) => status === 'FAILED')
      return failed !== undefined
    })
    assert.match((await runOf(flow, failed!.id)).steps[0]!.error!, /status 508/)
  })

  it('refuses or queues requests while too many runs are in progress', async () => {
    const gate = Promise.withResolvers<object>()
    await using slow = await openReceiver(() => gate.promise)
    await using other = await startTestApp({ config: { allowPrivate: [new URL(slow.url).host] } })
    const owner = await other.createAccount()
    const get = step('get', 'http_request', { method: 'GET', url: slow.url })
    const withLimit = (input: object) => createFlow(owner, [get], { trigger: { type: 'webhook', input } })
    const refusing = await withLimit({ max_running: 1 })
    const queueing = await withLimit({ max_running: 1, overflow: 'queue' })
    const statuses = async ({ url }: TestFlow) => [
      (await post(other, url, {})).status,
      (await post(other, url, {})).status,
    ]
    assert.deepEqual(await statuses(refusing), [200, 429])
    assert.deepEqual(await statuses(queueing), [200, 200])
    gate.resolve({})
    await other.runJobs()
    await until(async () => (await latestRuns(queueing)).every(({ status }) => status === 'SUCCEEDED'))
    assert.deepEqual([(await latestRuns(refusing)).length, (await latestRuns(queueing)).length], [1, 2])
  })
})

describe('a schedule', () => {
  it('starts a run at each of its times, in its time zone', async () => {
    await using other = await startTestApp()
    const owner = await other.createAccount({ timeZone: 'America/New_York' })
    const flow = await createFlow(owner, [copy], {
      trigger: { type: 'schedule', input: { cron: '30 8 * * *', timezone: 'Europe/Berlin' } },
    })
    const nextTime = async () => (await flow.client.automations.get({ id: flow.id })).next_run_at!
    const first = await nextTime()
    const inBerlin = new Date(first).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })
    assert.equal(inBerlin, '08:30:00')
    await other.turnClock(Date.parse(first) - other.app.context.now().getTime() + 1_000)
    await other.runJobs()
    const runs = await latestRuns(flow)
    assert.equal(runs.length, 1)
    assert.deepEqual((await runOf(flow, runs[0]!.id)).trigger, { scheduled_at: new Date(first).toISOString() })
    const second = await nextTime()
    assert.ok(Date.parse(second) - Date.parse(first) >= 23 * 3_600_000)
    // A process that was away for days starts one run, and not one for each day.
    await other.turnClock(5 * 86_400_000)
    await other.runJobs()
    assert.equal((await latestRuns(flow)).length, 2)
    await flow.client.automations.update({ id: flow.id, enabled: false })
    await other.turnClock(2 * 86_400_000)
    await other.runJobs()
    assert.equal((await latestRuns(flow)).length, 2)
    assert.equal((await flow.client.automations.get({ id: flow.id })).next_run_at, null)
  })
})

describe('what happens in the account starts flows', () => {
  it('when a call ends, with its transcript and evaluation, and when a customer calls', async () => {
    const assistant = await parley.createCallingAssistant()
    const ended = await createFlow(assistant, [copy], { trigger: { type: 'call_ended' } })
    const foreign = await createFlow(await parley.createAccount(), [copy], { trigger: { type: 'call_ended' } })
    const phone = '+13055550999'
    parley.carrier.control.behaveOnCalls(phone, { pickUp: 'busy' })
    const { callId } = await parley.placeCall(assistant, phone)
    await parley.carrier.control.settled()
    const { id, status, customer_phone, assistant_id, type } = await triggerOf(ended)
    assert.deepEqual(
      { id, status, customer_phone, assistant_id, type },
      { id: callId, status: 'busy', customer_phone: phone, assistant_id: assistant.id, type: 'outbound' },
    )
    assert.deepEqual(await latestRuns(foreign), [])
  })

  it('when a customer writes, and when the conversation ends', async () => {
    const sender = await parley.createSender()
    const received = await createFlow(sender, [copy], { trigger: { type: 'message_received' } })
    const ended = await createFlow(sender, [copy], { trigger: { type: 'conversation_ended' } })
    const other = await parley.createAssistant({}, sender)
    const elsewhere = await createFlow(sender, [copy], {
      trigger: { type: 'message_received' },
      assistant_id: other.id,
    })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'Where is my order?', { fields: { ReferralHeadline: 'Tulips' } })
    const { body, from, channel, conversation_uuid, referral } = await triggerOf(received)
    assert.equal((referral as { headline: string }).headline, 'Tulips')
    assert.deepEqual({ body, from, channel }, { body: 'Where is my order?', from: phone, channel: 'chatapp' })
    assert.deepEqual(await latestRuns(elsewhere), [])
    await parley.advanceClock(24 * 3_600_000)
    const { conversation_id, formatted_transcript } = await triggerOf(ended)
    assert.equal(conversation_id, conversation_uuid)
    assert.match(String(formatted_transcript), /Where is my order/)
  })

  it('when a document fails, and when a campaign is completed', async () => {
    const assistant = await parley.createCallingAssistant()
    const { client } = assistant
    const failed = await createFlow(assistant, [copy], { trigger: { type: 'document_failed' } })
    const completed = await createFlow(assistant, [copy], { trigger: { type: 'campaign_completed' } })
    const { id: knowledgebaseId } = (await client.knowledge.create({ name: 'Prices' })).data
    const website = { name: 'List', type: 'website', url: 'http://127.0.0.1:9/list' } as const
    await client.knowledge.createDocument({ knowledgebaseId, ...website })
    const { knowledgebase_id, error } = await triggerOf(failed)
    assert.equal(knowledgebase_id, knowledgebaseId)
    assert.ok(error)
    const { id } = (await client.campaigns.create({ name: 'Spring', assistant_id: assistant.id, max_retries: 1 })).data
    const phone = '+13055550998'
    parley.carrier.control.behaveOnCalls(phone, { pickUp: 'busy' })
    await client.leads.create({ campaign_id: id, phone_number: phone })
    await client.campaigns.updateStatus({ campaign_id: id, action: 'start' })
    await parley.runUntilIdle()
    for (let hour = 0; hour < 30; hour++) await parley.advanceClock(3_600_000)
    const trigger = await triggerOf(completed)
    assert.deepEqual([trigger['id'], trigger['name']], [id, 'Spring'])
  })
})
