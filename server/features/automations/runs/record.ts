// Records what the steps of a run do, and stores it before too much is lost in a crash or held in memory.
import type { CompiledStep } from '../flow/compile-flow.ts'
import { StepFailure } from '../steps/step-type.ts'
import { LostRun } from './interruption.ts'
import type { RunRef, StepRow } from './run.ts'
import { rowOf } from './step-row.ts'
import type { Progress } from './store.ts'

const maxOutputCharacters = 1_024 * 1_024
/** The limit for the inputs and outputs of one run together. */
const maxTotalCharacters = 32 * 1_024 * 1_024
const maxInputCharacters = 32 * 1_024
const maxErrorCharacters = 1_000
/** More than this is stored before the next step. */
const maxUnsavedCharacters = 256 * 1_024
const maxUnsavedRows = 200

export interface RecordOptions {
  ref: RunRef & { processId: string }
  /** What the run has done before. */
  earlier: readonly StepRow[]
  now(): Date
  /** Returns false if the run was deleted, or if another process has it. */
  save(progress: Progress): Promise<boolean>
}

export function openRecord({ ref, earlier, now, save }: RecordOptions) {
  const byPath = Map.groupBy(earlier, ({ path }) => path)
  let position = earlier.reduce((most, row) => Math.max(most, row.position), 0)
  let charactersLeft = earlier.reduce(
    (left, { input, output }) => left - lengthOf(input) - lengthOf(output),
    maxTotalCharacters,
  )
  let unsaved: StepRow[] = []
  let unsavedCharacters = 0

  /** Returns the length of the value as JSON, which counts against the limit of the run. */
  function charge(value: unknown): number {
    const length = lengthOf(value)
    charactersLeft -= length
    if (charactersLeft < 0) throw tooLarge('The inputs and outputs of a run may not have more than 32 MB.')
    return length
  }

  function add(row: StepRow, characters: number): void {
    unsaved.push(row)
    unsavedCharacters += characters
  }

  function finish(row: StepRow, status: 'SUCCEEDED' | 'FAILED', characters: number): void {
    row.status = status
    row.endedAt = now()
    add(row, characters)
  }

  return {
    /** What became of the step before. */
    earlierOf: (path: string): readonly StepRow[] => byPath.get(path) ?? [],

    begin: (step: CompiledStep, path: string, tries: readonly StepRow[]): StepRow =>
      rowOf(step, path, tries, ++position, now()),

    /** Only the beginning of a large input is stored. Throws a `StepFailure`. */
    setInput(row: StepRow, input: unknown): void {
      const length = charge(input)
      row.input = length <= maxInputCharacters ? input : { truncated: JSON.stringify(input).slice(0, 1_000) }
    },

    /** Throws a `StepFailure`. */
    succeed(row: StepRow, output: unknown): void {
      const length = charge(output)
      if (length > maxOutputCharacters) throw tooLarge('The output of a step may not have more than 1 MB.')
      row.output = output ?? null
      finish(row, 'SUCCEEDED', length + lengthOf(row.input))
    },

    fail(row: StepRow, { message, classification, isInDoubt }: StepFailure): void {
      row.classification = classification
      row.error = message.slice(0, maxErrorCharacters).replaceAll('\0', '')
      row.output = null
      row.inDoubt = isInDoubt
      finish(row, 'FAILED', maxErrorCharacters)
    },

    pause(row: StepRow, until: Date): void {
      row.output = { until: until.toISOString() }
      row.classification = 'paused_at_delay'
      row.status = 'PAUSED'
      add(row, 0)
    },

    /** Stores an intermediate result of a step that goes on. */
    note(row: StepRow, output: unknown): void {
      row.output = output
      add({ ...row }, charge(output))
    },

    get isFull(): boolean {
      return unsavedCharacters > maxUnsavedCharacters || unsaved.length >= maxUnsavedRows
    },

    /** Throws `LostRun`. */
    async save(end?: Progress['end']): Promise<void> {
      const steps = unsaved
      const characters = unsavedCharacters
      unsaved = []
      unsavedCharacters = 0
      if (!(await save({ ...ref, steps, characters, end }))) throw new LostRun()
    },
  }
}

const lengthOf = (value: unknown): number => (value == null ? 0 : JSON.stringify(value).length)

const tooLarge = (message: string) => new StepFailure(message, { classification: 'wiring_error' })
