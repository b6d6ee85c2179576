// A job as those see it who ask for it; what it does is known to the worker alone.

/** `P` holds ids only: the job reads the rest when it runs. */
export interface JobSpec<P> {
  name: string
  /** Tries until it is given up, each later than the last; 25 unless said. One in which the process dies counts too. */
  maxAttempts?: number
  /** It waits for services outside of Parley, so that it counts against the slots of its account. */
  waitsOutside?: boolean
  readonly payload?: P
}

/** A job in which so many processes have died is given up, whatever attempts it has left. */
export const maxDeaths = 5

/** A job as it is asked for. */
export interface JobOrder<P> {
  job: JobSpec<P>
  payload: P
  options: AddJobOptions
}

export interface AddJobOptions {
  /** By the context's clock; at once unless given. */
  runAt?: Date
  /** One waiting job per key: a later one replaces it. */
  key?: string
  /** With a key: the waiting job keeps its time when it is replaced. */
  keepRunAt?: boolean
  /** Jobs of one queue run one after another. */
  queue?: string
}
