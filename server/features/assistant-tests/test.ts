// A test of an assistant and its runs.
import type { z } from 'zod'
import type { testRunStatus } from '#contract/assistant-tests/assistant-tests.ts'
import type { TestDefinition } from '#contract/assistant-tests/test-fields.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { LabResult } from './lab.ts'

export type RunStatus = z.infer<typeof testRunStatus>

export interface AssistantTest {
  id: number
  assistantId: number
  name: string
  definition: TestDefinition
  sourceCallId: number | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface RunHead {
  id: number
  testId: number
  status: RunStatus
  assistantVersion: number | null
  message: string | null
  createdAt: Timestamp
  startedAt: Timestamp | null
  finishedAt: Timestamp | null
}

export interface TestResult extends LabResult {
  /** What answered. */
  model: string | null
  remarks: string[]
}

export interface Run extends RunHead {
  /** Null until the run has passed or failed. */
  result: TestResult | null
}

export const kindOf = ({ simulate }: Pick<TestDefinition, 'simulate'>): 'script' | 'simulation' =>
  simulate ? 'simulation' : 'script'
