// Random calls in virtual time: interruptions, noise, keys, slow tools, and providers that fail, are slow, or return nothing.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { CallTool } from '#server/voice/engine/settings.ts'
import { startVirtualCall, type VirtualCallOptions } from '#server/voice/virtual/virtual-call.ts'
import type { ScriptedAnswer } from '#server/voice/virtual/virtual-mode.ts'
import { createVirtualRealtime } from '#server/voice/virtual/virtual-realtime.ts'
import type { ScriptedRound } from '#server/voice/virtual/virtual-realtime-session.ts'

const texts = ['Yes.', 'We are open from nine to five on weekdays, and until noon on Saturdays.', 'One moment.', '']
const definition = { name: 'tool', description: '', parameters: {} }
const tools = new Map<string, CallTool>([
  ['fast', { kind: 'function', definition, speakDuring: undefined, timeoutMs: 2_000, run: async () => ({}) }],
  [
    'slow',
    { kind: 'function', definition, speakDuring: 'Hold on.', timeoutMs: 3_000, run: () => new Promise(() => {}) },
  ],
  [
    'broken',
    { kind: 'function', definition, speakDuring: undefined, timeoutMs: 3_000, run: () => Promise.reject(new Error()) },
  ],
  ['end_call', { kind: 'end_call', definition, message: undefined }],
  ['collect_keypad', { kind: 'collect_keypad', definition, maxDigits: 4, finishKey: '#', timeoutMs: 4_000 }],
  ['dtmf_input', { kind: 'dtmf_input', definition }],
])
const toolNames = [...tools.keys(), 'unknown']

const answer = fc.record<ScriptedAnswer>(
  {
    afterMs: fc.oneof(
      { weight: 8, arbitrary: fc.nat(3_000) },
      { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
    ),
    segments: fc.array(fc.constantFrom(...texts.slice(0, 3)), { maxLength: 3 }),
    toolCalls: fc.array(
      fc.constantFrom(...toolNames).map((name) => ({ id: name, name, arguments: { digits: '12' } })),
      { maxLength: 2 },
    ),
    failsAfter: fc.constantFrom(undefined, undefined, undefined, 0, 1),
  },
  { requiredKeys: [] },
)

const action = fc.oneof(
  fc.record({
    kind: fc.constant('says' as const),
    text: fc.constantFrom('Yes', 'Stop', 'mm-hm', 'My number is one two three', 'When?'),
  }),
  fc.record({ kind: fc.constant('noise' as const), ms: fc.nat(3_000) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(8_000) }),
  fc.record({ kind: fc.constant('press' as const), keys: fc.constantFrom('1', '12#', '****') }),
)

const scenario = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 5 }),
  actions: fc.array(action, { maxLength: 12 }),
  recognitionMs: fc.constantFrom(50, 300, 2_000, Number.POSITIVE_INFINITY),
  interimWords: fc.boolean(),
  hearsAudio: fc.boolean(),
  synthesisMs: fc.constantFrom(20, 200, 4_000, Number.POSITIVE_INFINITY),
  settings: fc.record({
    waitForCustomer: fc.boolean(),
    allowInterruptions: fc.boolean(),
    minInterruptWords: fc.constantFrom(null, 0, 3),
    maxDurationMs: fc.constantFrom(20_000, 60_000),
    maxSilenceMs: fc.constantFrom(5_000, 20_000),
    reengagementMs: fc.constantFrom(7_000, 30_000),
    reengagementPrompt: fc.constantFrom(undefined, 'Ask again.'),
  }),
})

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never

const round = fc.record<ScriptedRound>(
  {
    afterMs: fc.oneof(
      { weight: 8, arbitrary: fc.nat(3_000) },
      { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
    ),
    texts: fc.array(fc.constantFrom(...texts.slice(0, 3)), { maxLength: 3 }),
    toolCalls: fc.array(fc.constantFrom(...toolNames), { maxLength: 2 }),
    failsAfter: fc.constantFrom(undefined, undefined, undefined, 0, 1),
    losesAfter: fc.constantFrom(undefined, undefined, undefined, 0, 1, 3),
    isRepeated: fc.boolean(),
  },
  { requiredKeys: [] },
)

const realtimeScenario = fc.record({
  scenario,
  rounds: fc.array(round, { minLength: 1, maxLength: 5 }),
  output: fc.constantFrom('audio' as const, 'text' as const),
  lostAfterMs: fc.array(fc.oneof(fc.nat(30_000), fc.constant(Number.POSITIVE_INFINITY)), {
    minLength: 1,
    maxLength: 4,
  }),
  isRetryable: fc.boolean(),
})

/** Lets the call happen until its maximum duration has passed. */
async function holdCall(
  { answers, actions, ...options }: Scenario,
  realtime?: VirtualCallOptions['realtime'],
): Promise<RandomCall> {
  let count = 0
  const questions: number[] = []
  const call = startVirtualCall({
    ...options,
    ...(realtime && { realtime }),
    tools,
    answer: () => {
      const { segments = [], ...rest } = answers[count % answers.length]!
      // Each answer has words of its own, which identify its audio.
      const own = segments.map((text, index) => `${text} ${count}.${index}`)
      count++
      return { segments: own, ...rest }
    },
  })
  for (const one of actions) {
    if (one.kind === 'says') {
      call.says(one.text)
      questions.push(call.clock.now())
    } else if (one.kind === 'noise') call.makesNoise(one.ms)
    else if (one.kind === 'press') call.press(one.keys)
    else call.wait(one.ms)
    await null
  }
  call.wait(options.settings.maxDurationMs + 1_000)
  return {
    call,
    maxDurationMs: options.settings.maxDurationMs,
    lastQuestionMs: lastQuestionOf({ actions, ...options }, questions),
  }
}

/** When the customer has asked for the last time, if an answer is due: the words were recognized, and silence follows. */
function lastQuestionOf(
  { actions, ...given }: Omit<Scenario, 'answers'>,
  saidMs: readonly number[],
): number | undefined {
  const last = actions.findLastIndex(({ kind }) => kind === 'says' || kind === 'noise')
  const action = actions[last]
  const isHeard = given.recognitionMs < Number.POSITIVE_INFINITY && given.synthesisMs < Number.POSITIVE_INFINITY
  return action?.kind === 'says' && action.text === 'When?' && isHeard ? saidMs.at(-1) : undefined
}

export interface RandomCall {
  call: ReturnType<typeof startVirtualCall>
  maxDurationMs: number
  lastQuestionMs: number | undefined
}

/** Runs random calls, and reports the smallest scenario for which `check` throws. */
export function checkRandomCalls(
  { calls, seed }: { calls: number; seed?: number | undefined },
  check: (random: RandomCall) => void,
): Promise<void> {
  const holding = fc.asyncProperty(scenario, async (given) => check(await holdCall(given)))
  return fc.assert(holding, { numRuns: calls, ...(seed !== undefined && { seed }) }) as Promise<void>
}

/** The same with a realtime model, whose connection is lost at any time. */
export function checkRandomRealtimeCalls(
  { calls, seed }: { calls: number; seed?: number | undefined },
  check: (random: RandomCall) => void,
): Promise<void> {
  const holding = fc.asyncProperty(realtimeScenario, async ({ scenario: given, rounds, ...options }) => {
    let count = 0
    const round = (): ScriptedRound => {
      const { texts: spoken = [], ...rest } = rounds[count % rounds.length]!
      const own = spoken.map((text, index) => `${text} ${count}.${index}`)
      count++
      return { texts: own, ...rest }
    }
    const { recognitionMs } = given
    check(await holdCall(given, (clock) => createVirtualRealtime(clock, { ...options, recognitionMs, round })))
  })
  return fc.assert(holding, { numRuns: calls, ...(seed !== undefined && { seed }) }) as Promise<void>
}

/** Counts from the last question, or from the end of what the assistant was saying at that time. */
export function assertAnswered({ call, lastQuestionMs }: RandomCall, { withinMs }: { withinMs: number }): void {
  if (lastQuestionMs === undefined) return
  const { sounds } = call.line
  const speaking = sounds.find(({ fromMs, toMs }) => fromMs <= lastQuestionMs && toMs > lastQuestionMs)
  const next = sounds.find(({ fromMs }) => fromMs > lastQuestionMs)?.fromMs ?? call.clock.now()
  assert.ok(next <= (speaking?.toMs ?? lastQuestionMs) + withinMs, `asked at ${lastQuestionMs}, heard at ${next}`)
}

/** No part of an answer is played after its interruption. The engine may repeat its own phrases. */
export function assertStopped({ call }: RandomCall, textOf: (code: number) => string | undefined): void {
  for (const { type, atMs } of call.engine.record.timeline) {
    if (type !== 'interrupted') continue
    const before = new Set(call.line.sounds.filter(({ fromMs }) => fromMs < atMs).map(({ code }) => code))
    const after = call.line.sounds.filter(({ code, toMs }) => before.has(code) && toMs > atMs + 20)
    const repeated = after.map(({ code }) => textOf(code) ?? '').filter((text) => /\d\.\d$/.test(text))
    assert.deepEqual(repeated, [], `interrupted at ${atMs}`)
  }
}
