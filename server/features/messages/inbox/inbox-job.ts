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
export const inboxWork = (subject: string): JobOrder<InboxRef> =>
  subject.includes('>')
    ? inboundWork(subject)
    : { job: statusUpdateJob, payload: { subject }, options: { key: `chatapp-news:${subject}` } }

export function addInboxJob(tx: Pick<AppTx, 'addJob'>, subject: string): Promise<void> {
  const { job, payload, options } = inboxWork(subject)
  return tx.addJob(job, payload, options)
}

/** The queue keeps the messages between two numbers in order. */
function inboundWork(subject: string): JobOrder<InboxRef> {
  const hash = createHash('sha256').update(subject).digest()
  const queue = `chatapp-inbound:${hash.readUInt16BE() % queues}`
  return { job: inboundJob, payload: { subject }, options: { key: `chatapp-inbound:${hash.toString('hex')}`, queue } }
}
