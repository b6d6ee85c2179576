// The stored form of the steps of a run.
import type { CompiledStep } from '../flow/compile-flow.ts'
import { derivedId } from './derived-id.ts'
import type { StepRow } from './run.ts'

export const rowOf = (
  { name, type }: CompiledStep,
  path: string,
  tries: readonly StepRow[],
  position: number,
  startedAt: Date,
): StepRow => {
  // A step that was paused or interrupted goes on with its attempt.
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
    input: null,
    output: null,
    startedAt,
    endedAt: null,
  }
}

/** A failed attempt that certainly had no effect is followed by one with another key. */
export function effectKeyOf(runId: string, path: string, tries: readonly StepRow[]): string {
  const certain = tries.filter(({ status, inDoubt }) => status === 'FAILED' && !inDoubt).length
  return derivedId(runId, path, certain)
}
