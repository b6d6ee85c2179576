// One attempt at a delivery: taken under a lease, sent, settled; whoever dies on the way leaves it to the next.
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { addDeliverJob, type DeliveryRef, deliverJobKey } from './deliver-job.ts'
import type { WebhookGone } from './events.ts'
import { webhookAttempts } from './metrics.ts'
import { releaseOrWait } from './release-or-wait.ts'
import { retryDelayMs } from './retry-schedule.ts'
import { signingKeys } from './secret.ts'
import { answerWithinMs, type Outcome, send } from './send.ts'
import {
  type Claimed,
  claimDelivery,
  findWaitMs,
  finishAttempt,
  insertAttempt,
  lockSending,
  removeJob,
  selectNextInTurn,
  settleDelivery,
} from './store-sending.ts'

/** Longer than any attempt, so that a second one begins only when the first can no longer be under way. */
const leaseMs = answerWithinMs + 10_000

/** Does nothing when it is not the delivery's turn: whoever is in its way gives it a job when it has ended. */
export async function attemptDelivery(context: AppContext, delivery: DeliveryRef): Promise<void> {
  const begun = await transaction(context, (tx) => begin(tx, delivery))
  if (!begun) return
  await releaseOrWait(sendAndSettle(context, delivery, begun), context.log)
}

async function sendAndSettle(context: AppContext, delivery: DeliveryRef, { claimed, keys }: Begun): Promise<void> {
  const outcome = await send(context, claimed, keys)
  const status = await transaction(context, (tx) => settle(tx, delivery, claimed, outcome))
  const { verdict } = outcome
  context.countEvent(webhookAttempts, verdict === 'again' && status === 'failed' ? 'given_up' : verdict)
}

interface Begun {
  claimed: Claimed
  keys: Buffer[]
}

async function begin(tx: AppTx, delivery: DeliveryRef): Promise<Begun | undefined> {
  const { accountId, deliveryId } = delivery
  await lockSending(tx.db, accountId)
  const claimed = await claimDelivery(tx.db, accountId, deliveryId, leaseMs)
  if (!claimed) {
    await waitForItsTime(tx, delivery)
    return undefined
  }
  await insertAttempt(tx.db, accountId, deliveryId, claimed.attempt)
  // Runs only if this process dies: the end of the attempt replaces or removes it.
  await addDeliverJob(tx, delivery, leaseMs)
  return { claimed, keys: await signingKeys(tx, accountId) }
}

const shortestWaitMs = 1000

/** A job that runs before its time, such as after the clock was turned back, must not be the last one. */
async function waitForItsTime(tx: AppTx, delivery: DeliveryRef): Promise<void> {
  const waitMs = await findWaitMs(tx.db, delivery.accountId, delivery.deliveryId)
  if (waitMs !== undefined && waitMs > 0) await addDeliverJob(tx, delivery, Math.max(waitMs, shortestWaitMs))
}

async function settle(
  tx: AppTx,
  delivery: DeliveryRef,
  claimed: Claimed,
  outcome: Outcome,
): Promise<'delivered' | 'pending' | 'failed'> {
  const { accountId, deliveryId } = delivery
  const { verdict, statusCode, error } = outcome
  const delayMs = verdict === 'again' ? retryDelayMs(claimed.failures + 1, Math.random()) : undefined
  const status = verdict === 'delivered' ? 'delivered' : delayMs !== undefined ? 'pending' : 'failed'

  await lockSending(tx.db, accountId)
  await finishAttempt(tx.db, accountId, deliveryId, claimed.attempt, outcome)
  const end = { statusCode, error, status, delayMs } as const
  if (!(await settleDelivery(tx.db, accountId, deliveryId, claimed.attempt, end))) return status

  if (delayMs !== undefined) await addDeliverJob(tx, delivery, delayMs)
  else await removeJob(tx.db, deliverJobKey(delivery))
  if (verdict === 'gone' && claimed.hook !== null) {
    const gone: WebhookGone = { accountId, hook: claimed.hook }
    await tx.emit('webhook.gone', gone)
  }
  const { subject, receiver } = claimed
  for (const nextId of await selectNextInTurn(tx.db, accountId, { subject, receiver }))
    await addDeliverJob(tx, { accountId, deliveryId: nextId })
  return status
}
