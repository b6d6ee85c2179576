// The background jobs of calls: dialing, reporting, and recovery.
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { eraseJob, eraseRecording } from './delete-call.ts'
import { dialCall } from './dialing/dial-call.ts'
import { dialJob } from './dialing/dial-job.ts'
import { reportCall } from './ending/report-call.ts'
import { reportJob } from './ending/report-job.ts'
import { forgetJob, forgetWords } from './personal-data/forget-words.ts'
import { completeEndings, planRecovery, recoverCall, recoverJob } from './recover-calls.ts'

export const callJobs = [
  { ...dialJob, run: dialCall },
  { ...reportJob, run: reportCall },
  { ...recoverJob, run: recoverCall },
  { ...eraseJob, run: eraseRecording },
  { ...forgetJob, run: forgetWords },
] as Job<never>[]

export const callCrons: CronJob[] = [
  { name: 'calls.recover', match: '* * * * *', run: planRecovery },
  { name: 'calls.complete-endings', match: '* * * * *', run: completeEndings },
]
