// Makes a test of an account from a real call, within the limits of tests.
import { type TestDefinition, testLimits } from '#contract/assistant-tests/test-fields.ts'
import type { Lab } from '#server/features/assistant-tests/index.ts'
import { scenarioObjectOf } from './scenario-from-call.ts'

type Step = NonNullable<TestDefinition['script']>[number]
type Answer = NonNullable<TestDefinition['answers']>[number]

const maxResultCharacters = 2_000
/** Answers of a model are not as long as those of the call. */
const longestAnswerMs = 60_000
const pauseMs = 700

/** Keeps the beginning of a call that is too long. With `model`, any answer meets the test, because a model uses other words each time. */
export const definitionFromCall: Lab['definitionOf'] = (call, explanation, answersFrom) => {
  const scenario = scenarioObjectOf(call, explanation)
  const recorded = (scenario.script as Step[]).map(shortened)
  const script = answersFrom === 'recorded' ? recorded : withAnyAnswer(recorded)
  const definition: TestDefinition = {
    script: script.slice(0, testLimits.steps),
    answers_from: answersFrom,
    ...(answersFrom === 'recorded' && {
      answers: (scenario.answers as Answer[]).slice(0, testLimits.answers).map(shortAnswer),
    }),
    ...(scenario.tools && { tools: toolsOf(scenario.tools) }),
    ...(Object.keys(call.variables).length > 0 && { variables: call.variables }),
  }
  return fitting(definition)
}

const cut = (words: string): string => words.slice(0, testLimits.wordCharacters).trim()

function shortened(step: Step): Step {
  const { say, interrupt, wait_ms: waitMs, after_ms: afterMs, expect } = step
  if (say !== undefined) return { ...step, say: cut(say) }
  if (interrupt !== undefined)
    return { ...step, interrupt: cut(interrupt), after_ms: Math.min(afterMs ?? 1_000, 120_000) }
  if (waitMs !== undefined) return { ...step, wait_ms: Math.min(waitMs, 120_000) }
  if (expect?.assistant !== undefined) return { expect: { ...expect, assistant: cut(expect.assistant) } }
  return step
}

/** Each turn of the customer is followed by an answer, and the next one by its end. */
function withAnyAnswer(script: readonly Step[]): Step[] {
  const steps: Step[] = []
  let isSilent = true
  for (const step of script) {
    if (step.expect?.assistant !== undefined) {
      // The greeting.
      if (steps.length === 0) steps.push({ expect: { speaks: true, within_ms: 10_000 } })
      isSilent = false
      continue
    }
    if (step.wait_ms !== undefined) {
      if (!isSilent) steps.push({ expect: { stops: true, within_ms: longestAnswerMs } }, { wait_ms: pauseMs })
      else steps.push(step)
      isSilent = true
      continue
    }
    steps.push(step)
    if (step.say === undefined && step.interrupt === undefined) continue
    steps.push({ expect: { speaks: true, within_ms: 10_000 } })
    isSilent = false
  }
  return steps
}

function shortAnswer({ say, ...answer }: Answer): Answer {
  const call = answer.call?.slice(0, 10)
  return { ...answer, ...(call && { call }), ...(say && { say: say.map(cut).filter((words) => words !== '') }) }
}

function toolsOf(tools: Record<string, { returns: unknown; after_ms: number }>): NonNullable<TestDefinition['tools']> {
  return Object.fromEntries(
    Object.entries(tools)
      .slice(0, testLimits.tools)
      .map(([name, { returns, after_ms: afterMs }]) => {
        const isLong = JSON.stringify(returns ?? null).length > maxResultCharacters
        const result = isLong ? { text: JSON.stringify(returns).slice(0, maxResultCharacters) } : returns
        return [name.slice(0, 64), { returns: result, after_ms: Math.min(Math.max(0, afterMs), 120_000) }]
      }),
  )
}

/** The end of a call is left out until the rest is small enough. */
function fitting(definition: TestDefinition): TestDefinition {
  const { script = [] } = definition
  if (JSON.stringify(definition).length <= testLimits.characters || script.length < 2) return definition
  return fitting({ ...definition, script: script.slice(0, Math.floor(script.length * 0.8)) })
}
