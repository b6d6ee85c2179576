// The work of messages that is done later: what the carrier told, what the assistant says, what is in doubt.
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { type Subscription, subscription } from '#server/platform/jobs/subscriptions.ts'
import { answerAgain } from './answering/answer-again.ts'
import { answerCustomer } from './answering/answer-customer.ts'
import { answerJob } from './answering/answer-job.ts'
import { confirmJob } from './answering/confirm-job.ts'
import { confirmOptOut } from './answering/confirm-opt-out.ts'
import { sendAgentMessage } from './answering/send-agent-message.ts'
import { applyStatusUpdate } from './delivery/apply-status-update.ts'
import { partJob } from './delivery/part-job.ts'
import { repairJob } from './delivery/repair-job.ts'
import { planRepairs, repairMessage } from './delivery/repair-message.ts'
import { sendPart } from './delivery/send-part.ts'
import { addInboxJob, inboundJob, newsJob } from './inbox/inbox-job.ts'
import { forgetInbox, selectForgottenSubjects } from './inbox/store-inbox.ts'
import { fetchInboundMedia, mediaJob } from './media/fetch-inbound-media.ts'
import { findLostMessages } from './receiving/find-lost.ts'
import { receiveMessages } from './receiving/receive-message.ts'

export const messageJobs = [
  { ...newsJob, run: applyStatusUpdate },
  { ...inboundJob, run: receiveMessages },
  { ...answerJob, run: answerCustomer },
  { ...confirmJob, run: confirmOptOut },
  { ...partJob, run: sendPart },
  { ...mediaJob, run: fetchInboundMedia },
  { ...repairJob, run: repairMessage },
] as Job<never>[]

export const messageSubscriptions: readonly Subscription[] = [
  subscription('conversation.person-wrote', 'messages', sendAgentMessage, { waitsOutside: true }),
]

const batch = 1000

/** A net under the jobs: what a restored database or a job that was given up would leave lying for ever. */
async function pickUpForgotten(context: AppContext): Promise<void> {
  const subjects = await selectForgottenSubjects(context.db, batch)
  await transaction(context, async (tx) => {
    for (const subject of subjects) await addInboxJob(tx, subject)
  })
}

async function forgetOld({ db }: AppContext): Promise<void> {
  while ((await forgetInbox(db, batch)) === batch);
}

export const messageCrons: CronJob[] = [
  { name: 'messages.repair', match: '* * * * *', run: planRepairs },
  { name: 'messages.answer-again', match: '* * * * *', run: answerAgain },
  { name: 'messages.find-lost', match: '*/5 * * * *', run: findLostMessages },
  { name: 'messages.pick-up-forgotten', match: '*/10 * * * *', run: pickUpForgotten },
  { name: 'messages.forget-old', match: '51 * * * *', run: forgetOld },
]
