// Tests of placing calls: validation, money, dialing, and the statuses of the carrier.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { selectBalance } from '#server/features/billing/index.ts'
import { type CallingAssistant, startTestApp } from '#testing/app/test-app.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { carrier, app, createCallingAssistant, placeCall, runJobs, runUntilIdle } = parley
const { control } = carrier

let phones = 0
const nextPhone = (): string => `+1202555${String(2000 + ++phones)}`

/** A phone that rings until the test ends the call. */
function ringingPhone(): string {
  const phone = nextPhone()
  control.behaveOnCalls(phone, { pickUp: 'manual' })
  return phone
}

const expectRefusal = (request: Promise<unknown>, status: number, body?: { message: string }): Promise<void> =>
  assert.rejects(request, (error) => {
    if (body) return refusedWith(status, body)(error)
    return error instanceof ParleyError && error.status === status
  })

const balanceOf = ({ account }: CallingAssistant) => selectBalance(app.context.db, account.id)
const dollar = 1_000_000

async function settledCall(assistant: CallingAssistant, callId: number) {
  await runUntilIdle()
  return assistant.client.calls.get({ id: callId })
}

describe('a request to make a call', () => {
  it('is answered before the carrier is asked, and reserves the price of the maximum duration', async () => {
    const assistant = await createCallingAssistant({ assistant: { max_duration: 300 } })
    const phone = ringingPhone()
    const reply = await assistant.client.calls.make({ assistant_id: assistant.id, phone_number: phone })
    const { call_id: id } = reply
    const data = { call_id: id, id, status: 'initiated' }
    assert.deepEqual(reply, { message: 'Call initiated successfully', call_id: id, status: 'initiated', data })
    assert.deepEqual(await balanceOf(assistant), { balanceMicros: 100 * dollar, heldMicros: 0.6 * dollar })
    await runJobs()
    const { sid } = await control.waitForCall((one) => one.to === phone)
    assert.deepEqual([control.findCall(sid)!.from, control.findCall(sid)!.maxSeconds], [assistant.number, 300])
  })

  it('presses the keys of an extension after the answer, and follows the list for the number itself', async () => {
    const assistant = await createCallingAssistant()
    const { client, id: assistant_id } = assistant
    const [typed, stated] = [ringingPhone(), ringingPhone()]
    const ids = [
      (await client.calls.make({ assistant_id, phone_number: `${typed};ext=41` })).call_id,
      (await client.calls.make({ assistant_id, phone_number: stated, extension: ',1w2#' })).call_id,
    ]
    await runJobs()
    const dialed = await Promise.all([typed, stated].map((phone) => control.waitForCall(({ to }) => to === phone)))
    assert.deepEqual(
      dialed.map(({ sid }) => control.findCall(sid)?.sendDigits),
      ['ww41', 'wwww1w2#'],
    )
    const calls = await Promise.all(ids.map((id) => client.calls.get({ id })))
    assert.deepEqual(
      calls.map(({ client_phone_number, extension }) => [client_phone_number, extension]),
      [
        [typed, '41'],
        [stated, ',1w2#'],
      ],
    )
    await client.doNotContact.create({ phone_number: typed })
    await expectRefusal(client.calls.make({ assistant_id, phone_number: typed, extension: '42' }), 422)
    await expectRefusal(client.calls.make({ assistant_id, phone_number: stated, extension: 'call' }), 422)
    await expectRefusal(client.calls.make({ assistant_id, phone_number: '(202) 555-0123 x4' }), 400)
  })

  it('accepts the names that existing clients use', async () => {
    const assistant = await createCallingAssistant()
    const body = {
      assistant_id: assistant.uuid,
      phone_number: ringingPhone(),
      variable: { city: 'Graz', floor: 3 },
      customer_name: 'Anna',
      email: 'anna@example.com',
    }
    const { call_id } = await assistant.client.calls.make(body)
    const { variables } = await assistant.client.calls.get({ id: call_id })
    assert.deepEqual(variables, { city: 'Graz', floor: '3', customer_name: 'Anna', email: 'anna@example.com' })
  })

  it('is refused for a number on the do-not-contact list, unless only campaigns are blocked', async () => {
    const assistant = await createCallingAssistant()
    const { client, id: assistant_id } = assistant
    const phone_number = ringingPhone()
    const { doNotContact } = client
    const { id } = (await doNotContact.create({ phone_number })).data[0]!
    const before = await balanceOf(assistant)
    await expectRefusal(client.calls.make({ assistant_id, phone_number }), 422, {
      message: 'The number is on the do-not-contact list of the account.',
    })
    assert.deepEqual([await balanceOf(assistant), (await client.calls.list({})).total], [before, 0])
    await doNotContact.create({ phone_number, scope: 'campaigns' })
    await doNotContact.delete({ id })
    assert.equal((await client.calls.make({ assistant_id, phone_number })).status, 'initiated')
  })

  it('is not dialed if the number was added to the do-not-contact list in the meantime', async () => {
    const assistant = await createCallingAssistant()
    const phone = ringingPhone()
    const before = await balanceOf(assistant)
    const { call_id } = await assistant.client.calls.make({ assistant_id: assistant.id, phone_number: phone })
    await assistant.client.doNotContact.create({ phone_number: phone })
    const call = await settledCall(assistant, call_id)
    assert.deepEqual([call.status, await balanceOf(assistant)], ['failed', before])
    assert.ok(!control.recentCalls(100).some((one) => one.to === phone))
    assert.equal(
      (await assistant.client.calls.explain({ id: call_id })).summary,
      `The outbound call to ${phone} was not connected: the call was canceled before it was answered. The number is on the do-not-contact list of the account.`,
    )
  })

  it('is refused with a reason before anything is reserved', async () => {
    const assistant = await createCallingAssistant()
    const { client, id: assistant_id } = assistant
    const inbound = await createCallingAssistant({ owner: assistant, assistant: { type: 'inbound' } })
    const { id: withoutNumber } = await parley.createAssistant({}, assistant)
    const phone_number = nextPhone()
    const invalidPhone = 'Invalid phone number format. Please use E.164 format (e.g. +1234567890)'
    const noAssistant = 'Assistant not found or does not belong to the authenticated user'
    const other = await createCallingAssistant()
    await expectRefusal(client.calls.make({ assistant_id, phone_number: '0664 123' }), 400, { message: invalidPhone })
    await expectRefusal(client.calls.make({ assistant_id: other.id, phone_number }), 404, { message: noAssistant })
    await expectRefusal(client.calls.make({ assistant_id: inbound.id, phone_number }), 422, {
      message: 'The assistant is an inbound assistant, which cannot make calls.',
    })
    await expectRefusal(client.calls.make({ assistant_id: withoutNumber, phone_number }), 422, {
      message: 'The assistant has no phone number to call from.',
    })
    await expectRefusal(client.calls.make({ assistant_id, phone_number: '+19002345678' }), 422)
    await expectRefusal(client.calls.make({ assistant_id, phone_number: '+8816123456789' }), 422)
    await expectRefusal(client.calls.make({ assistant_id, phone_number, variables: { a: { b: 'c' } } as never }), 422)
    assert.equal((await balanceOf(assistant)).heldMicros, 0)
    assert.equal((await client.calls.list()).total, 0)
  })

  it('is limited to the time that the balance pays for, but not to less than a minute', async () => {
    const assistant = await createCallingAssistant({ account: { balanceUsd: 0.3 }, assistant: { max_duration: 600 } })
    const { callId, sid } = await placeCall(assistant, ringingPhone())
    const { maxSeconds } = control.findCall(sid)!
    assert.ok(maxSeconds >= 148 && maxSeconds <= 150, String(maxSeconds))
    const { balanceMicros, heldMicros } = await balanceOf(assistant)
    assert.ok(heldMicros <= balanceMicros && heldMicros > 0.29 * dollar)
    await expectRefusal(
      assistant.client.calls.make({ assistant_id: assistant.id, phone_number: ringingPhone() }),
      422,
      {
        message: 'Insufficient balance to make call. Please top up your account.',
      },
    )
    assert.equal((await settledCall(assistant, callId)).status, 'ringing')
  })

  it('places one call for all requests with the same idempotency key', async () => {
    const assistant = await createCallingAssistant()
    const phone = ringingPhone()
    const order = { assistant_id: assistant.id, phone_number: phone }
    const key = { idempotencyKey: crypto.randomUUID() }
    const first = await assistant.client.calls.make(order, key)
    assert.deepEqual(await assistant.client.calls.make(order, key), first)
    await runUntilIdle()
    assert.equal((await assistant.client.calls.list()).total, 1)
  })
})

describe('a call that is not answered', () => {
  const endings = [
    { pickUp: 'busy', status: 'busy', reason: 'busy' },
    { pickUp: 'no-answer', status: 'no-answer', reason: 'no_answer' },
    { pickUp: 'not-in-service', status: 'failed', reason: 'number_unavailable' },
  ] as const

  for (const { pickUp, status, reason } of endings) {
    it(`is ${status} and costs nothing if the phone is ${pickUp}`, async () => {
      const assistant = await createCallingAssistant({ assistant: { ringing_time: 5 } })
      const phone = nextPhone()
      control.behaveOnCalls(phone, { pickUp, ringMs: 0 })
      const { callId } = await placeCall(assistant, phone)
      await parley.advanceClock(20_000)
      const call = await settledCall(assistant, callId)
      assert.deepEqual([call.status, call.ended_reason, call.total_cost, call.duration], [status, reason, 0, 0])
      assert.equal(call.answerer, null)
      assert.deepEqual(await balanceOf(assistant), { balanceMicros: 100 * dollar, heldMicros: 0 })
      const { summary } = await assistant.client.calls.explain({ id: callId })
      assert.ok(summary.startsWith(`The outbound call to ${phone} was not connected: the `), summary)
    })
  }
})

describe('dialing', () => {
  it('finds a call whose response was lost, and dials once', async () => {
    const assistant = await createCallingAssistant()
    const phone = ringingPhone()
    control.script({ on: 'call', faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }] })
    const { callId, sid } = await placeCall(assistant, phone)
    const { timeline } = await assistant.client.calls.explain({ id: callId })
    assert.ok(timeline.some(({ type }) => type === 'dial_outcome_unknown'))
    control.hangUp(sid)
    await parley.advanceClock(120_000)
    assert.equal(carrier.control.findCall(sid)!.to, phone)
    assert.equal((await callsTo(phone, assistant)).length, 1)
  })

  it('fails a call that never reached the carrier, and does not dial again', async () => {
    const assistant = await createCallingAssistant()
    const phone = ringingPhone()
    control.script({ on: 'call', faults: [{ fault: 'lost-request' }] })
    const { call_id } = await assistant.client.calls.make({ assistant_id: assistant.id, phone_number: phone })
    await runJobs()
    await parley.advanceClock(30_000)
    assert.equal((await assistant.client.calls.get({ id: call_id })).status, 'initiated')
    await parley.advanceClock(40_000)
    const call = await settledCall(assistant, call_id)
    assert.deepEqual([call.status, call.ended_reason], ['failed', 'carrier_failed'])
    assert.equal((await callsTo(phone, assistant)).length, 0)
    assert.equal((await balanceOf(assistant)).heldMicros, 0)
  })

  it('reports the code of a carrier that refuses the call', async () => {
    const assistant = await createCallingAssistant()
    control.script({ on: 'call', faults: [{ fault: 'refuse', code: 21215 }] })
    const { call_id } = await assistant.client.calls.make({ assistant_id: assistant.id, phone_number: ringingPhone() })
    const call = await settledCall(assistant, call_id)
    assert.deepEqual([call.status, call.ended_reason], ['failed', 'rejected'])
    assert.match((await assistant.client.calls.explain({ id: call_id })).summary, /\(21215\)\.$/)
    assert.equal((await balanceOf(assistant)).heldMicros, 0)
  })

  it('waits for a carrier that accepts no call at the moment', async () => {
    const assistant = await createCallingAssistant()
    control.script({ on: 'call', faults: [{ fault: 'too-many-requests' }] })
    const phone = ringingPhone()
    const { call_id } = await assistant.client.calls.make({ assistant_id: assistant.id, phone_number: phone })
    await runJobs()
    assert.equal((await callsTo(phone, assistant)).length, 0)
    await parley.advanceClock(3_000)
    assert.equal((await callsTo(phone, assistant)).length, 1)
    assert.equal((await settledCall(assistant, call_id)).status, 'ringing')
  })

  const callsTo = (to: string, { number: from }: CallingAssistant) => {
    const { carriers, settings } = app.context
    const { calls } = carriers.of(settings.carrierAccount)
    return calls.listCalls(settings.carrierAccount, { from, to, since: new Date(0) })
  }
})
