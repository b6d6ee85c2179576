// Tests of calls for which the carrier's response or its final callback was lost.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { selectBalance } from '#server/features/billing/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { hashMediaToken } from '../call/media-token.ts'
import { dialCall } from './dial-call.ts'

const parley = await startTestApp({ carrier: {}, config: { speech: { default: 'scripted' } } })
after(() => parley[Symbol.asyncDispose]())
const { app, createCallingAssistant, placeCall, mediaTokenOf, runUntilIdle } = parley
const { control } = parley.carrier
const { context } = app

let phones = 0
function ringingPhone(): string {
  const phone = `+1202555${String(3000 + ++phones)}`
  control.behaveOnCalls(phone, { pickUp: 'manual' })
  return phone
}

async function rowsTo(phone: string) {
  const { rows } = await sql<{ id: number; sid: string | null; tokenSha256: Buffer | null }>`
    select id, external_id as sid, media_token_sha256 as "tokenSha256" from calls
    where client_phone = ${phone}`.execute(context.db)
  return rows
}

describe('two calls between the same numbers whose responses were lost', () => {
  it('never get the SIDs of each other', async () => {
    const assistant = await createCallingAssistant()
    const phone = ringingPhone()
    const order = { assistant_id: assistant.id, phone_number: phone }
    const calls = await Promise.all([assistant.client.calls.make(order), assistant.client.calls.make(order)])
    control.script({ on: 'call', times: 2, faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }] })
    await Promise.all(
      calls.map(({ call_id }) => dialCall(context, { accountId: assistant.account.id, callId: call_id })),
    )
    const dialed = await rowsTo(phone)
    assert.deepEqual(
      dialed.map(({ sid }) => sid),
      [null, null],
    )
    const sids = new Map(
      control
        .recentCalls(100)
        .filter(({ to }) => to === phone)
        .map(({ sid }) => [hashMediaToken(mediaTokenOf(sid)).toString('hex'), sid]),
    )
    for (const sid of sids.values()) control.answer(sid)
    let rows = await rowsTo(phone)
    while (rows.some(({ sid }) => sid === null)) rows = await rowsTo(phone)
    for (const { id, tokenSha256 } of dialed)
      assert.equal(rows.find((row) => row.id === id)!.sid, sids.get(tokenSha256!.toString('hex')))
    for (const sid of sids.values()) control.hangUp(sid)
  })
})

describe('a call whose final callback was lost', () => {
  it('ends within two minutes', async () => {
    const assistant = await createCallingAssistant()
    control.script({ on: 'call', faults: [{ fault: 'drop-callbacks' }] })
    const { callId, sid } = await placeCall(assistant, ringingPhone())
    control.hangUp(sid)
    await parley.runCron('calls.recover')
    await runUntilIdle()
    assert.equal((await assistant.client.calls.get({ id: callId })).ended_reason, null)
    await parley.turnClock(61_000)
    await parley.runCron('calls.recover')
    await runUntilIdle()
    assert.notEqual((await assistant.client.calls.get({ id: callId })).ended_reason, null)
    assert.deepEqual(await selectBalance(context.db, assistant.account.id), {
      balanceMicros: 100_000_000,
      heldMicros: 0,
    })
  })
})

describe('a call that may have been placed', () => {
  it('is not given up while the carrier does not say which calls it has', async () => {
    const assistant = await createCallingAssistant()
    const phone = ringingPhone()
    control.script({ on: 'call', faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }] })
    control.script({ on: 'GET /2010-04-01/Accounts', times: 1_000, faults: [{ fault: 'error-before-accept' }] })
    const { callId } = await placeCall(assistant, phone)
    await parley.advanceClock(90_000)
    assert.equal((await assistant.client.calls.get({ id: callId })).status, 'initiated')
  })
})
