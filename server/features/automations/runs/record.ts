// Records what the steps of a run do, and stores it before too much is lost in a crash or held in memory.
import type { CompiledStep } from '../flow/compile-flow.ts'
import { type StepFailure, wiringError } from '../steps/step-type.ts'
import { LostRun } from './interruption.ts'
import { newStep } from './new-step.ts'
import type { NewStep, StepAttempt, StoredStep } from './run.ts'
import type { ExecutionRef, Progress } from './store.ts'

const maxOutputCharacters = 1_024 * 1_024
/** The limit for the inputs and outputs of one run together. */
const maxTotalCharacters = 32 * 1_024 * 1_024
const maxInputCharacters = 32 * 1_024
const maxErrorCharacters = 1_000
/** More than this is stored before the next step. */
const maxUnsavedCharacters = 256 * 1_024
const maxUnsavedSteps = 200

export interface RecordOptions {
  ref: ExecutionRef
  /** What the run has done before. */
  earlier: readonly StoredStep[]
  now(): Date
  /** Returns false if the run was deleted, or if another process has it. */
  save(progress: Progress): Promise<boolean>
}

export function openRecord({ ref, earlier, now, save }: RecordOptions) {
  const byPath = Map.groupBy(earlier, ({ path }) => path)
  let position = earlier.reduce((most, step) => Math.max(most, step.position), 0)
  let charactersLeft = earlier.reduce(
    (left, { input, output }) => left - jsonOf(input).length - jsonOf(output).length,
    maxTotalCharacters,
  )
  let unsaved: NewStep[] = []
  let unsavedCharacters = 0

  /** Returns the value as JSON, whose length counts against the limit of the run. */
  function charge(value: unknown): string {
    const json = jsonOf(value)
    charactersLeft -= json.length
    if (charactersLeft < 0) throw wiringError('The inputs and outputs of a run may not have more than 32 MB.')
    return json
  }

  function add(step: NewStep): void {
    unsaved.push(step)
    unsavedCharacters += step.input.length + step.output.length
  }

  function finish(step: NewStep, status: 'SUCCEEDED' | 'FAILED'): void {
    step.status = status
    step.endedAt = now()
    add(step)
  }

  return {
    /** What became of the step before. */
    earlierOf: (path: string): readonly StoredStep[] => byPath.get(path) ?? [],

    begin: (step: CompiledStep, path: string, tries: readonly StepAttempt[]): NewStep =>
      newStep(step, path, tries, ++position, now()),

    /** Only the beginning of a large input is stored. Throws a `StepFailure`. */
    setInput(step: NewStep, input: unknown): void {
      const json = charge(input)
      step.input = json.length <= maxInputCharacters ? json : jsonOf({ truncated: json.slice(0, 1_000) })
    },

    /** Throws a `StepFailure`. */
    succeed(step: NewStep, output: unknown): void {
      const json = charge(output)
      if (json.length > maxOutputCharacters) throw wiringError('The output of a step may not have more than 1 MB.')
      step.output = json
      finish(step, 'SUCCEEDED')
    },

    fail(step: NewStep, { message, classification, isInDoubt }: StepFailure): void {
      step.classification = classification
      step.error = message.slice(0, maxErrorCharacters).replaceAll('\0', '')
      step.output = jsonOf(null)
      step.inDoubt = isInDoubt
      finish(step, 'FAILED')
    },

    pause(step: NewStep, until: Date): void {
      step.output = jsonOf({ until: until.toISOString() })
      step.classification = 'paused_at_delay'
      step.status = 'PAUSED'
      add(step)
    },

    /** Stores an intermediate result of a step that continues. */
    note(step: NewStep, output: unknown): void {
      step.output = charge(output)
      add({ ...step })
    },

    get isFull(): boolean {
      return unsavedCharacters > maxUnsavedCharacters || unsaved.length >= maxUnsavedSteps
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

const jsonOf = (value: unknown): string => JSON.stringify(value ?? null)
