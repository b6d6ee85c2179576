// The work of messages that is done later: what the carrier told, what the assistant says, what is in doubt.
import type { World } from '#server/platform/context.ts'
import type { CronJob, Job } from '#server/platform/jobs.ts'
import { type Subscription, subscription } from '#server/platform/subscriptions.ts'
import { transaction } from '#server/platform/transaction.ts'
import { answerAgain } from './answer-again.ts'
import { answerCustomer } from './answer-customer.ts'
import { answerJob } from './answer-job.ts'
import { applyNews } from './apply-news.ts'
import { carryPersonsWord } from './carry-persons-word.ts'
import { confirmJob } from './confirm-job.ts'
import { confirmOptOut } from './confirm-opt-out.ts'
import { fetchInboundMedia } from './fetch-inbound-media.ts'
import { findLostMessages } from './find-lost.ts'
import { addInboxJob, inboundJob, newsJob } from './inbox-job.ts'
import { mediaJob } from './media-job.ts'
import { partJob } from './part-job.ts'
import { receiveMessages } from './receive-message.ts'
import { repairJob } from './repair-job.ts'
import { planRepairs, repairMessage } from './repair-message.ts'
import { sendPart } from './send-part.ts'
import { forgetInbox, selectForgottenSubjects } from './store-inbox.ts'

export const messageJobs = [
  { ...newsJob, run: applyNews },
  { ...inboundJob, run: receiveMessages },
  { ...answerJob, run: answerCustomer },
  { ...confirmJob, run: confirmOptOut },
  { ...partJob, run: sendPart },
  { ...mediaJob, run: fetchInboundMedia },
  { ...repairJob, run: repairMessage },
] as Job<never>[]

export const messageSubscriptions: readonly Subscription[] = [
  subscription('conversation.person-wrote', 'messages', carryPersonsWord),
]

const batch = 1000

/** A net under the jobs: what a restored database or a job that was given up would leave lying for ever. */
async function pickUpForgotten(world: World): Promise<void> {
  const subjects = await selectForgottenSubjects(world.db, batch)
  await transaction(world, async (tx) => {
    for (const subject of subjects) await addInboxJob(tx, subject)
  })
}

async function forgetOld({ db }: World): Promise<void> {
  while ((await forgetInbox(db, batch)) === batch);
}

export const messageCrons: CronJob[] = [
  { name: 'messages.repair', match: '* * * * *', run: planRepairs },
  { name: 'messages.answer-again', match: '* * * * *', run: answerAgain },
  { name: 'messages.find-lost', match: '*/5 * * * *', run: findLostMessages },
  { name: 'messages.pick-up-forgotten', match: '*/10 * * * *', run: pickUpForgotten },
  { name: 'messages.forget-old', match: '51 * * * *', run: forgetOld },
]
