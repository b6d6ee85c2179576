// Carries out the script of a scenario in virtual time and checks its expectations.

import { counted } from '#server/platform/text/counted.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import type { Expectation, Step } from '../scenario/schema.ts'
import { describeExpectation, milliseconds, seconds } from './describe.ts'
import { createHeardWords } from './heard-words.ts'
import { createMatching } from './matching.ts'
import type { ObservedCall } from './observed-call.ts'
import type { CheckedExpectation } from './result.ts'

/** Without `within_ms`, an expected event must happen within this time. */
const patienceMs = 30_000
/** The words of an answer that has begun are heard within this time and that of their sound. */
const graceMs = 6_000

export interface ScriptResult {
  failure: { line: number; message: string } | undefined
  expectations: CheckedExpectation[]
}

export async function runScript(
  call: ObservedCall,
  { script, lines, language }: LoadedScenario,
  problem: () => string | undefined,
): Promise<ScriptResult> {
  const matching = createMatching(call, language)
  const expectations: CheckedExpectation[] = []
  /** Limits of time count from here: the end of what the customer did, or the last expected event. */
  let sinceMs = 0
  /** When the last expected event happened. */
  let metMs = 0

  const now = (): number => call.clock.now()

  async function until(isDone: () => boolean, limitMs: number): Promise<boolean> {
    while (!isDone()) {
      if (now() >= limitMs || call.end()) return false
      const settled = call.frame(limitMs)
      if (settled) await settled
    }
    return true
  }

  const wait = (durationMs: number): Promise<boolean> => {
    const untilMs = now() + durationMs
    return until(() => now() >= untilMs, untilMs)
  }

  /** How long the assistant has been speaking. */
  function speakingMs(): number {
    if (!matching.heard.isAudible(now())) return 0
    const parts = matching.heard.parts()
    let first = parts.length - 1
    while (first > 0 && parts[first]!.fromMs - parts[first - 1]!.toMs < 300) first--
    return now() - parts[first]!.fromMs
  }

  /** Returns why the step is not possible. */
  async function act(step: Step): Promise<string | undefined> {
    const end = call.end()
    if (end) return `The call had ended (${end.reason}) at ${seconds(now())}, before this step.`
    switch (step.kind) {
      case 'say':
        await wait(call.says(step.say, step))
        break
      case 'interrupt': {
        const spoke = await until(() => speakingMs() >= step.after_ms, now() + patienceMs)
        if (!spoke) return `The assistant did not speak for ${milliseconds(step.after_ms)}, so it was not interrupted.`
        await wait(call.says(step.interrupt, step))
        break
      }
      case 'wait_ms':
        await wait(step.wait_ms)
        break
      case 'noise_ms':
        call.makesNoise(step.noise_ms)
        await wait(step.noise_ms)
        break
      case 'beep':
        call.beeps()
        await wait(600)
        break
      case 'press':
        call.presses(step.press)
        break
      case 'carrier_says':
        call.carrierSays(step.carrier_says, step.greeting_ended)
        break
      case 'recognition_fails':
        call.recognitionFails(step.recognition_fails)
        break
      case 'fall_back':
        call.fallsBack(step.fall_back)
        break
      case 'hang_up':
        call.hangsUp()
        break
      case 'expect':
    }
    sinceMs = now()
    return undefined
  }

  async function checkAbsent(expected: Expectation): Promise<string | undefined> {
    const saved = matching.position()
    const fromMs = now()
    matching.skip()
    let atMs: number | undefined
    await until(() => {
      atMs = matching.find(expected)?.atMs
      return atMs !== undefined
    }, fromMs + expected.for_ms!)
    matching.restore(saved)
    sinceMs = now()
    metMs = sinceMs
    if (atMs === undefined) return undefined
    return `It happened at ${seconds(atMs)}.`
  }

  async function check(expected: Expectation): Promise<string | undefined> {
    if (expected.absent) return checkAbsent(expected)
    // An assistant stops after the customer has started, not after the customer has finished.
    const fromMs = expected.stops ? (call.customerSounds.at(-1)?.fromMs ?? sinceMs) : sinceMs
    const { within_ms: withinMs = patienceMs } = expected
    const soundMs = expected.assistant === undefined ? 0 : expected.assistant.length * call.msPerCharacter + graceMs
    await until(() => matching.find(expected) !== undefined, fromMs + withinMs + soundMs)
    const match = matching.find(expected)
    if (!match) return whatHappened(call, fromMs)
    const tookMs = match.atMs - fromMs
    if (tookMs > withinMs) return `It happened after ${milliseconds(tookMs)}, at ${seconds(match.atMs)}.`
    if (tookMs < (expected.not_before_ms ?? Number.NEGATIVE_INFINITY))
      return `It happened after ${milliseconds(tookMs)} already, at ${seconds(match.atMs)}.`
    match.use()
    metMs = match.atMs
    sinceMs = Math.max(sinceMs, match.atMs)
    return undefined
  }

  for (const [index, step] of script.entries()) {
    const line = lines[index]!
    if (step.kind !== 'expect') {
      const reason = problem() ?? (await act(step))
      if (reason !== undefined) return { failure: { line, message: reason }, expectations }
      continue
    }
    const expected = describeExpectation(step.expect)
    const instead = problem() ?? (await check(step.expect))
    const reason = instead === undefined ? undefined : (problem() ?? instead)
    expectations.push({ line, expected, met: reason === undefined, atMs: reason === undefined ? metMs : now() })
    if (reason !== undefined) return { failure: { line, message: `Expected: ${expected}. ${reason}` }, expectations }
  }
  return { failure: undefined, expectations }
}

const maxEvents = 6

function whatHappened(call: ObservedCall, sinceMs: number): string {
  const heard = createHeardWords(call.sounds, call.msPerCharacter)
  const said = heard
    .parts()
    .filter(({ toMs }) => toMs > sinceMs)
    .map(({ text, from, to, fromMs }) => ({
      atMs: fromMs,
      what: `the assistant said “${text.slice(Math.floor(from), Math.round(to))}”`,
    }))
  const noted = call.record.timeline
    .filter(({ atMs }) => atMs >= sinceMs)
    .map(({ atMs, type, detail }) => ({
      atMs,
      what: `the event ${type}${detail === undefined ? '' : ` (${detail})`} occurred`,
    }))
  const turns = call.record.transcript
    .filter(({ speaker, atMs }) => speaker === 'customer' && atMs >= sinceMs)
    .map(({ atMs, text }) => ({ atMs, what: `the turn of the customer was “${text}”` }))
  const events = [...said, ...noted, ...turns].sort((a, b) => a.atMs - b.atMs)
  if (events.length === 0) return `Nothing happened until ${seconds(call.clock.now())}.`
  const shown = events.slice(0, maxEvents).map(({ atMs, what }) => `at ${seconds(atMs)} ${what}`)
  const more = events.length > maxEvents ? `; and ${counted(events.length - maxEvents, 'more event')}` : ''
  return `Instead, ${shown.join('; ')}${more}.`
}
