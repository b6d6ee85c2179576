// Kills the server during transfers with a briefing: both calls end or stay connected, and each is charged once.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { startTestApp } from '../../app/test-app.ts'
import { until } from '../../app/until.ts'
import { openCallServer } from '../../calls/call-server.ts'
import { line } from '../../calls/phone-calls.ts'

const parley = await startTestApp({
  carrier: {},
  script: ({ body }) => {
    const [last] = (body['messages'] as { role: string }[]).slice(-1)
    if (last?.role === 'tool') return 'She is not available.'
    return { pieces: [{ tool: 'warm_call_transfer', arguments: { summary: 'Paula asks about an invoice.' } }] }
  },
})
const { control } = parley.carrier
const { db } = parley.app.context
const server = await openCallServer(parley, {}, { hasFailpoints: true })
after(async () => {
  await server[Symbol.asyncDispose]()
  await parley[Symbol.asyncDispose]()
})

let agents = 0

/** Places a call that asks for a person at once. `agentSteps` are what the person does. */
async function transfer(agentSteps: Parameters<typeof control.behaveOnCalls>[1]) {
  const agentPhone = `+1202555${String(6000 + ++agents)}`
  control.behaveOnCalls(agentPhone, { ringMs: 0, ...agentSteps })
  const assistant = await parley.createCallingAssistant({
    assistant: {
      initial_message: null,
      post_call_evaluation: false,
      tools: [{ type: 'warm_call_transfer', phone_number: agentPhone }],
    },
  })
  const { callId, phone } = await server.place(assistant)
  const customer = await control.waitForCall(({ to }) => to === phone, 30_000)
  return { assistant, callId, customerSid: customer.sid, agentPhone }
}

type Transfer = Awaited<ReturnType<typeof transfer>>
const agentOf = ({ agentPhone }: Transfer) => control.recentCalls(100).find(({ to }) => to === agentPhone)
const agentIn = ({ agentPhone }: Transfer, status: string) =>
  control.waitForCall((call) => call.to === agentPhone && call.status === status, 30_000)
const isOver = (sid: string): boolean => control.findCall(sid)!.endedAtMs !== null

async function recoverUntil(check: () => boolean | Promise<boolean>): Promise<void> {
  await until(async () => {
    await server.runCron('calls.recover')
    return check()
  })
}

/** Parley knows which call is the person's. */
const untilAttached = (sid: string) =>
  until(
    async () => (await sql`select from call_transfers where agent_external_id = ${sid}`.execute(db)).rows.length > 0,
  )

const get = ({ assistant, callId }: Transfer) => assistant.client.calls.get({ id: callId })

/** The call has ended, and the balance has paid exactly what it cost. */
async function assertCharged(made: Transfer): Promise<void> {
  await recoverUntil(async () => (await get(made)).ended_reason !== null)
  const { total_cost: cost } = await get(made)
  const { balanceMicros } = await selectBalance(db, made.assistant.account.id)
  assert.equal(balanceMicros, 1e8 - Math.round(cost * 1e6))
  assert.deepEqual(await selectBrokenBalances(db), [])
}

/** The carrier has reported the end of the person's call, so nothing is reserved. */
async function assertSettled(made: Transfer): Promise<void> {
  await recoverUntil(async () => (await selectBalance(db, made.assistant.account.id)).heldMicros === 0)
  await assertCharged(made)
}

async function crash(): Promise<void> {
  await server.process().kill()
  await server.restart()
}

describe('a transfer whose process is killed', { timeout: 120_000 }, () => {
  it('while the person is called ends both calls', async () => {
    const made = await transfer({ pickUp: 'manual' })
    const { sid } = await agentIn(made, 'ringing')
    await untilAttached(sid)
    await crash()
    await recoverUntil(() => isOver(made.customerSid) && isOver(sid))
    assert.equal(control.findCall(sid)!.status, 'canceled')
    await assertSettled(made)
    assert.equal((await get(made)).ended_reason, 'process_died')
  })

  it('during the briefing ends both calls', async () => {
    const made = await transfer({})
    const { sid } = await agentIn(made, 'in-progress')
    await untilAttached(sid)
    await crash()
    await recoverUntil(() => isOver(made.customerSid) && isOver(sid))
    await assertSettled(made)
    const { timeline } = await made.assistant.client.calls.explain({ id: made.callId })
    assert.equal(timeline.filter(({ type }) => type === 'transfer_ended').length, 1)
  })

  it('after both were connected leaves them connected', async () => {
    const made = await transfer({ steps: [{ press: '1', afterMs: 300 }, line('Anna here.', { afterMs: 1_000 })] })
    const { sid } = await agentIn(made, 'in-progress')
    await until(async () => (await get(made)).ended_reason === 'transferred')
    await crash()
    await server.runCron('calls.recover')
    await until(async () => (await countRecoveries()) === 0)
    assert.deepEqual([isOver(made.customerSid), isOver(sid)], [false, false])
    control.hangUp(sid)
    await until(async () => isOver(made.customerSid))
    await assertSettled(made)
  })
})

async function countRecoveries(): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier like '%calls.recover'`.execute(db)
  return rows.length
}

describe('a transfer whose process is killed at the carrier', { timeout: 120_000 }, () => {
  for (const [failpoint, agentCalls] of [
    ['voiceCarrier.callAgent-before:1', 0],
    ['voiceCarrier.callAgent-after:1', 1],
  ] as const)
    it(`ends both calls after ${failpoint}`, async () => {
      await server.process().dieAt(failpoint)
      const made = await transfer({ steps: [{ press: '1', afterMs: 100 }] })
      await server.process().ended
      await server.restart()
      await recoverUntil(async () => isOver(made.customerSid) && (await get(made)).ended_reason !== null)
      const agent = agentOf(made)
      assert.equal(agent === undefined ? 0 : 1, agentCalls)
      await until(async () => agent === undefined || isOver(agent.sid))
      assert.equal((await get(made)).ended_reason, 'process_died')
      await assertCharged(made)
    })

  it('does not leave the customer alone if the person did not join', async () => {
    await server.process().dieAt('voiceCarrier.joinConference-after:1')
    const made = await transfer({ steps: [{ press: '1', afterMs: 300 }] })
    const { sid } = await agentIn(made, 'in-progress')
    await server.process().ended
    // The person hangs up before the carrier has instructions for the person.
    if (!isOver(sid)) control.hangUp(sid)
    await server.restart()
    await recoverUntil(() => isOver(made.customerSid))
    await assertCharged(made)
  })
})
