// Starts the flows of an account for which something happened that their triggers name.
import type { EventName, EventPayload } from '#contract/events/events.ts'
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext, Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { inTransaction, type Subscription } from '#server/platform/jobs/subscriptions.ts'
import { hasTriggered, selectTriggered } from '../automation/store.ts'
import type { TriggerType } from '../flow/flow.ts'
import { derivedId } from '../runs/derived-id.ts'
import { enqueueRun } from './enqueue-run.ts'
import { type EventTrigger, eventTriggers } from './event-data.ts'

interface EventJob {
  accountId: number
  /** Identifies the event. */
  eventId: string
  type: TriggerType
  payload: EventPayload<EventName>
}

export const eventJob: JobSpec<EventJob> = { name: 'automations.event' }

/** An event that no flow of the account waits for costs one lookup in an index. */
export const eventSubscriptions: Subscription[] = eventTriggers.map((trigger) =>
  inTransaction(trigger.event, (tx, payload) => noteEvent(tx, trigger, payload)),
)

async function noteEvent(tx: Tx, { type, matches }: EventTrigger, payload: EventPayload<EventName>): Promise<void> {
  const { accountId } = payload
  if (matches?.(payload) === false || !(await hasTriggered(tx.db, accountId, type))) return
  await tx.addJob(eventJob, { accountId, eventId: tx.newId(), type, payload })
}

/** Safe to run twice: each run has an id that is derived from the event. */
export async function startForEvent(
  context: AppContext,
  { accountId, eventId, type, payload }: EventJob,
): Promise<void> {
  const ctx = await actFor(context, accountId)
  const { load } = eventTriggers.find((trigger) => trigger.type === type)!
  if (!ctx) return
  await transaction(ctx, async (tx) => {
    const data = await load(tx, payload)
    if (!data) return
    const { assistantId, trigger } = data
    for (const automation of await selectTriggered(tx.db, accountId, { type, assistantId }))
      await enqueueRun(tx, automation, { id: derivedId(automation.id, eventId), trigger })
  })
}
