// Tests of transfers in which a person hears a briefing and accepts or declines while the customer waits.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { until } from '../../app/until.ts'
import { hangUp, line, type NewPhoneCall, type PhoneCall, startPhoneCalls, wordsIn } from '../../calls/phone-calls.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())
const { call, nextPhone, parley } = calls
const { control } = parley.carrier
const { context } = parley.app

const summary = 'Paula asks about an invoice.'
const asks = (to: string, fields: object = {}): NewPhoneCall => ({
  assistant: {
    tools: [{ type: 'warm_call_transfer', phone_number: to, message: 'I will ask Anna.', ...fields }],
  },
  script: [{ pieces: [{ tool: 'warm_call_transfer', arguments: { summary } }] }, 'She is not available.'],
})

const eventsOf = async ({ client, callId }: PhoneCall) => (await client.calls.explain({ id: callId })).timeline
const resultOf = async (made: PhoneCall) => (await eventsOf(made)).find(({ type }) => type === 'transfer_ended')?.detail
const lastMessages = ({ requests }: PhoneCall): string => JSON.stringify(requests.at(-1)?.body['messages'])
const agentCall = (to: string) => control.waitForCall((one) => one.to === to && one.endedAtMs !== null)

/** What the webhook says, which is sent when the assistant has left the call. */
function reported({ payload }: PhoneCall) {
  const [transfer] = payload['transfers'] as { answered: boolean | null; outcome: string | null }[]
  return [payload['ended_reason'], transfer!.answered, transfer!.outcome]
}

/** Waits until the transfer is settled, and checks that its money is consistent. */
async function settledResult(made: PhoneCall, seconds = 8): Promise<Record<string, unknown>> {
  const until = Date.now() + seconds * 1_000
  for (let result = await resultOf(made); Date.now() < until; result = await resultOf(made)) {
    if (!result) continue
    assert.equal((await selectBalance(context.db, made.account.id)).heldMicros, 0)
    assert.deepEqual(await selectBrokenBalances(context.db), [])
    return result
  }
  throw new Error('The transfer was not settled.')
}

const carrierMicros = (seconds: number) => Math.ceil((seconds * 20_000) / 60)

/** What the transfer has cost in addition to the call. */
async function transferMicros({ client, callId, details }: PhoneCall): Promise<number> {
  const { total_cost: total } = await client.calls.get({ id: callId })
  const talk = Math.ceil((details.duration * 100_000) / 60) + carrierMicros(details.duration)
  return Math.round(total * 1e6) - talk
}

describe('a transfer with a briefing', { concurrency: 5, timeout: 120_000 }, () => {
  it('connects both when the person has heard the summary and presses 1', async () => {
    const to = nextPhone()
    const steps = [{ press: '1', afterMs: 600 }, line('Anna speaking.', { afterMs: 2_500 }), hangUp({ afterMs: 3_000 })]
    control.behaveOnCalls(to, { steps })
    const made = await call({
      ...asks(to),
      phone: { steps: [line('A person please.'), line('Thanks.'), line('Hello Anna.', { pauseMs: 300 })] },
    })
    const agent = await agentCall(to)
    assert.match(made.heard, /^Hello\. I will ask Anna\..*Anna speaking\.$/)
    assert.match(wordsIn(control.audio(agent.sid)!.heard), /Hello Anna\./)
    assert.deepEqual([agent.from, agent.status], [made.number, 'completed'])
    assert.deepEqual(
      agent.captions.filter(({ speaker }) => speaker === 'application').map(({ text }) => text),
      [`${summary} Press 1 to take the call.`],
    )
    assert.equal(made.details.ended_reason, 'transferred')
    assert.deepEqual(reported(made), ['transferred', true, 'accepted'])
    const result = await settledResult(made)
    const connected = result['duration_seconds'] as number
    const whole = Math.ceil((agent.endedAtMs! - agent.answeredAtMs!) / 1_000)
    assert.ok(result['answered'] === true && connected >= 3 && connected <= whole, JSON.stringify(result))
    const charged = await transferMicros(made)
    assert.ok(charged >= carrierMicros(2 * connected) && charged <= carrierMicros(whole + connected), String(charged))
    assert.ok((await eventsOf(made)).some(({ type }) => type === 'transfer_accepted'))
    const alarms = parley.carrier.alarms.filter(
      ({ text }) => text.includes(agent.sid) || text.includes(made.atCarrier.sid),
    )
    assert.deepEqual(alarms, [])
  })

  it('speaks the configured briefing, and needs no key if it is set so', async () => {
    const to = nextPhone()
    control.behaveOnCalls(to, { steps: [line('Yes?', { afterMs: 1_500 }), hangUp({ afterMs: 1_000 })] })
    const made = await call({
      ...asks(to, { briefing: 'A customer from the web page', require_key: false }),
      phone: { steps: [line('A person please.')] },
    })
    const { captions } = await agentCall(to)
    assert.deepEqual(
      captions.filter(({ speaker }) => speaker === 'application').map(({ text }) => text),
      ['A customer from the web page.'],
    )
    assert.match(made.heard, /Yes\?$/)
    assert.equal((await settledResult(made))['answered'], true)
  })

  const refusals = [
    {
      how: 'presses another key',
      phone: { steps: [{ press: '2', afterMs: 300 }] },
      error: /declined/,
      outcome: 'declined',
    },
    { how: 'hangs up', phone: { steps: [hangUp({ afterMs: 300 })] }, error: /declined/, outcome: 'declined' },
    {
      how: 'is a mailbox',
      phone: { answeredBy: 'machine' as const, steps: [hangUp({ afterMs: 4_500 })] },
      waitMs: 6_500,
      error: /voicemail answered/,
      outcome: 'voicemail',
    },
    { how: 'is busy', phone: { pickUp: 'busy' as const }, error: /line is busy/, outcome: 'busy' },
    { how: 'rejects the call', phone: { pickUp: 'reject' as const }, error: /line is busy/, outcome: 'busy' },
    {
      how: 'has no phone',
      phone: { pickUp: 'not-in-service' as const },
      error: /call to the person failed/,
      outcome: 'failed',
    },
  ]
  for (const { how, phone, error, outcome, waitMs = 3_000 } of refusals) {
    it(`returns the customer to the assistant when the person ${how}`, async () => {
      const to = nextPhone()
      control.behaveOnCalls(to, phone)
      const made = await call({
        ...asks(to),
        phone: { steps: [line('A person please.'), hangUp({ pauseMs: waitMs })] },
      })
      assert.match(lastMessages(made), error)
      assert.match(made.heard, /^Hello\. I will ask Anna\..*She is not available\.$/)
      assert.equal(made.details.ended_reason, 'caller_hung_up')
      const { answeredAtMs, endedAtMs } = await agentCall(to)
      assert.deepEqual(reported(made), ['caller_hung_up', false, outcome])
      assert.deepEqual(await settledResult(made), { answered: false, outcome, duration_seconds: 0 })
      const charged = await transferMicros(made)
      // The person's own call is paid for up to the refusal.
      if (answeredAtMs === null) assert.equal(charged, 0)
      else assert.ok(charged <= carrierMicros(Math.ceil((endedAtMs! - answeredAtMs) / 1_000)), String(charged))
    })
  }

  for (const mode of ['multimodal', 'dualplex'] as const) {
    it(`connects both in the ${mode} mode`, async () => {
      const to = nextPhone()
      const steps = [{ press: '1', afterMs: 600 }, line('Anna speaking.', { afterMs: 1_500 }), hangUp({ afterMs: 800 })]
      control.behaveOnCalls(to, { steps })
      const party = asks(to)
      const made = await call({
        ...party,
        assistant: { ...party.assistant, mode },
        phone: { steps: [line('A person please.'), line('Thanks.')] },
      })
      assert.match(made.heard, /^Hello\. I will ask Anna\..*Anna speaking\.$/)
      assert.equal(made.details.ended_reason, 'transferred')
      assert.equal((await settledResult(made))['answered'], true)
    })

    it(`returns the customer to the assistant in the ${mode} mode when the person declines`, async () => {
      const to = nextPhone()
      control.behaveOnCalls(to, { steps: [{ press: '2', afterMs: 300 }] })
      const party = asks(to)
      const made = await call({
        ...party,
        assistant: { ...party.assistant, mode },
        phone: { steps: [line('A person please.'), hangUp({ pauseMs: 3_000 })] },
      })
      assert.match(lastMessages(made), /declined/)
      assert.match(made.heard, /^Hello\. I will ask Anna\..*She is not available\.$/)
      assert.equal(made.details.ended_reason, 'caller_hung_up')
      assert.deepEqual(await settledResult(made), { answered: false, outcome: 'declined', duration_seconds: 0 })
    })
  }

  for (const pickUp of ['manual', 'answer'] as const) {
    it(`ends the call of the person when the customer hangs up (${pickUp})`, async () => {
      const to = nextPhone()
      control.behaveOnCalls(to, { pickUp })
      const made = await call({ ...asks(to), phone: { steps: [line('A person please.'), hangUp({ afterMs: 4_500 })] } })
      assert.equal(made.details.ended_reason, 'caller_hung_up')
      const agent = await agentCall(to)
      assert.equal(agent.status, pickUp === 'manual' ? 'canceled' : 'completed')
      assert.ok(agent.endedAtMs! - agent.createdAtMs < 9_000)
      assert.deepEqual(reported(made), ['caller_hung_up', false, 'abandoned'])
      assert.deepEqual(await settledResult(made), { answered: false, outcome: 'abandoned', duration_seconds: 0 })
    })
  }

  it('does not connect a mailbox that was noticed during the briefing, even if no key is needed', async () => {
    const to = nextPhone()
    control.behaveOnCalls(to, { pickUp: 'manual' })
    const phone = { steps: [line('A person please.'), hangUp({ pauseMs: 3_000 })] }
    const running = call({ ...asks(to, { briefing: 'A customer.', require_key: false }), phone })
    const agent = await control.waitForCall((one) => one.to === to && one.status === 'ringing', 40_000)
    const detectionUrl = agent.callback!.url.replace(/#.*$/, '').replace('agent-status', 'agent-amd')
    const detected = { CallSid: agent.sid, AnsweredBy: 'machine_start', MachineDetectionDuration: '2500' }
    assert.equal((await post(detectionUrl, detected)).status, 204)
    control.answer(agent.sid)
    const made = await running
    assert.match(lastMessages(made), /voicemail answered/)
    assert.deepEqual(reported(made), ['caller_hung_up', false, 'voicemail'])
  })

  it('to a forbidden number calls nobody', async () => {
    const to = '+19002345678'
    const made = await call({ ...asks(to), phone: { steps: [line('A person please.'), hangUp()] } })
    assert.match(made.heard, /She is not available\.$/)
    assert.match(lastMessages(made), /"role":"tool".*error/)
    assert.equal(
      parley.carrier.calls().some((one) => one.to === to),
      false,
    )
  })

  it('does not leave the customer alone when the person hangs up while being connected', async () => {
    const to = nextPhone()
    control.behaveOnCalls(to, { steps: [hangUp({ afterMs: 3_000 })] })
    const running = call({ ...asks(to), phone: { steps: [line('A person please.')] } })
    const agent = await control.waitForCall((one) => one.to === to && one.status === 'in-progress', 40_000)
    await post(decisionUrlOf(agent.callback!.url), { CallSid: agent.sid, Digits: '1' })
    const made = await running
    assert.equal(made.details.ended_reason, 'transferred')
    assert.equal(made.atCarrier.status, 'completed')
    await settledResult(made)
  })

  it('is accepted and charged once if the callbacks are repeated, and not by forged ones', async () => {
    const to = nextPhone()
    control.behaveOnCalls(to, {
      steps: [{ press: '1', afterMs: 1_500 }, line('Anna here.', { afterMs: 3_000 }), hangUp({ afterMs: 1_000 })],
    })
    const running = call({ ...asks(to), phone: { steps: [line('A person please.')] } })
    const agent = await control.waitForCall((one) => one.to === to && one.status === 'in-progress', 40_000)
    const statusUrl = agent.callback!.url.replace(/#.*$/, '')
    const decisionUrl = decisionUrlOf(statusUrl)
    const decide = { CallSid: agent.sid, Digits: '1' }
    assert.equal((await post(decisionUrl, decide, 'wrong')).status, 403)
    assert.equal((await post(decisionUrl.replace(/[^/]+$/, crypto.randomUUID()), decide)).status, 404)
    const other = await post(decisionUrl, { ...decide, CallSid: `CA${'0'.repeat(32)}` })
    assert.match(await other.text(), /<Hangup\/>/)
    const answers = await Promise.all([1, 2, 3].map(() => post(decisionUrl, decide).then((answer) => answer.text())))
    for (const answer of answers) assert.match(answer, /<Conference .*endConferenceOnExit="true"/)
    const made = await running
    assert.equal(made.details.ended_reason, 'transferred')
    await agentCall(to)
    const result = await settledResult(made)
    const charged = await transferMicros(made)
    const final = { CallSid: agent.sid, CallStatus: 'completed', SequenceNumber: '3', CallDuration: '500' }
    for (let time = 0; time < 2; time++) assert.equal((await post(statusUrl, final)).status, 204)
    assert.deepEqual(await settledResult(made), result)
    assert.equal(await transferMicros(made), charged)
    assert.equal((await eventsOf(made)).filter(({ type }) => type === 'transfer_accepted').length, 1)
  })
})

// The clock is turned, so no other calls may run.
describe('a transfer that nobody accepts', { timeout: 60_000 }, () => {
  it('returns the customer, who hears signs of patience, even if the carrier reports nothing', async () => {
    async function ring(fault?: 'drop-callbacks' | 'error-before-accept') {
      const [customer, to] = [nextPhone(), nextPhone()]
      control.behaveOnCalls(to, { pickUp: 'no-answer' })
      const { assistant, script } = asks(to)
      const running = call({
        assistant: { ...assistant, max_duration: 600 },
        script,
        to: customer,
        phone: { steps: [line('A person please.')] },
      })
      const { sid } = await control.waitForCall((one) => one.to === customer && one.status === 'in-progress', 30_000)
      if (fault) control.script({ on: 'call', faults: [{ fault }] })
      if (fault !== 'error-before-accept')
        await control.waitForCall((one) => one.to === to && one.status === 'ringing', 30_000)
      const hears = (words: RegExp) => until(async () => words.test(wordsIn(control.audio(sid)!.heard)))
      return { sid, to, running, hears }
    }
    const reported = await ring()
    const unreported = await ring('drop-callbacks')
    const unknown = await ring('error-before-accept')
    for (const { hears } of [reported, unknown]) await hears(/Anna\. .{20}/)
    // The carrier would have reported a call by now.
    await parley.turnClock(20_000)
    await unknown.hears(/She is not available\.$/)
    control.hangUp(unknown.sid)
    assert.match(lastMessages(await unknown.running), /Nobody accepted the call in time/)
    // Longer than a phone rings, and than an attempt may take.
    await parley.turnClock(56_000)
    for (const { sid, to, running, hears, error } of [
      { ...reported, error: /Nobody answered/ },
      { ...unreported, error: /Nobody accepted the call in time/ },
    ]) {
      await hears(/She is not available\.$/)
      control.hangUp(sid)
      const made = await running
      assert.match(lastMessages(made), error)
      assert.equal((await agentCall(to)).status, 'no-answer')
      assert.equal(made.details.ended_reason, 'caller_hung_up')
      if (to === unreported.to) continue
      assert.deepEqual(await settledResult(made), { answered: false, outcome: 'no_answer', duration_seconds: 0 })
      assert.equal(await transferMicros(made), 0)
    }
  })
})

const decisionUrlOf = (statusUrl: string): string =>
  statusUrl.replace(/#.*$/, '').replace('agent-status', 'agent-decision')

/** Posts a callback as the carrier signs it. */
function post(url: string, form: Record<string, string>, token = context.settings.carrierAccount.credentials) {
  const fields = { AccountSid: context.settings.carrierAccount.externalId, ...form }
  const signature = signTwilioWebhook({ authToken: token, url, form: fields })
  return fetch(url, { method: 'POST', headers: { 'x-twilio-signature': signature }, body: new URLSearchParams(fields) })
}
