// What starts a run, and what its caller gets.
import type { RequestData } from '../flow/request-fields.ts'
import type { Response } from './run.ts'
import type { NewRun, Progress } from './store.ts'

export type RunEnd = NonNullable<Progress['end']>

export interface StartedRun {
  id: string
  /** Undefined if this process does not finish the run. */
  ended: Promise<RunEnd | undefined>
  /** Resolves when a step sets the response, or when the run ends without one. */
  responded: Promise<Response | undefined>
}

export type Start = Pick<NewRun, 'trigger'> &
  Partial<Pick<NewRun, 'id' | 'isTest' | 'depth' | 'stepLimit'>> & { request?: RequestData }
