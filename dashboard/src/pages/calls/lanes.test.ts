// Tests of what happened when in a call, as its explanation says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Explanation,
  entriesOf,
  entriesOfTranscript,
  estimateSpeech,
  lanesOf,
  statesOf,
  takeoversOf,
  toolsOf,
  zeroOf,
} from './lanes.ts'

const event = (offsetMs: number, type: string, detail: Record<string, unknown> = {}) => ({
  at: '2026-11-26T00:00:00.000000Z',
  offset_ms: offsetMs,
  type,
  text: type,
  detail,
})

const timeline: Explanation['timeline'] = [
  event(0, 'created'),
  event(1_000, 'media_connected'),
  event(1_200, 'assistant_spoke', { text: 'Hello.', interrupted: false }),
  event(3_000, 'customer_spoke', { text: 'A long question, please?' }),
  event(5_000, 'tool_called', { detail: 'look_up' }),
  event(5_100, 'tool_called', { detail: 'look_up' }),
  event(5_400, 'tool_answered', { detail: 'look_up {"found":1}' }),
  event(6_000, 'assistant_spoke', { text: 'We are', interrupted: true, unspoken: 'open.', heard_ms: 480 }),
  event(7_000, 'whispered', { text: 'Be brief.' }),
  event(8_000, 'taken_over', { detail: 'Eve' }),
  event(8_500, 'agent_spoke', { text: 'Eve here.' }),
  event(9_000, 'handed_back', { detail: 'Eve' }),
  event(9_500, 'assistant_spoke', { text: '[Transferred to Ben]' }),
]

test('the transcript has its times on the recording, what was interrupted, and events between the words', () => {
  const zeroMs = zeroOf(timeline)
  assert.equal(zeroMs, 1_000)
  const entries = entriesOf(timeline, zeroMs)
  assert.deepEqual(
    entries.map(({ atMs, speaker }) => [atMs, speaker]),
    [
      [200, 'assistant'],
      [2_000, 'customer'],
      [4_000, 'event'],
      [4_100, 'event'],
      [5_000, 'assistant'],
      [6_000, 'whisper'],
      [7_000, 'event'],
      [7_500, 'agent'],
      [8_000, 'event'],
      [8_500, 'event'],
    ],
  )
  assert.deepEqual([entries[4]!.isInterrupted, entries[4]!.unspoken, entries[4]!.heardMs], [true, 'open.', 480])
  assert.equal(entries.at(-1)!.text, 'Transferred to Ben')
})

test('tools have their result, and run to the end of the call without one', () => {
  assert.deepEqual(toolsOf(timeline, 1_000, 9_000), [
    { index: 0, name: 'look_up', fromMs: 4_000, toMs: 4_400, output: '{"found":1}', hasEnded: true },
    { index: 1, name: 'look_up', fromMs: 4_100, toMs: 9_000, output: undefined, hasEnded: false },
  ])
})

test('a takeover without its end lasts until the end of the call', () => {
  assert.deepEqual(takeoversOf(timeline, 1_000, 9_000), [{ fromMs: 7_000, toMs: 8_000 }])
  assert.deepEqual(takeoversOf(timeline.slice(0, -2), 1_000, 9_000), [{ fromMs: 7_000, toMs: 9_000 }])
})

test('lanes separate agents from the assistant, and have overlaps and pauses', () => {
  const speech = {
    customer: [{ fromMs: 2_000, toMs: 4_000 }],
    other: [
      { fromMs: 200, toMs: 600 },
      { fromMs: 3_800, toMs: 4_500 },
      { fromMs: 7_200, toMs: 8_300 },
    ],
  }
  assert.deepEqual(lanesOf(speech, [{ fromMs: 7_000, toMs: 8_000 }]), {
    customer: speech.customer,
    assistant: [speech.other[0], speech.other[1], { fromMs: 8_000, toMs: 8_300 }],
    agent: [{ fromMs: 7_200, toMs: 8_000 }],
    overlap: [{ fromMs: 3_800, toMs: 4_000 }],
    pauses: [
      { fromMs: 600, toMs: 2_000 },
      { fromMs: 4_500, toMs: 7_200 },
    ],
  })
})

test('without a recording, speech is estimated from states and words', () => {
  const entries = entriesOf(timeline, 1_000)
  const states = statesOf(
    [
      { offset_ms: 3_000, customer: 'speaking', interruption: 'none' },
      { offset_ms: 4_000, customer: 'recognizing', interruption: 'none' },
    ],
    1_000,
    9_000,
  )
  assert.deepEqual(states.at(-1)!.toMs, 9_000)
  const { customer, other } = estimateSpeech(entries, states, 9_000)
  assert.deepEqual(customer, [{ fromMs: 2_000, toMs: 3_000 }])
  assert.equal(other.length, 3)
  assert.deepEqual(estimateSpeech(entries, [], 9_000).customer, [{ fromMs: 2_000, toMs: 2_000 + 24 * 62 }])
})

test('members who may not read the explanation get the transcript with times since its first words', () => {
  const at = (second: string) => `2026-11-26T00:00:${second}.000000Z`
  const entries = entriesOfTranscript([
    { text: 'Hello.', type: 'transcript', sender: 'bot', timestamp: at('01') },
    { text: 'Be brief.', type: 'whisper', sender: 'agent', timestamp: at('03') },
  ])
  assert.deepEqual(
    entries.map(({ atMs, speaker }) => [atMs, speaker]),
    [
      [0, 'assistant'],
      [2_000, 'whisper'],
    ],
  )
  assert.deepEqual(entriesOfTranscript([]), [])
})
