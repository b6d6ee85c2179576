// The jobs that work off what the carrier told us, as those see them who ask for them.
import { createHash } from 'node:crypto'
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobOrder, JobSpec } from '#server/platform/context/job.ts'

/** Entries of one subject are worked off in their order, by whichever job comes first. */
export interface InboxRef {
  subject: string
}

export const newsJob: JobSpec<InboxRef> = { name: 'messages.apply-news' }
export const inboundJob: JobSpec<InboxRef> = { name: 'messages.receive' }

/** Few enough that queues do not pile up, enough that no customer waits long for another's message. */
const queues = 64

/** Of a pair of numbers, written with `>` between them, or of a message of ours, by its uuid. */
export const inboxWork = (subject: string): JobOrder<InboxRef> =>
  subject.includes('>') ? inboundWork(subject) : newsWork(subject)

export function addInboxJob(tx: Pick<AppTx, 'addJob'>, subject: string): Promise<void> {
  const { job, payload, options } = inboxWork(subject)
  return tx.addJob(job, payload, options)
}

const newsWork = (subject: string): JobOrder<InboxRef> => ({
  job: newsJob,
  payload: { subject },
  options: { key: `chatapp-news:${subject}` },
})

/** One at a time for each pair of numbers, so that the order holds. */
function inboundWork(subject: string): JobOrder<InboxRef> {
  const hash = createHash('sha256').update(subject).digest()
  const queue = `chatapp-inbound:${hash.readUInt16BE() % queues}`
  return { job: inboundJob, payload: { subject }, options: { key: `chatapp-inbound:${hash.toString('hex')}`, queue } }
}
