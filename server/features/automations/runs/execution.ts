// What the execution of a run gets, and what it does with its run.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { StepContext } from '../steps/step-type.ts'
import type { Control } from './control.ts'
import type { Interruption } from './interruption.ts'
import type { LoadedFlow } from './load-flow.ts'
import type { NewStep, Response, Run, StepBudget, StoredStep } from './run.ts'
import type { Progress } from './store.ts'

export interface Execution {
  ctx: AccountContext
  run: Run
  automation: StepContext['automation']
  flow: LoadedFlow
  /** What the run has done before it was interrupted, paused or retried. */
  earlier: readonly StoredStep[]
  /** How many steps the run and those that it starts may still execute. */
  budget: StepBudget
  /** Aborted when the run was taken away from this execution. */
  lost: AbortSignal
  /** Returns false if the run was deleted or taken away. */
  save(progress: Progress): Promise<boolean>
  /** Shows a step that takes long. */
  show(step: NewStep): Promise<void>
  /** The run has made progress since its processes died. */
  forgetDeaths(): Promise<void>
  /** Leaves the run to a job. */
  release(interruption: Interruption): Promise<void>
  /** Starts a run of another automation, and waits for its end. */
  callFlow: Control['callFlow']
  /** The response of the trigger's request is known. */
  responded(response: Response): void
}
