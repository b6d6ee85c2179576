// Tests of calls that no session ends: dead processes, missing callbacks, and calls past their deadline.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { WebSocketServer } from 'ws'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { claimMedia, finishCall, type LiveCall, recordLiveState } from '#server/features/calls/index.ts'
import { type CallingAssistant, startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { recoverCall } from './recover-calls.ts'
import { silenceMs } from './session/checkpoints.ts'
import { createTransfers } from './session/transfers.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { carrier, app, createCallingAssistant, placeCall, mediaTokenOf, runUntilIdle } = parley
const { context } = app
const { externalId: accountSid } = context.settings.carrierAccount
const { control } = carrier

let phones = 0
function ringingPhone(): string {
  const phone = `+1202555${String(4000 + ++phones)}`
  control.behaveOnCalls(phone, { pickUp: 'manual' })
  return phone
}

/** Opens the media connection in a process with this name, which no process announces. */
async function connect(assistant: CallingAssistant, processId = context.processId): Promise<LiveCall> {
  const { sid } = await placeCall(assistant, ringingPhone())
  const claim = { token: mediaTokenOf(sid), externalId: sid, carrierAccountId: accountSid }
  return (await claimMedia({ ...context, processId }, claim))!
}

/** Accepts media connections instead of a session, so that calls stay in progress and the test can claim them. */
function acceptMedia(): AsyncDisposable {
  const { server } = app.http
  const listeners = server.listeners('upgrade') as ((...given: unknown[]) => void)[]
  server.removeAllListeners('upgrade')
  const sockets = new WebSocketServer({ server })
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.removeAllListeners('upgrade')
      for (const listener of listeners) server.on('upgrade', listener)
    },
  }
}

const timelineOf = async ({ client }: CallingAssistant, id: number) => (await client.calls.explain({ id })).timeline
const balanceOf = ({ account }: CallingAssistant) => selectBalance(context.db, account.id)

/** As a process does in the time after which a call without a checkpoint counts as lost. */
async function recover(): Promise<void> {
  await parley.runCron('calls.recover')
  await parley.turnClock(silenceMs)
  await parley.runCron('calls.recover')
  await runUntilIdle()
}

describe('a call whose process has died', () => {
  it('is ended at the carrier, keeps its latest checkpoint, and is charged up to it', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant, 'a process that died')
    await parley.turnClock(9_000)
    const entries = [{ speaker: 'assistant' as const, text: 'Hello!', atMs: 0 }]
    assert.equal(await recordLiveState(context, live, { position: 0, entries }), true)
    await recover()
    await recover()
    const call = await assistant.client.calls.get({ id: live.callId })
    assert.deepEqual([call.status, call.ended_reason, call.answerer], ['ended', 'process_died', 'unknown'])
    assert.deepEqual(
      call.transcript.map(({ text }) => text),
      ['Hello!'],
    )
    assert.ok(call.duration === 9 || call.duration === 10, String(call.duration))
    assert.equal(control.findCall(live.externalId!)!.status, 'canceled')
    assert.equal((await balanceOf(assistant)).heldMicros, 0)
    assert.deepEqual(await selectBrokenBalances(context.db), [])
    assert.equal(await recordLiveState(context, live, { position: 1, entries }), false)
  })

  it('is left alone while its session stores checkpoints, even if its process is not announced', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant, 'a process that lives')
    for (let second = 0; second < 15; second += 3) {
      await parley.turnClock(3_000)
      assert.equal(await recordLiveState(context, live, { position: 0, entries: [] }), true)
      await parley.runCron('calls.recover')
      await runUntilIdle()
      await recoverCall(context, live)
    }
    assert.equal((await assistant.client.calls.get({ id: live.callId })).status, 'in-progress')
  })

  it('is left alone if the database was away, until its process has had time to store a checkpoint', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant, 'a process that was cut off')
    await parley.turnClock(2 * silenceMs)
    await parley.runCron('calls.recover')
    await runUntilIdle()
    assert.equal((await assistant.client.calls.get({ id: live.callId })).status, 'in-progress')
    await recover()
    assert.equal((await assistant.client.calls.get({ id: live.callId })).ended_reason, 'process_died')
  })

  it('is left alone while its process is alive', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant)
    await recover()
    assert.equal((await assistant.client.calls.get({ id: live.callId })).status, 'in-progress')
  })

  it('does not take other calls with it', async () => {
    const assistant = await createCallingAssistant()
    const calls = await Promise.all(['dead', 'dead', context.processId].map((process) => connect(assistant, process)))
    await recover()
    const ended = await Promise.all(calls.map(({ callId }) => assistant.client.calls.get({ id: callId })))
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['ended', 'ended', 'in-progress'],
    )
  })
})

const requestOf = (phoneNumber: string) => ({ phoneNumber, keys: '', warm: undefined, language: 'en' })

describe('a call whose process has died after its customer was connected to a person', () => {
  it('continues, even if the person was asked first', async () => {
    await using _sockets = acceptMedia()
    for (const isWarm of [false, true]) {
      const assistant = await createCallingAssistant()
      const [phone, person] = [ringingPhone(), ringingPhone()]
      const { callId, sid } = await placeCall(assistant, phone)
      control.answer(sid)
      await control.waitForCall((one) => one.sid === sid && one.status === 'in-progress')
      const claim = { token: mediaTokenOf(sid), externalId: sid, carrierAccountId: accountSid }
      const live = (await claimMedia({ ...context, processId: `a process that died ${sid}` }, claim))!
      const transfers = createTransfers(context, live)
      const transfer = transfers.start({
        ...requestOf(person),
        warm: isWarm ? { briefing: 'Paula.', needsKey: true } : undefined,
      })
      const isRinging = (one: { to: string; status: string }) => one.to === person && one.status === 'ringing'
      const { sid: personSid } = await control.waitForCall(isRinging)
      control.answer(personSid)
      const isConnected = (one: { sid: string; status: string }) =>
        one.sid === personSid && one.status === 'in-progress'
      await control.waitForCall(isConnected)
      if (isWarm) control.press(personSid, '1')
      await until(async () => (await timelineOf(assistant, callId)).some(({ type }) => type === 'transfer_accepted'))
      await recover()
      const { status, ended_reason: reason } = await assistant.client.calls.get({ id: callId })
      assert.deepEqual([status, reason], ['completed', 'transferred'])
      assert.deepEqual(
        [sid, personSid].map((one) => control.findCall(one)!.status),
        ['in-progress', 'in-progress'],
      )
      control.hangUp(personSid)
      await control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null)
      await transfers.end('transferred')
      await transfer
      await until(async () => (await balanceOf(assistant)).heldMicros === 0)
      assert.deepEqual(await selectBrokenBalances(context.db), [])
    }
  })
})

describe('a call past its deadline', () => {
  it('is ended if its session has not ended it after the maximum duration', async () => {
    const assistant = await createCallingAssistant({ assistant: { max_duration: 60, ringing_time: 60 } })
    const live = await connect(assistant)
    await parley.turnClock(125_000)
    await recover()
    const call = await assistant.client.calls.get({ id: live.callId })
    assert.notEqual(call.ended_reason, null)
    assert.ok(call.duration <= 60)
    assert.equal((await balanceOf(assistant)).heldMicros, 0)
  })

  it('ends without a charge if the carrier never reported its end', async () => {
    const assistant = await createCallingAssistant({ assistant: { ringing_time: 10 } })
    control.script({ on: 'call', faults: [{ fault: 'drop-callbacks' }] })
    const { callId } = await placeCall(assistant, ringingPhone())
    await parley.advanceClock(700_000)
    await recover()
    const call = await assistant.client.calls.get({ id: callId })
    assert.deepEqual([call.status, call.ended_reason, call.total_cost], ['no-answer', 'no_answer', 0])
    assert.deepEqual(await balanceOf(assistant), { balanceMicros: 100_000_000, heldMicros: 0 })
  })

  it('is kept while the carrier does not answer, and ended later', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant, 'another process that died')
    control.script({ on: 'GET /2010-04-01/Accounts', times: 3, faults: [{ fault: 'error-before-accept' }] })
    await recover()
    const { status } = await assistant.client.calls.get({ id: live.callId })
    assert.equal(status, 'in-progress')
    for (let attempt = 0; attempt < 3; attempt++) {
      await parley.turnClock(61_000)
      await recover()
    }
    assert.equal((await assistant.client.calls.get({ id: live.callId })).status, 'ended')
    assert.equal((await balanceOf(assistant)).heldMicros, 0)
  })
})

describe('a transfer', () => {
  it('is refused for a forbidden number, and the call continues', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant)
    const { heldMicros } = await balanceOf(assistant)
    const transferTo = (to: string) => createTransfers(context, live).start(requestOf(to))
    await assert.rejects(transferTo('+19002345678'), { code: 'DESTINATION_FORBIDDEN' })
    await assert.rejects(transferTo('1'), { code: 'INVALID_PHONE' })
    // It could only be the extension of a telephone, which calls of this carrier cannot reach.
    await assert.rejects(transferTo('112'), { code: 'TRANSFER_FAILED' })
    assert.deepEqual(await balanceOf(assistant), { balanceMicros: 100_000_000, heldMicros })
    await finishCall(context, live, {
      endedReason: 'caller_hung_up',
      endedBy: 'caller',
      transcript: [],
      latency: [],
      timeline: [],
    })
    assert.equal((await balanceOf(assistant)).heldMicros, 0)
  })

  it('reserves and charges the connections of the carrier separately', async () => {
    await using _sockets = acceptMedia()
    const assistant = await createCallingAssistant()
    const [first, second] = [ringingPhone(), ringingPhone()]
    const { callId, sid } = await placeCall(assistant, first)
    control.answer(sid)
    await control.waitForCall((one) => one.sid === sid && one.status === 'in-progress')
    const live = (await claimMedia(context, {
      token: mediaTokenOf(sid),
      externalId: sid,
      carrierAccountId: accountSid,
    }))!
    const transfers = createTransfers(context, live)
    const transfer = transfers.start(requestOf(second))
    const { sid: transferred } = await control.waitForCall((one) => one.to === second && one.status === 'ringing')
    control.answer(transferred)
    await until(async () => (await timelineOf(assistant, callId)).some(({ type }) => type === 'transfer_accepted'))
    await transfers.end('transferred')
    await transfer
    await finishCall(context, live, {
      endedReason: 'transferred',
      endedBy: 'assistant',
      transcript: [],
      latency: [],
      timeline: [],
    })
    const before = await assistant.client.calls.get({ id: callId })
    assert.equal(before.status, 'completed')
    assert.ok((await balanceOf(assistant)).heldMicros > 0)
    await parley.turnClock(20_000)
    control.hangUp(transferred)
    // The sandbox reports the end of the transfer with a request of its own.
    await until(async () => (await timelineOf(assistant, callId)).some(({ type }) => type === 'transfer_ended'))
    await runUntilIdle()
    const ended = (await timelineOf(assistant, callId)).find(({ type }) => type === 'transfer_ended')!
    const seconds = ended.detail['duration_seconds'] as number
    assert.ok(ended.detail['answered'] === true && seconds >= 20, JSON.stringify(ended))
    const after = await assistant.client.calls.get({ id: callId })
    const chargedMicros = Math.round((after.total_cost - before.total_cost) * 1e6)
    assert.equal(chargedMicros, Math.ceil((seconds * 40_000) / 60))
    assert.equal((await balanceOf(assistant)).heldMicros, 0)
    assert.deepEqual(await selectBrokenBalances(context.db), [])
  })
})
