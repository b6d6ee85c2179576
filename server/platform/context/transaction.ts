// Transactions: the context without the outside world, jobs and events stated together with the facts.

import { sqlState } from '../database/database.ts'
import { addJob } from './add-job.ts'
import type { AppContext, TxOf } from './context.ts'
import type { AddJobOptions, JobSpec } from './job.ts'

/** Thrown by work that lost a race and will see its outcome when it is begun anew. */
export class LostRace extends Error {}

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const attempts = 4

/** Runs `work` in one transaction; work that lost a deadlock or a race is begun anew, so it must hold no state of its own. */
export async function transaction<C extends AppContext, R>(ctx: C, work: (tx: TxOf<C>) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(ctx, work)
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error
    }
  }
}

function isLostRace(error: unknown): boolean {
  const state = sqlState(error)
  return error instanceof LostRace || state === serializationFailure || state === deadlockDetected
}

async function once<C extends AppContext, R>(ctx: C, work: (tx: TxOf<C>) => Promise<R>): Promise<R> {
  const stated: number[] = []
  const result = await ctx.db.transaction().execute((db) => {
    const { languageModel: _model, fetcher: _fetcher, carrier: _carrier, files: _files, ...rest } = ctx
    const { db: _db, liveness: _presence, ...inside } = rest
    const state = async <P>(job: JobSpec<P>, payload: P, options: AddJobOptions = {}): Promise<void> => {
      await addJob({ db, now: ctx.now }, job, payload, options)
      stated.push(options.runAt ? options.runAt.getTime() - ctx.now().getTime() : 0)
    }
    const tx = {
      ...inside,
      db,
      addJob: state,
      emit: async (event, payload) => {
        for (const job of ctx.subscriptions.get(event) ?? []) await state(job, payload)
      },
      notifyWorkers: (afterMs) => void stated.push(afterMs),
    } as TxOf<C>
    return work(tx)
  })
  for (const afterMs of stated) ctx.notifyWorkers(afterMs)
  return result
}
