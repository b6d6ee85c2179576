// What follows a request that names a user by email: later, so that the answer takes the same work for an unknown user.
import type { AppContext } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { passwordLinkJob, signInFailedJob } from './later-job-specs.ts'
import { sendPasswordLink } from './own-password.ts'
import { recordForAccounts } from './record-event.ts'
import { findUser } from './store-users.ts'

const ofUser = <P extends { userId: number | null }>(
  spec: JobSpec<P>,
  run: (context: AppContext, user: NonNullable<Awaited<ReturnType<typeof findUser>>>, payload: P) => Promise<void>,
) => ({
  ...spec,
  async run(context: AppContext, payload: P): Promise<void> {
    const user = payload.userId === null ? undefined : await findUser(context.db, payload.userId)
    if (user) await run(context, user, payload)
  },
})

export const memberJobs = [
  ofUser(passwordLinkJob, sendPasswordLink),
  ofUser(signInFailedJob, (context, user, { remoteAddress, userAgent }) =>
    recordForAccounts(context, user, { actor: 'user', action: 'session.signInFailed', remoteAddress, userAgent }),
  ),
] as Job<never>[]
