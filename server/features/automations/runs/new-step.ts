// An attempt at a step before it begins, and the key of its effect.
import type { CompiledStep } from '../flow/compile-flow.ts'
import { derivedId } from './derived-id.ts'
import type { NewStep, StepAttempt } from './run.ts'

export const newStep = (
  { name, type }: CompiledStep,
  path: string,
  tries: readonly StepAttempt[],
  position: number,
  startedAt: Date,
): NewStep => {
  // A step that was paused or interrupted continues the same attempt.
  const failed = tries.filter(({ status }) => status === 'FAILED')
  const attempt = failed.length + 1
  return {
    path,
    attempt,
    position,
    name,
    type,
    status: 'RUNNING',
    classification: 'ok',
    error: null,
    inDoubt: false,
    input: 'null',
    output: 'null',
    startedAt,
    endedAt: null,
  }
}

/** A failed attempt that certainly had no effect is followed by one with another key. */
export function effectKeyOf(runId: string, path: string, tries: readonly StepAttempt[]): string {
  const certain = tries.filter(({ status, inDoubt }) => status === 'FAILED' && !inDoubt).length
  return derivedId(runId, path, certain)
}
