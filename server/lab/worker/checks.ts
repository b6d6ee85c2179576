// Lists all checks of a run, with those that it did not reach.
import type { LabCheck } from '#server/features/assistant-tests/index.ts'
import { describeExpectation, describeOverall, describeStep } from '../run/describe.ts'
import type { RunResult } from '../run/result.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import type { Overall } from '../scenario/schema.ts'

/** Lines of the scenario are the indexes of its steps. */
export function checksOf(scenario: LoadedScenario, run: RunResult): LabCheck[] {
  const { failure, expectations } = run
  const instead = failure?.message ?? null
  const ofSteps = scenario.script.flatMap((step, index): LabCheck[] => {
    const reached = expectations.find(({ line }) => line === index)
    const isFailure = failure?.line === index
    if (step.kind !== 'expect') {
      if (!isFailure) return []
      return [{ step: index, expected: describeStep(step), met: false, atMs: run.durationMs, instead }]
    }
    const expected = describeExpectation(step.expect)
    if (!reached) return [{ step: index, expected, met: null, atMs: null, instead: null }]
    return [
      {
        step: index,
        expected,
        met: reached.met,
        atMs: reached.atMs,
        instead: reached.met ? null : shorter(instead, expected),
      },
    ]
  })
  const wanted = Object.keys(scenario.overall) as (keyof Overall)[]
  const ofCall = wanted.flatMap((name): LabCheck[] => {
    const value = scenario.overall[name]
    if (value === undefined) return []
    const checked = run.overall.find(({ check }) => check === name)
    const met = checked === undefined ? null : checked.message === undefined
    return [{ step: null, expected: describeOverall(name, value), met, atMs: null, instead: checked?.message ?? null }]
  })
  return [...ofSteps, ...ofCall].map((check) => ({ ...check, expected: capitalize(check.expected) }))
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Without the expectation, which is shown next to it. */
const shorter = (message: string | null, expected: string): string | null =>
  message?.replace(`Expected: ${expected}. `, '') ?? null
