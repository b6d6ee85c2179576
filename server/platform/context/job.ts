// Types for adding jobs; what a job does is defined in `jobs/jobs.ts`.
/** The payload `P` contains ids only; the job reads the rest when it runs. */
export interface JobSpec<P> {
  name: string
  /** Default: 25. The delay between attempts grows. An attempt during which the process dies counts. */
  maxAttempts?: number
  /** The job calls external services, so it counts against the job slots of its account. */
  waitsOutside?: boolean
  /** With `waitsOutside`: the job can run for minutes, so jobs of this name use only a part of the slots. */
  isLong?: boolean
  readonly payload?: P
}

/** A job during which the process has died this many times has failed, even if it has attempts left. */
export const maxDeaths = 5

export interface JobOrder<P> {
  job: JobSpec<P>
  payload: P
  options: AddJobOptions
}

export interface AddJobOptions {
  /** In the application's time. Default: now. */
  runAt?: Date
  /** At most one job per key waits: adding another replaces it. */
  key?: string
  /** With a key: a replaced job keeps its run time. */
  keepRunAt?: boolean
  /** Jobs of the same queue run one at a time. */
  queue?: string
}
