// Makes one delivery attempt under a lease. If the process dies, another worker retries after the lease expires.
import { removeJob } from '#server/platform/context/add-job.ts'
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { CounterSpec } from '#server/platform/observability/metrics.ts'
import { withPatience } from '#server/platform/time/with-timeout.ts'
import { addDeliverJob, type DeliveryRef, deliverJobKey } from './deliver-job.ts'
import { signingKeys } from './secret.ts'
import { attemptTimeoutMs, type Outcome, send, type Verdict } from './send.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  findWaitMs,
  lockSending,
  selectNextInTurn,
  settleDelivery,
} from './store-sending.ts'

export const webhookAttempts: CounterSpec<Verdict | 'given_up'> = {
  name: 'parley_webhook_attempts_total',
  help: 'Webhook delivery attempts. again: failed, will be retried. given_up: failed for the last time. refused: the URL is not allowed. gone: the receiver responded with 410.',
  label: 'outcome',
  words: ['delivered', 'again', 'given_up', 'refused', 'gone'],
}

const minutes = 60_000
const hours = 60 * minutes

/** The delays between attempts at a delivery. */
export const retryDelaysMs = [minutes / 2, minutes, 2 * minutes, 10 * minutes, hours, 6 * hours]
const jitter = 0.1

/** `random` is from 0 up to 1. Returns undefined after the last attempt. */
export function retryDelayMs(failures: number, random: number): number | undefined {
  const delayMs = retryDelaysMs[failures - 1]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - jitter + 2 * jitter * random))
}

/** Longer than any attempt, so attempts never overlap. */
const leaseMs = attemptTimeoutMs + 10_000

/** Does nothing if another delivery goes first; the end of that delivery's attempt adds a new job. */
export async function attemptDelivery(context: AppContext, delivery: DeliveryRef): Promise<void> {
  const begun = await transaction(context, (tx) => begin(tx, delivery))
  if (begun) await waitOrDetach(sendAndSettle(context, delivery, begun), context.log)
}

type Begun = NonNullable<Awaited<ReturnType<typeof begin>>>

async function begin(tx: AppTx, delivery: DeliveryRef) {
  const { accountId, deliveryId } = delivery
  await lockSending(tx.db, accountId)
  const claimed = await claimDelivery(tx.db, accountId, deliveryId, leaseMs)
  if (!claimed) {
    await postpone(tx, delivery)
    return undefined
  }
  // Runs only if this process dies: the end of the attempt replaces or removes it.
  await addDeliverJob(tx, delivery, leaseMs)
  return { claimed, keys: await signingKeys(tx, accountId) }
}

/** Adds another job if this one runs before the delivery is due, for example because the clock was turned back. */
async function postpone(tx: AppTx, delivery: DeliveryRef): Promise<void> {
  const waitMs = await findWaitMs(tx.db, delivery.accountId, delivery.deliveryId)
  if (waitMs !== undefined && waitMs > 0) await addDeliverJob(tx, delivery, Math.max(waitMs, 1000))
}

async function sendAndSettle(context: AppContext, delivery: DeliveryRef, { claimed, keys }: Begun): Promise<void> {
  const outcome = await send(context, claimed, keys)
  const status = await transaction(context, (tx) => settle(tx, delivery, claimed, outcome))
  const { verdict } = outcome
  context.countEvent(webhookAttempts, verdict === 'again' && status === 'failed' ? 'given_up' : verdict)
}

async function settle(tx: AppTx, delivery: DeliveryRef, claimed: ClaimedDelivery, outcome: Outcome) {
  const { accountId, deliveryId } = delivery
  const { verdict } = outcome
  const delayMs = verdict === 'again' ? retryDelayMs(claimed.failures + 1, Math.random()) : undefined
  const status = verdict === 'delivered' ? 'delivered' : delayMs !== undefined ? 'pending' : 'failed'

  await lockSending(tx.db, accountId)
  const settlement = { ...outcome, status, delayMs } as const
  if (!(await settleDelivery(tx.db, accountId, deliveryId, claimed.attempt, settlement))) return status

  if (status !== 'pending') await tx.emit('webhook.delivery', { accountId, deliveryId, status })
  if (delayMs !== undefined) await addDeliverJob(tx, delivery, delayMs)
  else await removeJob(tx.db, deliverJobKey(delivery))
  if (verdict === 'gone' && claimed.hook !== null) {
    await tx.emit('webhook.gone', { accountId, hook: claimed.hook })
  }
  for (const nextId of await selectNextInTurn(tx.db, accountId, claimed))
    await addDeliverJob(tx, { accountId, deliveryId: nextId })
  return status
}

const detached = new Set<Promise<void>>()

/**
 * Waits for the work, but lets it continue in the background after a second, so that slow receivers do not occupy the
 * worker's slots. The lease job repeats the work if its process dies.
 */
async function waitOrDetach(work: Promise<void>, log: Log): Promise<void> {
  if (
    await withPatience(
      1_000,
      work.then(() => true),
    )
  )
    return
  if (detached.size >= 500) return work
  const running = work
    .catch((error) => log.warn({ error }, 'the outcome of a webhook attempt could not be recorded'))
    .finally(() => detached.delete(running))
  detached.add(running)
}
