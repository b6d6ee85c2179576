// The manifest of calls.

import { measuredCallsPoint } from '#server/features/catalogues/index.ts'
import { collectContacts } from '#server/features/contacts/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { peopleOfCalls } from './call/store-known-persons.ts'
import { callCallbacks, callEvents } from './callbacks.ts'
import { eraseJob, eraseRecording } from './delete-call.ts'
import { dialCall } from './dialing/dial-call.ts'
import { dialJob } from './dialing/dial-job.ts'
import { reportCall } from './ending/report-call.ts'
import { reportJob } from './ending/report-job.ts'
import { measureCalls } from './measure-calls.ts'
import { callPages } from './pages/call-pages.ts'
import { forgetJob, forgetWords } from './personal-data/forget-words.ts'
import { personalData } from './personal-data/store-personal-data.ts'
import { completeEndings, planRecovery, recoverCall, recoverJob, recoverOrphans } from './recover-calls.ts'
import { callHandlers, liveCallHandlers } from './routes.ts'

const callJobs = [
  { ...dialJob, run: dialCall },
  { ...reportJob, run: reportCall },
  { ...recoverJob, run: recoverCall },
  { ...eraseJob, run: eraseRecording },
  { ...forgetJob, run: forgetWords },
] as Job<never>[]

const callCrons: CronJob[] = [
  {
    name: 'calls.collect-contacts',
    match: '* * * * *',
    run: (context) => collectContacts(context, peopleOfCalls),
  },
  { name: 'calls.recover', match: '* * * * *', run: planRecovery },
  { name: 'calls.complete-endings', match: '* * * * *', run: completeEndings },
]

export const calls = {
  name: 'calls',
  handlers: { calls: callHandlers, liveCalls: liveCallHandlers },
  callbacks: [...callCallbacks, ...callPages],
  carrierEvents: callEvents,
  jobs: callJobs,
  crons: callCrons,
  checks: [recoverOrphans],
  extensions: [extend(measuredCallsPoint, measureCalls)],
  personalData,
} satisfies Feature
