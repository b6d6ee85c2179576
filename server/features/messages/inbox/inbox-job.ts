// The jobs that process the carrier's callbacks.
import { createHash } from 'node:crypto'
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobOrder, JobSpec } from '#server/platform/context/job.ts'

/** A job processes all entries of its subject in their order. */
export interface InboxRef {
  subject: string
}

export const statusUpdateJob: JobSpec<InboxRef> = { name: 'messages.apply-news' }
export const inboundJob: JobSpec<InboxRef> = { name: 'messages.receive' }

/** Few, because queues accumulate in the database; enough that customers rarely wait for each other's messages. */
const queues = 64

/** A subject is the UUID of a sent message, or the two numbers of inbound messages, separated by `>`. */
export function inboxWork(subject: string): JobOrder<InboxRef> {
  const payload = { subject }
  if (!subject.includes('>')) return { job: statusUpdateJob, payload, options: { key: `chatapp-news:${subject}` } }
  const hash = createHash('sha256').update(subject).digest()
  // The queue keeps the messages between two numbers in order.
  const queue = `chatapp-inbound:${hash.readUInt16BE() % queues}`
  return { job: inboundJob, payload, options: { key: `chatapp-inbound:${hash.toString('hex')}`, queue } }
}

export function addInboxJob(tx: Pick<AppTx, 'addJob'>, subject: string): Promise<void> {
  const { job, payload, options } = inboxWork(subject)
  return tx.addJob(job, payload, options)
}
