// Kills the server while it dials a call and while it stores one: the call is dialed once, charged once and reported.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { type CallingAssistant, startTestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { openCallServer } from '../calls/call-server.ts'
import { openReceiver } from '../emulators/receiver.ts'

const receiver = await openReceiver()
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestApp({
  carrier: {},
  script: 'We are open from nine to five.',
  config: { allowPrivate: [new URL(receiver.url).host] },
})
after(() => parley[Symbol.asyncDispose]())
const { createCallingAssistant, carrier, app } = parley
const { context } = app
/** Each process handles the remains of one call, and then dies during the next one. */
const server = await openCallServer(parley, {}, { hasFailpoints: true })
after(() => server[Symbol.asyncDispose]())

const newCallingAssistant = () =>
  createCallingAssistant({
    assistant: {
      initial_message: 'Hello.',
      record: true,
      is_webhook_active: true,
      webhook_url: `${receiver.url}/ended`,
      send_webhook_only_on_completed: false,
      post_call_evaluation: false,
    },
  })

const callsTo = (phone: string) => carrier.control.recentCalls(1_000).filter(({ to }) => to === phone)

async function countJobs(name: string): Promise<number> {
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = ${name}`.execute(context.db)
  return rows.length
}

const longerThanSilenceMs = 61_000

/** Waits until the call is over and reported, and checks its money. */
async function assertSettled({ client, account }: CallingAssistant, callId: number): Promise<void> {
  const webhooks = () =>
    receiver.requests.map(({ body }) => JSON.parse(body.toString())).filter(({ id }) => id === callId)
  await until(async () => webhooks().length > 0 && (await countJobs('calls.report')) === 0)
  assert.equal(webhooks().length, 1)
  const { total_cost: cost, duration } = await client.calls.get({ id: callId })
  const micros = Math.ceil((duration * 100_000) / 60) + Math.ceil((duration * 20_000) / 60)
  assert.equal(Math.round(cost * 1e6), micros)
  assert.deepEqual(await selectBalance(context.db, account.id), { balanceMicros: 1e8 - micros, heldMicros: 0 })
  assert.deepEqual(await selectBrokenBalances(context.db), [])
}

describe('a call whose process is killed while it dials', () => {
  const failpoints = [
    { failpoint: 'calls.dial/job-begun:1', timesDialed: 1 },
    { failpoint: 'calls.dial/voiceCarrier.createCall-before:1', timesDialed: 0 },
    { failpoint: 'calls.dial/voiceCarrier.createCall-after:1', timesDialed: 1 },
    { failpoint: 'calls.dial/statement-after:2', timesDialed: 1 },
    { failpoint: 'calls.dial/job-done:1', timesDialed: 1 },
  ]
  for (const { failpoint, timesDialed } of failpoints) {
    it(`is dialed at most once and ends within minutes after ${failpoint}`, { timeout: 120_000 }, async () => {
      const assistant = await newCallingAssistant()
      await server.process().dieAt(failpoint)
      const { callId, phone } = await server.place(assistant)
      await server.process().ended
      await server.restart()
      // A call that is not dialed for longer than this after its attempt is given up.
      await parley.turnClock(longerThanSilenceMs)
      await until(async () => (await countJobs('calls.dial')) === 0)
      for (const { sid, endedAtMs } of callsTo(phone)) if (endedAtMs === null) carrier.control.hangUp(sid)
      await parley.turnClock(longerThanSilenceMs)
      await until(async () => {
        await server.runCron('calls.recover')
        return (await assistant.client.calls.get({ id: callId })).ended_reason !== null
      })
      assert.equal(callsTo(phone).length, timesDialed)
      await assertSettled(assistant, callId)
    })
  }
})

describe('a call whose process is killed while it stores the result', () => {
  const failpoints = [
    { failpoint: 'files.put-before:1', reason: 'process_died', isRecorded: false },
    { failpoint: 'files.put-after:1', reason: 'process_died', isRecorded: true },
    { failpoint: 'calls.report/job-begun:1', reason: 'caller_hung_up', isRecorded: true },
    { failpoint: 'calls.report/transaction-before-commit:1', reason: 'caller_hung_up', isRecorded: true },
    { failpoint: 'calls.report/transaction-after-commit:1', reason: 'caller_hung_up', isRecorded: true },
  ]
  for (const { failpoint, reason, isRecorded } of failpoints) {
    it(`is charged once, reported once and keeps its recording after ${failpoint}`, { timeout: 120_000 }, async () => {
      const assistant = await newCallingAssistant()
      await server.process().dieAt(failpoint)
      const { callId, sid } = await server.connect(assistant)
      const get = () => assistant.client.calls.get({ id: callId })
      await until(async () => (await get()).transcript.some(({ sender }) => sender === 'human'))
      const { transcript } = await get()
      carrier.control.hangUp(sid)
      await server.process().ended
      await server.restart()
      await until(async () => {
        await server.runCron('calls.recover')
        return (await get()).ended_reason !== null
      })
      const call = await get()
      assert.equal(call.ended_reason, reason)
      assert.equal(call.recording_url !== null, isRecorded)
      assert.ok(call.transcript.length >= transcript.length && call.duration > 0)
      await assertSettled(assistant, callId)
    })
  }
})
