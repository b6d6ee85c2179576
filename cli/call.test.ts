// The text that `parley call explain` prints.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textOf } from './call.ts'

it('prints the reason, the timeline, the latency and the cost of a call', () => {
  const heard = { p50: 700, p90: 900, p99: 950 }
  const turn = {
    recognized_ms: 1,
    decided_ms: 2,
    first_token_ms: 3,
    first_audio_ms: 4,
    first_audio_sent_ms: 5,
    heard_ms: 700,
    retrieval_ms: 80,
  }
  const latency = { recognized_ms: heard, decided_ms: heard, first_token_ms: heard, first_audio_ms: heard }
  const explanation: Parameters<typeof textOf>[0] = {
    id: 7,
    status: 'ended_by_customer',
    ended_reason: 'caller_hung_up',
    answerer: 'person',
    summary: 'The outbound call to +14155550123 lasted 42 s: the customer hung up.',
    timeline: [
      { at: '2026-01-31T09:30:01.500000Z', offset_ms: 1500, type: 'customer_spoke', text: 'Customer: Hi', detail: {} },
    ],
    latency: {
      ...latency,
      first_audio_sent_ms: heard,
      heard_ms: heard,
      retrieval_ms: { p50: 80, p90: 90, p99: 95 },
      turns: [{ at_ms: 1000, ...turn }],
    },
    interaction: {
      response: { turns: 2, answered: 1, rate: 0.5, mean_ms: 800 },
      yield: { interruptions: 0, yielded: 0, rate: null, mean_ms: null },
      cut_ins: { count: 1, per_turn: 0.5 },
      selectivity: {
        backchannels: { count: 1, ignored: 1, rate: 1 },
        sounds: { count: 0, ignored: 0, rate: null },
        asides: { count: 0, ignored: 0, rate: null },
        rate: 1,
      },
    },
    states: [{ offset_ms: 900, customer: 'speaking', interruption: 'possible' }],
    cost: {
      price_per_minute: 0.1,
      carrier_price_per_minute: 0.02,
      seconds: 42,
      carrier_cost: 0.014,
      total_cost: 0.084,
    },
    assistant: {},
  }
  assert.equal(
    textOf(explanation),
    `The outbound call to +14155550123 lasted 42 s: the customer hung up.

    1.500  Customer: Hi

Until the customer heard an answer: p50 700 ms, p90 900 ms, p99 950 ms, 1 turn.
Search of the documents: p50 80 ms, p90 90 ms, p99 95 ms.
The assistant answered 1 of 2 turns (after 800 ms on average), stopped for 0 of 0 interruptions, cut in 1 time, went on speaking for 1 of 1 backchannel, 0 of 0 sounds and 0 of 0 asides.
Cost: 0.084 USD for 42 s at 0.1200 USD per minute.
`,
  )
  assert.match(
    textOf(explanation, { withStates: true }),
    /^ {4}0\.900 {4}state: speaking, interruption possible\n {4}1\.500 {2}Customer: Hi$/m,
  )
  const running = textOf({ ...explanation, status: 'in-progress', ended_reason: null })
  assert.match(running, /\n\nLatency, turn-taking and cost are known when the call has ended\.\n$/)
})
