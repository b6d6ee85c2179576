// What a run has done, by step of the flow.
import { type Flow, type Step, stepsIn } from './flow.ts'

export type StepState = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'PAUSED'

/** A step of a run, as the API has it. */
export interface RunStep {
  name: string
  path: string
  status: string
  classification: string
  error: string | null
  output?: unknown
  duration_ms: number | null
}

export interface StepProgress {
  state: StepState
  /** Together, for a step in a loop. */
  durationMs: number
  /** How often it was executed. */
  rounds: number
}

export function progressOf(
  flow: Flow,
  run: { status: string; steps: readonly RunStep[] },
): ReadonlyMap<string, StepProgress> {
  const progress = new Map<string, StepProgress>()
  for (const step of run.steps) {
    const before = progress.get(step.name)
    progress.set(step.name, {
      // The latest round is listed last; a failure of any round is what matters.
      state: before?.state === 'FAILED' ? 'FAILED' : (step.status as StepState),
      durationMs: (before?.durationMs ?? 0) + (step.duration_ms ?? 0),
      rounds: (before?.rounds ?? 0) + 1,
    })
  }
  const current = run.status === 'RUNNING' ? currentStep(flow.steps, run.steps) : undefined
  if (current !== undefined) progress.set(current, { state: 'RUNNING', durationMs: 0, rounds: 0 })
  return progress
}

/** The API lists a step when it has ended, so the current one is the first that it does not list. */
export function currentStep(steps: readonly Step[], done: readonly RunStep[]): string | undefined {
  for (const step of steps) {
    const own = done.findLast(({ name }) => name === step.name)
    if (!own || own.status === 'FAILED') return step.name
    if (own.status === 'RUNNING') return step.type === 'loop' ? undefined : step.name
    if (step.type === 'condition') {
      const { result } = (own.output ?? {}) as { result?: unknown }
      const inner = currentStep(stepsIn(step, result === true ? 'then' : 'else'), done)
      if (inner !== undefined) return inner
    }
  }
  return undefined
}
