// Kills and stops the server during live calls: no call stays open, and nothing is lost, charged twice or for nothing.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { createScriptedSpeechReader } from '#server/models/scripted-speech/signal.ts'
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

const newCallingAssistant = () =>
  createCallingAssistant({
    assistant: {
      initial_message: 'Hello.',
      is_webhook_active: true,
      webhook_url: `${receiver.url}/ended`,
      post_call_evaluation: false,
    },
  })

interface Connected {
  assistant: CallingAssistant
  callId: number
  sid: string
}

const callOf = ({ assistant, callId }: Connected) => assistant.client.calls.get({ id: callId })

/** The customer was heard and answered, and that is stored. */
async function isUnderWay(call: Connected): Promise<boolean> {
  const { transcript } = await callOf(call)
  return transcript.some(({ sender }) => sender === 'human')
}

async function every(calls: readonly Connected[], check: (call: Connected) => Promise<boolean>): Promise<boolean> {
  for (const call of calls) if (!(await check(call))) return false
  return true
}

/** Webhooks by the id of the call, of these calls. */
function webhooksOf(calls: readonly Connected[]) {
  const payloads = receiver.requests.map(({ body }) => JSON.parse(body.toString()))
  return calls.map(({ callId }) => payloads.filter(({ id }) => id === callId))
}

/** Every call is over everywhere, is paid once for at most the time that it lasted at the carrier, and was reported once. */
async function assertSettled(calls: readonly Connected[]): Promise<void> {
  await until(async () => webhooksOf(calls).every((webhooks) => webhooks.length > 0))
  for (const webhooks of webhooksOf(calls)) assert.equal(webhooks.length, 1)
  const spentMicros = new Map<CallingAssistant, number>()
  for (const call of calls) {
    const { duration, total_cost: cost } = await callOf(call)
    const atCarrier = carrier.control.findCall(call.sid)!
    assert.equal(atCarrier.status, 'completed')
    const talkSeconds = Math.ceil((atCarrier.endedAtMs! - atCarrier.answeredAtMs!) / 1_000)
    assert.ok(duration > 0 && duration <= talkSeconds + 1, `${duration} s charged of ${talkSeconds} s`)
    const micros = Math.ceil((duration * 100_000) / 60) + Math.ceil((duration * 20_000) / 60)
    assert.equal(Math.round(cost * 1e6), micros)
    spentMicros.set(call.assistant, (spentMicros.get(call.assistant) ?? 0) + micros)
  }
  for (const [{ account }, spent] of spentMicros)
    assert.deepEqual(await selectBalance(context.db, account.id), { balanceMicros: 1e8 - spent, heldMicros: 0 })
  assert.deepEqual(await selectBrokenBalances(context.db), [])
}

describe('twenty live calls', () => {
  it('are ended by another process after kill -9, charged once and reported once', { timeout: 180_000 }, async () => {
    await using server = await openCallServer(parley, { PARLEY_ROLES: 'api,voice' })
    await using worker = await openCallServer(parley, { PARLEY_ROLES: 'worker', PUBLIC_URL: server.publicUrl })
    const assistants = await Promise.all([1, 2, 3, 4].map(newCallingAssistant))
    const calls = await Promise.all(
      assistants.flatMap((assistant) =>
        [1, 2, 3, 4, 5].map(async (): Promise<Connected> => ({ assistant, ...(await server.connect(assistant)) })),
      ),
    )
    await until(() => every(calls, isUnderWay))
    const before = await Promise.all(calls.map(callOf))
    await server.process().kill()
    const killedAt = performance.now()
    for (const call of calls) assert.equal((await callOf(call)).status, 'in-progress')
    await until(() => every(calls, async (call) => (await callOf(call)).status === 'ended'))
    // The worker looks for dead processes every two seconds; the rest is for a busy machine.
    assert.ok(performance.now() - killedAt < 20_000)
    for (const [index, call] of calls.entries()) {
      const { transcript, ended_reason: reason } = await callOf(call)
      assert.equal(reason, 'process_died')
      assert.deepEqual(transcript.slice(0, 1), before[index]!.transcript.slice(0, 1))
      assert.ok(transcript.length >= before[index]!.transcript.length)
    }
    await assertSettled(calls)
    await worker.runCron('calls.recover')
    await worker.runCron('calls.complete-endings')
    await assertSettled(calls)
  })

  it('end with a goodbye, and are stored before the process exits, after SIGTERM', { timeout: 180_000 }, async () => {
    await using server = await openCallServer(parley)
    const assistants = await Promise.all([1, 2, 3, 4].map(newCallingAssistant))
    const calls = await Promise.all(
      assistants.flatMap((assistant) =>
        [1, 2, 3, 4, 5].map(async (): Promise<Connected> => ({ assistant, ...(await server.connect(assistant)) })),
      ),
    )
    await until(() => every(calls, isUnderWay))
    const begunAt = performance.now()
    await server.process()[Symbol.asyncDispose]()
    assert.equal(server.process().exitCode(), 0, server.process().logged())
    assert.ok(performance.now() - begunAt < 30_000)
    for (const call of calls) {
      const { status, ended_reason: reason, transcript } = await callOf(call)
      assert.deepEqual([status, reason], ['ended', 'process_died'])
      // The phone asks again and again, also during the goodbye.
      assert.match(transcript.findLast(({ sender }) => sender === 'bot')!.text, /sorry/i)
      const { heard } = carrier.control.audio(call.sid)!
      // On a busy machine single characters can be lost on the way.
      assert.match(createScriptedSpeechReader().read(heard), /Goodbye\.?\s*$/)
    }
    await server.restart()
    await assertSettled(calls)
  })

  it('may end by themselves within the time for that', { timeout: 120_000 }, async () => {
    await using server = await openCallServer(parley, { DRAIN_SECONDS: '60' })
    const assistant = await newCallingAssistant()
    const call = { assistant, ...(await server.connect(assistant)) }
    await until(() => isUnderWay(call))
    const stopped = server.process()[Symbol.asyncDispose]()
    const { length } = (await callOf(call)).transcript
    await until(async () => (await callOf(call)).transcript.length > length)
    carrier.control.hangUp(call.sid)
    await stopped
    const { status, ended_reason: reason } = await callOf(call)
    assert.deepEqual([status, reason], ['ended_by_customer', 'caller_hung_up'])
  })
})
