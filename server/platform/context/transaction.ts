// Runs transactions, with a context that has no external services and adds jobs in the same transaction.
import { events, isInternalEvent } from '#contract/events/events.ts'
import { retryConflicts } from '../database/retry-conflicts.ts'
import { insertEvents, type NewEvent } from '../live-events/store.ts'
import { addJob } from './add-job.ts'
import type { AppContext, TxOf } from './context.ts'
import type { AddJobOptions, JobSpec } from './job.ts'

/** Runs `work` again after a deadlock or `LostRace`, so `work` must not change anything outside the transaction. */
export function transaction<C extends AppContext, R>(ctx: C, work: (tx: TxOf<C>) => Promise<R>): Promise<R> {
  return retryConflicts(() => runOnce(ctx, work))
}

async function runOnce<C extends AppContext, R>(ctx: C, work: (tx: TxOf<C>) => Promise<R>): Promise<R> {
  const jobDelaysMs: number[] = []
  const liveEvents: NewEvent[] = []
  const result = await ctx.db.transaction().execute(async (db) => {
    const { languageModel: _model, fetcher: _fetcher, carriers: _carriers, ...others } = ctx
    const { files: _files, speechToText: _hearing, textToSpeech: _speaking, ...rest } = others
    const { embedder: _embedder, reranker: _reranker, vectorSearch: _vectors, modelsFor: _models, ...unbound } = rest
    const { vendors: _vendors, ...remaining } = unbound
    const {
      realtimeModel: _realtime,
      mailer: _mailer,
      db: _db,
      liveness: _liveness,
      liveEvents: _live,
      ...core
    } = remaining
    const addJobInTx = async <P>(job: JobSpec<P>, payload: P, options: AddJobOptions = {}): Promise<void> => {
      await addJob({ db, now: ctx.now }, job, payload, options)
      jobDelaysMs.push(options.runAt ? options.runAt.getTime() - ctx.now().getTime() : 0)
    }
    const tx: TxOf<C> = {
      ...core,
      db,
      addJob: addJobInTx,
      emit: async (event, unchecked) => {
        const payload = events[event].parse(unchecked)
        const { jobs = [], inTransaction = [] } = ctx.subscriptions.get(event) ?? {}
        for (const run of inTransaction) await run(tx as never, payload as never)
        for (const job of jobs) await addJobInTx(job, payload)
        const { accountId, ...data } = payload
        if (!isInternalEvent(event)) liveEvents.push({ accountId, event, payload: data })
      },
      notifyWorkers: (afterMs) => void jobDelaysMs.push(afterMs),
    } as TxOf<C>
    const value = await work(tx)
    if (liveEvents.length > 0) await insertEvents(db, liveEvents)
    return value
  })
  if (liveEvents.length > 0) ctx.numberEvents()
  for (const delayMs of jobDelaysMs) ctx.notifyWorkers(delayMs)
  return result
}
