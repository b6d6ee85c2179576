// The background jobs of messages: callbacks, answers, further parts, downloads of media, and repair.
import { collectContacts } from '#server/features/contacts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { inTransaction, type Subscription, subscription } from '#server/platform/jobs/subscriptions.ts'
import { answerAgain } from './answering/answer-again.ts'
import { answerCustomer, answerJob } from './answering/answer-customer.ts'
import { confirmJob, confirmOptOut } from './answering/confirm-opt-out.ts'
import { sendAgentMessage } from './answering/send-agent-message.ts'
import { leaveConversations, separateAddresses } from './contacts/keep-persons-apart.ts'
import { customersOfSenders } from './contacts/store-known-persons.ts'
import { partJob } from './delivery/accept-message.ts'
import { applyStatusUpdate } from './delivery/apply-status-update.ts'
import { planRepairs, repairJob, repairMessage } from './delivery/repair-message.ts'
import { sendPart } from './delivery/send-part.ts'
import { addInboxJob, inboundJob, statusUpdateJob } from './inbox/inbox-job.ts'
import { deleteOldInboxEntries, selectOverdueSubjects } from './inbox/store-inbox.ts'
import { fetchInboundMedia, mediaJob } from './media/fetch-inbound-media.ts'
import { findLostMessages } from './receiving/find-lost.ts'
import { receiveMessages } from './receiving/receive-message.ts'

export const messageJobs = [
  { ...statusUpdateJob, run: applyStatusUpdate },
  { ...inboundJob, run: receiveMessages },
  { ...answerJob, run: answerCustomer },
  { ...confirmJob, run: confirmOptOut },
  { ...partJob, run: sendPart },
  { ...mediaJob, run: fetchInboundMedia },
  { ...repairJob, run: repairMessage },
] as Job<never>[]

export const messageSubscriptions: readonly Subscription[] = [
  inTransaction('contact.number-moved', leaveConversations),
  inTransaction('contact.separated', separateAddresses),
  subscription('conversation.person-wrote', 'messages', sendAgentMessage, { waitsOutside: true }),
]

const batchSize = 1000

/** Adds jobs for entries whose jobs were lost, for example because a job failed permanently. */
async function processOverdueEntries(context: AppContext): Promise<void> {
  const subjects = await selectOverdueSubjects(context.db, batchSize)
  await transaction(context, async (tx) => {
    for (const subject of subjects) await addInboxJob(tx, subject)
  })
}

async function deleteOldEntries({ db }: AppContext): Promise<void> {
  while ((await deleteOldInboxEntries(db, batchSize)) === batchSize);
}

export const messageCrons: CronJob[] = [
  { name: 'messages.repair', match: '* * * * *', run: planRepairs },
  { name: 'messages.answer-again', match: '* * * * *', run: answerAgain },
  { name: 'messages.find-lost', match: '*/5 * * * *', run: findLostMessages },
  { name: 'messages.pick-up-forgotten', match: '*/10 * * * *', run: processOverdueEntries },
  {
    name: 'messages.collect-contacts',
    match: '* * * * *',
    run: (context) => collectContacts(context, customersOfSenders),
  },
  { name: 'messages.forget-old', match: '51 * * * *', run: deleteOldEntries },
]
