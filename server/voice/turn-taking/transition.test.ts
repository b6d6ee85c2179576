// Tests that turn-taking follows its documented table, whatever happens, and never waits without a deadline.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import fc from 'fast-check'
import { firstState, takeEvent } from './transition.ts'
import type { Situation, TurnEvent, TurnTakingRules, TurnTakingState } from './types.ts'

const texts = ['', 'mm-hm', 'stop', 'I would like', 'a table for two']

const situation = fc.record<Situation>({
  call: fc.constantFrom('open', 'open', 'open', 'machine', 'closing'),
  assistant: fc.constantFrom('silent', 'thinking', 'speaking'),
  isAudible: fc.boolean(),
  isRunningTools: fc.boolean(),
  lastWords: fc.constantFrom('', 'How many people?'),
})

const text = fc.constantFrom(...texts)
const happening = fc.record({
  afterMs: fc.oneof(fc.nat(600), fc.nat(3_000), fc.constant(50_000)),
  event: fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('sound' as const), levelDb: fc.constantFrom(-18, -36) }) },
    fc.constant({ type: 'sound_heard' as const }),
    fc.record({ type: fc.constant('interim_words' as const), text }),
    fc.record({ type: fc.constant('final_words' as const), text }),
    fc.constant({ type: 'words_complete' as const }),
    { weight: 2, arbitrary: fc.constant({ type: 'turn_ended' as const }) },
    fc.record({ type: fc.constant('typed' as const), text }),
    fc.constant({ type: 'key_pressed' as const }),
    fc.record({ type: fc.constant('keys_pressed' as const), text }),
    fc.constant({ type: 'assistant_finished' as const }),
    fc.constant({ type: 'call_closing' as const }),
  ),
  situation,
})

const rules = fc.record<TurnTakingRules>({
  endpointing: fc.constantFrom(
    { trustsVendor: true, delayAfter: () => 300 },
    { trustsVendor: false, delayAfter: () => 1_200 },
  ),
  hearsAudio: fc.boolean(),
  allowInterruptions: fc.boolean(),
  interruptSensitivity: fc.constant(0.5),
  minInterruptWords: fc.constantFrom(null, 2),
  openingEndsMs: fc.constant(0),
  classify: fc.constant((words: string) =>
    words === 'mm-hm' ? 'backchannel' : words === 'stop' ? 'command' : ('speech' as const),
  ),
  isPhoneGreeting: fc.constant(() => false),
  mayBecomeBackchannel: fc.constant(() => false),
  countWords: fc.constant((words: string) => words.split(' ').length),
})

const course = fc.record({ rules, happenings: fc.array(happening, { maxLength: 40 }), isGreetingDue: fc.boolean() })

type Course = typeof course extends fc.Arbitrary<infer C> ? C : never
type Taken = (before: TurnTakingState, event: TurnEvent, after: TurnTakingState) => void

/** Lets everything happen that the course contains, and each deadline when it is due. */
function follow({ rules: fixed, happenings, isGreetingDue }: Course, taken: Taken): void {
  let state = firstState(isGreetingDue ? 'due' : 'said')
  let nowMs = 1_000
  let isSounding = false
  let startedMs = 0
  const take = (event: TurnEvent, around: Situation): void => {
    const before = structuredClone(state)
    const next = takeEvent(state, event, { nowMs, rules: fixed, situation: around })
    assert.deepEqual(state, before)
    state = next.state
    taken(before, event, state)
  }
  for (const { afterMs, event, situation: around } of happenings) {
    const untilMs = nowMs + afterMs
    for (let dueMs = dueOf(state); dueMs <= untilMs; dueMs = dueOf(state)) {
      nowMs = Math.max(nowMs, dueMs)
      take({ type: 'deadline' }, around)
    }
    nowMs = untilMs
    if (event.type !== 'sound') {
      take(event, around)
      continue
    }
    const { levelDb } = event
    if (isSounding) take({ type: 'speech_continued', spokenMs: nowMs - startedMs, levelDb }, around)
    else startedMs = nowMs
    take({ type: isSounding ? 'speech_ended' : 'speech_started', atMs: nowMs }, around)
    isSounding = !isSounding
  }
}

const dueOf = ({ customerDueMs, interruptionDueMs }: TurnTakingState): number =>
  Math.min(customerDueMs ?? Number.POSITIVE_INFINITY, interruptionDueMs ?? Number.POSITIVE_INFINITY)

it('has a deadline in every state in which it waits for something', () => {
  const check: Taken = (_before, _event, { customer, customerDueMs, interruption, interruptionDueMs }) => {
    assert.equal(customerDueMs === undefined, customer === 'silent')
    assert.equal(interruptionDueMs === undefined, interruption !== 'possible' && interruption !== 'probable')
  }
  fc.assert(fc.property(course, (one) => follow(one, check)))
})

it('changes the state of the customer exactly as the table in docs/turn-taking.md says', () => {
  const seen = new Set<string>()
  const note: Taken = (before, { type }, after) => {
    if (before.customer !== after.customer) seen.add(`${before.customer} | ${type} | ${after.customer}`)
  }
  fc.assert(
    fc.property(course, (one) => follow(one, note)),
    { numRuns: 20_000, seed: 7 },
  )
  assert.deepEqual([...seen].sort(), documentedTransitions().sort())
})

/** The rows of the table: a state, an event, and the states that can follow. */
function documentedTransitions(): string[] {
  const page = readFileSync(new URL('../../../docs/turn-taking.md', import.meta.url), 'utf8')
  return [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \| ([^|]+) \|/gm)].flatMap(([, from, event, next]) =>
    [...next!.matchAll(/`(\w+)`/g)].map(([, to]) => `${from} | ${event} | ${to}`),
  )
}

it('replaces words that were taken because the recognizer was late by its words, and keeps them if it has none', () => {
  for (const late of ['Two, zero, two.', undefined]) {
    const lateRules: TurnTakingRules = {
      endpointing: { delayAfter: () => 2_000 },
      hearsAudio: false,
      allowInterruptions: true,
      interruptSensitivity: 0.5,
      minInterruptWords: null,
      openingEndsMs: 0,
      classify: () => 'speech',
      isPhoneGreeting: () => false,
      mayBecomeBackchannel: () => false,
      countWords: () => 3,
    }
    const silentAssistant: Situation = {
      call: 'open',
      assistant: 'silent',
      isAudible: false,
      isRunningTools: false,
      lastWords: '',
    }
    let state = firstState('said')
    let heard = ''
    const take = (nowMs: number, event: TurnEvent): void => {
      const next = takeEvent(state, event, { nowMs, rules: lateRules, situation: silentAssistant })
      state = next.state
      for (const command of next.commands) if (command.type === 'words') heard = command.text
    }
    take(1_000, { type: 'speech_started', atMs: 1_000 })
    take(1_900, { type: 'interim_words', text: 'to zero two' })
    take(2_000, { type: 'speech_ended', atMs: 2_000 })
    take(3_500, { type: 'deadline' })
    if (late) take(3_600, { type: 'final_words', text: late })
    take(3_600, { type: 'words_complete' })
    take(3_700, { type: 'speech_started', atMs: 3_700 })
    take(4_000, { type: 'speech_ended', atMs: 4_000 })
    take(4_100, { type: 'final_words', text: 'Five.' })
    assert.equal(heard, `${late ?? 'to zero two'} Five.`)
  }
})
