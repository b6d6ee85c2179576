// Tests of connected calls as a session drives them: the media token, checkpoints, the end, money, and what follows.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import {
  claimMedia,
  findAnsweredBy,
  finishCall,
  recordingKeyOf,
  recordLiveState,
} from '#server/features/calls/index.ts'
import { noInteraction } from '#server/voice/interaction/measure-interaction.ts'
import { type CallingAssistant, startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { assertNotFound, refusedWith } from '#testing/requests/expect-refusal.ts'
import type { CallEnding } from './call/call.ts'
import type { LiveCall } from './session/claim-media.ts'

const receiver = await openReceiver((_request, number) => ({ body: `received ${number}` }))
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestApp({
  carrier: {},
  config: { allowPrivate: [new URL(receiver.url).host] },
  script: () => ({ pieces: [{ tool: 'record', arguments: { day: 'Monday', guests: '2' } }] }),
})
after(() => parley[Symbol.asyncDispose]())
const { carrier, app, createCallingAssistant, placeCall, mediaTokenOf, runUntilIdle, advanceClock } = parley
const { context } = app
const { externalId: accountSid, credentials: authToken } = context.settings.carrierAccount
const { control } = carrier

let phones = 0
function ringingPhone(): string {
  const phone = `+1202555${String(3000 + ++phones)}`
  control.behaveOnCalls(phone, { pickUp: 'manual' })
  return phone
}

/** Places a call and opens its media connection. */
async function connect(assistant: CallingAssistant): Promise<LiveCall> {
  const { sid } = await placeCall(assistant, ringingPhone())
  return (await claimMedia(context, { token: mediaTokenOf(sid), externalId: sid, carrierAccountId: accountSid }))!
}

const result = (fields: Partial<CallEnding> = {}): CallEnding & Pick<Required<CallEnding>, 'transcript'> => ({
  endedReason: 'caller_hung_up',
  endedBy: 'caller',
  transcript: [
    { speaker: 'assistant', text: 'Hello, when would you like to come?', atMs: 100 },
    { speaker: 'customer', text: 'On Monday, for two.', atMs: 3_000 },
  ],
  latency: [
    {
      atMs: 4_000,
      recognizedMs: 120,
      decidedMs: 300,
      firstTokenMs: 500,
      firstAudioMs: 640,
      firstAudioSentMs: 650,
      heardMs: 700,
      retrievalMs: 90,
    },
    {
      atMs: 9_000,
      recognizedMs: 100,
      decidedMs: 280,
      firstTokenMs: null,
      firstAudioMs: 600,
      firstAudioSentMs: 610,
      heardMs: 900,
      retrievalMs: null,
    },
  ],
  timeline: [{ atMs: 4_300, type: 'tool_called', detail: 'calendar' }],
  ...fields,
})

const balanceOf = ({ account }: CallingAssistant) => selectBalance(context.db, account.id)
const webhooksAbout = (callId: number) =>
  receiver.requests
    .map(({ path, body }) => ({ path, payload: JSON.parse(body.toString()) }))
    .filter(({ payload }) => payload.id === callId)

/** Posts a callback as the carrier signs it. */
async function postCallback(path: string, form: Record<string, string>, token = authToken): Promise<Response> {
  const url = `${context.settings.publicUrl}${path}`
  const fields = { AccountSid: accountSid, ...form }
  const signature = signTwilioWebhook({ authToken: token, url, form: fields })
  return fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature },
    body: new URLSearchParams(fields),
  })
}

describe('a media token', () => {
  it('opens the media connection of its call once', async () => {
    const assistant = await createCallingAssistant({ assistant: { system_prompt: 'Be brief.' } })
    const { callId, sid } = await placeCall(assistant, ringingPhone(), { variables: { city: 'Graz' } })
    const token = mediaTokenOf(sid)
    const otherSid = `CA${'0'.repeat(32)}`
    const otherAccount = `AC${'1'.repeat(32)}`
    assert.equal(
      await claimMedia(context, { token: `${token}x`, externalId: sid, carrierAccountId: accountSid }),
      undefined,
    )
    assert.equal(await claimMedia(context, { token, externalId: otherSid, carrierAccountId: accountSid }), undefined)
    assert.equal(await claimMedia(context, { token, externalId: sid, carrierAccountId: otherAccount }), undefined)
    const claims = await Promise.all(
      [1, 2, 3].map(() => claimMedia(context, { token, externalId: sid, carrierAccountId: accountSid })),
    )
    const [live, ...others] = claims.filter((claim) => claim !== undefined)
    assert.deepEqual(others, [])
    assert.deepEqual([live!.callId, live!.variables, live!.type], [callId, { city: 'Graz' }, 'outbound'])
    assert.equal((await assistant.client.calls.get({ id: callId })).status, 'in-progress')
  })

  it('expires', async () => {
    const assistant = await createCallingAssistant()
    const { sid } = await placeCall(assistant, ringingPhone())
    const token = mediaTokenOf(sid)
    await parley.turnClock(11 * 60_000)
    assert.equal(await claimMedia(context, { token, externalId: sid, carrierAccountId: accountSid }), undefined)
  })

  it('gives the session the settings that the assistant had when the call was placed', async () => {
    const assistant = await createCallingAssistant({ assistant: { system_prompt: 'Be brief.' } })
    const { sid } = await placeCall(assistant, ringingPhone())
    await assistant.client.assistants.update({ id: assistant.id, system_prompt: 'Be long.', name: 'Eve' })
    const live = await claimMedia(context, { token: mediaTokenOf(sid), externalId: sid, carrierAccountId: accountSid })
    assert.deepEqual([live!.assistant.systemPrompt, live!.assistant.name], ['Be brief.', 'Ada'])
  })
})

describe('the end of a call', () => {
  it('charges each started second, and stores what was said', async () => {
    const assistant = await createCallingAssistant({
      account: { timeZone: 'Europe/Vienna' },
      assistant: { record: true },
    })
    const live = await connect(assistant)
    await parley.turnClock(41_500)
    await finishCall(context, live, result())
    const call = await assistant.client.calls.get({ id: live.callId })
    assert.deepEqual([call.status, call.ended_reason], ['ended_by_customer', 'caller_hung_up'])
    assert.ok(call.duration === 42 || call.duration === 43, String(call.duration))
    const expected = Math.ceil((call.duration * 100_000) / 60) + Math.ceil((call.duration * 20_000) / 60)
    assert.equal(Math.round(call.total_cost * 1e6), expected)
    assert.equal(Math.round(call.carrier_cost * 1e6), Math.ceil((call.duration * 20_000) / 60))
    assert.deepEqual(await balanceOf(assistant), { balanceMicros: 100_000_000 - expected, heldMicros: 0 })
    assert.deepEqual(
      call.transcript.map(({ sender, text }) => [sender, text]),
      [
        ['bot', 'Hello, when would you like to come?'],
        ['human', 'On Monday, for two.'],
      ],
    )
    assert.deepEqual(call.latency.heard_ms, { p50: 700, p90: 900, p99: 900 })
    assert.deepEqual(call.latency.first_audio_sent_ms, { p50: 610, p90: 650, p99: 650 })
    assert.deepEqual(call.latency.first_token_ms, { p50: 500, p90: 500, p99: 500 })
    assert.deepEqual(call.latency.retrieval_ms, { p50: 90, p90: 90, p99: 90 })
  })

  it('stores how the sides took turns, which is added up for the assistant', async () => {
    const assistant = await createCallingAssistant()
    const { client, id } = assistant
    const first = { ...noInteraction(), turns: 2, answered: 2, responseMs: 1_400, interruptions: 1, sounds: 1 }
    const second = { ...noInteraction(), turns: 2, answered: 1, responseMs: 1_000, cutIns: 1 }
    const turnStates = [{ atMs: 3_000, customer: 'speaking' as const, interruption: 'possible' as const }]
    const calls = [await connect(assistant), await connect(assistant), await connect(assistant)]
    await finishCall(context, calls[0]!, result({ interaction: first, turnStates }))
    await finishCall(context, calls[1]!, result({ interaction: second }))
    await finishCall(context, calls[2]!, result({ interaction: null }))
    const [call, other] = await Promise.all(
      [calls[0]!, calls[2]!].map(({ callId }) => client.calls.get({ id: callId })),
    )
    assert.deepEqual(call!.interaction?.response, { turns: 2, answered: 2, rate: 1, mean_ms: 700 })
    assert.equal(other!.interaction, null)
    const { states, interaction } = await client.calls.explain({ id: call!.id })
    assert.deepEqual(interaction, call!.interaction)
    assert.deepEqual(
      states.map(({ customer, interruption }) => [customer, interruption]),
      [['speaking', 'possible']],
    )
    const { calls: measured, response, cut_ins, yield: yields, selectivity } = await client.calls.interaction({ id })
    assert.equal(measured, 2)
    assert.deepEqual(response, { turns: 4, answered: 3, rate: 0.75, mean_ms: 800 })
    assert.deepEqual(cut_ins, { count: 1, per_turn: 0.25 })
    assert.deepEqual(yields, { interruptions: 1, yielded: 0, rate: 0, mean_ms: null })
    assert.deepEqual(selectivity.sounds, { count: 1, ignored: 0, rate: 0 })
    assert.deepEqual((await client.calls.interaction({ id, date_to: '2020-01-31' })).calls, 0)
  })

  it('happens once, whatever is reported afterwards', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant)
    await parley.turnClock(5_000)
    const ends = [1, 2, 3].map(() => finishCall(context, live, result({ endedReason: 'assistant_ended' })))
    await Promise.all(ends)
    const before = await assistant.client.calls.get({ id: live.callId })
    await finishCall(context, live, result({ endedReason: 'media_failed', transcript: [] }))
    assert.deepEqual(await assistant.client.calls.get({ id: live.callId }), before)
    assert.equal(before.status, 'ended_by_assistant')
    assert.equal(await recordLiveState(context, live, { position: 0, entries: result().transcript }), false)
    await runUntilIdle()
    assert.deepEqual(await selectBrokenBalances(context.db), [])
  })

  it('charges nothing for the time in which the recording is stored', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant)
    await parley.turnClock(5_000)
    const talkUntil = context.now()
    await parley.turnClock(60_000)
    assert.equal(await finishCall(context, live, { ...result(), talkUntil }), true)
    const { duration } = await assistant.client.calls.get({ id: live.callId })
    assert.ok(duration === 5 || duration === 6, String(duration))
    assert.equal(await finishCall(context, live, result()), false)
  })

  it('never charges more than was reserved', async () => {
    const assistant = await createCallingAssistant({ account: { balanceUsd: 0.2 }, assistant: { max_duration: 600 } })
    const live = await connect(assistant)
    await parley.turnClock(30 * 60_000)
    await finishCall(context, live, result({ endedReason: 'max_duration', endedBy: 'system' }))
    const call = await assistant.client.calls.get({ id: live.callId })
    assert.deepEqual([call.status, call.duration], ['completed', live.maxSeconds])
    const { balanceMicros, heldMicros } = await balanceOf(assistant)
    assert.ok(balanceMicros >= 0 && heldMicros === 0)
  })

  it('is followed by an evaluation and one webhook', async () => {
    const assistant = await createCallingAssistant({
      assistant: {
        is_webhook_active: true,
        webhook_url: `${receiver.url}/ended`,
        variables: { place: 'Graz' },
        post_call_schema: [
          { name: 'day', type: 'string', description: 'The day of the visit' },
          { name: 'guests', type: 'number', description: 'How many people come' },
        ],
      },
    })
    const live = await connect(assistant)
    await finishCall(context, live, result())
    await runUntilIdle()
    const call = await assistant.client.calls.get({ id: live.callId })
    assert.deepEqual(
      call.evaluation.map(({ name, value }) => [name, value]),
      [
        ['day', 'Monday'],
        ['guests', 2],
      ],
    )
    const [webhook, ...others] = webhooksAbout(live.callId)
    assert.deepEqual([webhook!.path, others], ['/ended', []])
    const { payload } = webhook!
    assert.deepEqual(payload.extracted_variables, { day: 'Monday', guests: 2 })
    assert.equal(payload.formatted_transcript, 'AI: Hello, when would you like to come?\nCustomer: On Monday, for two.')
    assert.deepEqual([payload.status, payload.recording_url, payload.lead], ['ended_by_customer', null, null])
    assert.deepEqual([call.webhook_response?.status_code, call.webhook_response?.status], [200, 'delivered'])
    assert.match(call.webhook_response?.body ?? '', /^received \d+$/)
  })

  it('is not followed by an evaluation if no customer spoke', async () => {
    const assistant = await createCallingAssistant({
      assistant: { post_call_schema: [{ name: 'day', type: 'string', description: 'The day of the visit' }] },
    })
    const greeting = { speaker: 'assistant', text: 'Hello, when would you like to come?', atMs: 0 } as const
    const noise = { speaker: 'customer', text: ' ', atMs: 900 } as const
    const mailbox = { speaker: 'customer', text: 'Please leave a message on Monday.', atMs: 900 } as const
    const endings = [
      result({ transcript: [greeting] }),
      result({ transcript: [greeting, noise] }),
      result({ transcript: [greeting, mailbox], answerer: 'voicemail' }),
    ]
    const before = parley.model.requests.length
    for (const ending of endings) {
      const live = await connect(assistant)
      await finishCall(context, live, ending)
      await runUntilIdle()
      assert.deepEqual((await assistant.client.calls.get({ id: live.callId })).evaluation, [])
    }
    assert.equal(parley.model.requests.length, before)
  })

  it('is reported for calls that were not connected only if the assistant is set so', async () => {
    for (const onlyCompleted of [true, false]) {
      const assistant = await createCallingAssistant({
        assistant: {
          is_webhook_active: true,
          webhook_url: `${receiver.url}/missed`,
          send_webhook_only_on_completed: onlyCompleted,
        },
      })
      const phone = ringingPhone()
      control.behaveOnCalls(phone, { pickUp: 'busy', ringMs: 0 })
      const { callId } = await placeCall(assistant, phone)
      await advanceClock(5_000)
      await runUntilIdle()
      assert.equal(webhooksAbout(callId).length, onlyCompleted ? 0 : 1)
    }
  })
})

describe('a recording', () => {
  it('is served with the API key in ranges, and by a link without one', async () => {
    const assistant = await createCallingAssistant({
      assistant: { is_webhook_active: true, webhook_url: `${receiver.url}/recorded` },
    })
    const live = await connect(assistant)
    const recordingKey = recordingKeyOf({ accountId: live.accountId, id: live.uuid })
    await context.files.put(recordingKey, Buffer.from('RIFF0123456789'), 'audio/wav')
    await finishCall(context, live, result({ recordingKey }))
    await runUntilIdle()
    const { client } = assistant
    const audio = await client.calls.recording({ id: live.callId })
    assert.equal(Buffer.from(audio).toString(), 'RIFF0123456789')
    const ranged = await client.calls.recording({ id: live.callId }, { headers: { range: 'bytes=4-7' } })
    assert.equal(Buffer.from(ranged).toString(), '0123')
    const { recording_url: url } = await client.calls.get({ id: live.callId })
    assert.equal(await (await fetch(url!)).text(), 'RIFF0123456789')
    assert.match(webhooksAbout(live.callId)[0]!.payload.recording_url, /\/recordings\//)

    assert.deepEqual(await client.calls.delete({ id: live.callId }), { message: 'Call deleted successfully.' })
    await runUntilIdle()
    await assertNotFound(client.calls.get({ id: live.callId }), 'Call not found')
    assert.equal((await fetch(url!)).status, 404)
    assert.equal(await context.files.find(recordingKey), undefined)
    assert.equal((await client.webhooks.listDeliveries({ subject: live.uuid })).total, 0)
    assert.ok((await balanceOf(assistant)).balanceMicros <= 100_000_000)
  })

  it('does not exist for a call that was not recorded', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant)
    const { client } = assistant
    await assert.rejects(
      client.calls.delete({ id: live.callId }),
      refusedWith(422, { message: 'The call is still in progress.' }),
    )
    await finishCall(context, live, result())
    await assertNotFound(client.calls.recording({ id: live.callId }), 'The call has no recording')
  })
})

describe('callbacks of the carrier', () => {
  const statusForm = (sid: string, CallStatus: string, SequenceNumber: number, extra = {}) => {
    const fields = { CallSid: sid, CallStatus, SequenceNumber: String(SequenceNumber), ...extra }
    return { From: '+14155550000', To: '+12025550000', CallbackSource: 'call-progress-events', ...fields }
  }

  it('are harmless out of order, twice, forged, and for unknown calls', async () => {
    const assistant = await createCallingAssistant()
    const { callId, sid } = await placeCall(assistant, ringingPhone())
    await runUntilIdle()
    const { url } = control.findCall(sid)!.callback!
    const path = new URL(url).pathname
    const live = await claimMedia(context, { token: mediaTokenOf(sid), externalId: sid, carrierAccountId: accountSid })
    const status = async () => (await assistant.client.calls.get({ id: callId })).status
    assert.equal((await postCallback(path, statusForm(sid, 'ringing', 1))).status, 204)
    assert.equal((await postCallback(path, statusForm(sid, 'initiated', 0))).status, 204)
    const huge = '99999999999'
    const extreme = statusForm(sid, 'ringing', Number(huge), {
      CallDuration: huge,
      SipResponseCode: huge,
      ErrorCode: huge,
    })
    assert.equal((await postCallback(path, extreme)).status, 204)
    assert.equal(await status(), 'in-progress')
    const otherSid = `CA${'9'.repeat(32)}`
    assert.equal((await postCallback(path, statusForm(otherSid, 'busy', 2))).status, 204)
    assert.equal(await status(), 'in-progress')
    assert.equal((await postCallback(path, statusForm(sid, 'busy', 2), 'wrong')).status, 403)
    const unknown = `/carrier/twilio/call-status/${crypto.randomUUID()}/${crypto.randomUUID()}`
    assert.equal((await postCallback(unknown, statusForm(sid, 'busy', 2))).status, 404)
    const wrongToken = path.replace(/[^/]+$/, crypto.randomUUID())
    assert.equal((await postCallback(wrongToken, statusForm(sid, 'busy', 2))).status, 404)
    const final = statusForm(sid, 'completed', 3, { CallDuration: '17' })
    for (const form of [final, final]) assert.equal((await postCallback(path, form)).status, 204)
    assert.equal(await status(), 'in-progress')
    await finishCall(context, live!, result())
    assert.equal((await assistant.client.calls.get({ id: callId })).duration, 17)
    assert.equal((await postCallback(path, statusForm(sid, 'ringing', 1))).status, 204)
    assert.equal(await status(), 'ended_by_customer')
  })

  it('report who answered, and a later beep', async () => {
    const assistant = await createCallingAssistant()
    const { callId, sid } = await placeCall(assistant, ringingPhone())
    const path = new URL(control.findCall(sid)!.callback!.url).pathname.replace('call-status', 'amd')
    const detected = (AnsweredBy: string) =>
      postCallback(path, { CallSid: sid, AnsweredBy, MachineDetectionDuration: '2300' })
    const { uuid } = (await claimMedia(context, {
      token: mediaTokenOf(sid),
      externalId: sid,
      carrierAccountId: accountSid,
    }))!
    assert.equal(await findAnsweredBy(context, uuid), undefined)
    await detected('machine_start')
    await detected('human')
    assert.deepEqual(await findAnsweredBy(context, uuid), { answeredBy: 'machine', greetingEnded: false })
    await detected('machine_end_beep')
    assert.deepEqual(await findAnsweredBy(context, uuid), { answeredBy: 'machine', greetingEnded: true })
    assert.equal((await assistant.client.calls.get({ id: callId })).answered_by, 'machine')
  })
})

describe('the latency of a call of an earlier version', () => {
  it('says when the answer was sent, and not when it was heard', async () => {
    const assistant = await createCallingAssistant()
    const live = await connect(assistant)
    await finishCall(context, live, result({ latency: [{ atMs: 4_000, recognizedMs: 120, heardMs: 700 }] }))
    const { latency, timeline } = await assistant.client.calls.explain({ id: live.callId })
    assert.deepEqual([latency.first_audio_sent_ms?.p50, latency.heard_ms], [700, null])
    assert.deepEqual([latency.turns[0]!.first_audio_sent_ms, latency.turns[0]!.heard_ms], [700, null])
    assert.ok(timeline.every(({ text }) => !text.includes('heard after')))
  })
})

describe('an explanation', () => {
  it('is one timeline with the turns, the tools, the charge and the reason', async () => {
    const calling = await createCallingAssistant()
    const live = await connect(calling)
    await parley.turnClock(12_000)
    await finishCall(context, live, result())
    const { timeline, summary, cost, assistant } = await calling.client.calls.explain({ id: live.callId })
    const types = timeline.map(({ type }) => type)
    for (const type of ['created', 'media_connected', 'assistant_spoke', 'customer_spoke', 'tool_called', 'charged'])
      assert.ok(types.includes(type), type)
    const offsets = timeline.map(({ offset_ms }) => offset_ms)
    assert.deepEqual(
      offsets,
      [...offsets].sort((a, b) => a - b),
    )
    assert.match(summary, /lasted 1\d s: the customer hung up\.$/)
    assert.equal(cost.price_per_minute, 0.1)
    assert.equal(assistant['name'], 'Ada')
  })

  it('says at the answer, and not at the filler before it, how long the customer waited', async () => {
    const calling = await createCallingAssistant()
    const transcript = [
      { speaker: 'customer', text: 'On Monday, for two.', atMs: 3_000 },
      { speaker: 'assistant', text: 'One moment, please.', atMs: 4_900 },
      { speaker: 'assistant', text: 'There is a table at seven.', atMs: 6_400 },
    ] as const
    const live = await connect(calling)
    const turn = { atMs: 4_000, firstAudioSentMs: 2_390, heardMs: 2_400 }
    await finishCall(context, live, { ...result(), transcript: [...transcript], latency: [turn] })
    const { timeline } = await calling.client.calls.explain({ id: live.callId })
    const spoken = timeline.filter(({ type }) => type === 'assistant_spoke').map(({ text }) => text)
    assert.deepEqual(spoken, ['AI: One moment, please.', 'AI: There is a table at seven. (heard after 2400 ms)'])
  })
})
