// A run of a flow, and its steps.
import type { z } from 'zod'
import type { runStatus } from '#contract/automations/automation-fields.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { FailureClass } from '../steps/step-type.ts'

export type RunStatus = z.infer<typeof runStatus>

/** How many steps a run and those that it starts may execute. A flow with loops in loops can be long, but must end. */
export const maxSteps = 10_000

/** What is left of the limit. */
export interface StepBudget {
  left: number
}

export interface RunRef {
  accountId: number
  runId: string
}

export interface Response {
  status: number
  body: unknown
  /** Default: JSON. */
  content_type?: string
}

export interface Run {
  accountId: number
  id: string
  automationId: string
  version: number
  status: RunStatus
  trigger: unknown
  isTest: boolean
  /** How many flows have called each other before this run. */
  depth: number
  /** Set by a step. */
  outcome: string | null
  response: Response | null
  /** 2 after the first retry. */
  attempt: number
  /** How many processes have died during its next step. */
  deaths: number
  /** A process has died during its next step, which may have had its effect. */
  isInterrupted: boolean
  /** How many steps it and the runs that it starts may execute. */
  stepLimit: number
  /** How many they had executed when the run paused or ended. */
  stepsUsed: number
  /** A delay has ended. */
  hasWaited: boolean
  wakeAt: Timestamp | null
  startedAt: Timestamp
  endedAt: Timestamp | null
  /** Increases whenever a process takes the run. */
  generation: number
}

/** One attempt at a step. */
export interface StepAttempt {
  /** The name; in a loop with the names and rounds of the loops around it, such as `each[2].send`. */
  path: string
  attempt: number
  position: number
  name: string
  type: string
  status: RunStatus
  classification: 'ok' | 'paused_at_delay' | FailureClass
  error: string | null
  /** It is not known whether a failed step had its effect. */
  inDoubt: boolean
}

/** As it was read. */
export interface StoredStep extends StepAttempt {
  input: unknown
  output: unknown
  startedAt: Timestamp
  endedAt: Timestamp | null
}

/** As it is written. */
export interface NewStep extends StepAttempt {
  /** JSON. */
  input: string
  /** JSON. */
  output: string
  startedAt: Date
  endedAt: Date | null
}
