// The jobs of members. A request adds them for an unknown user as well, with null.
import type { JobSpec } from '#server/platform/context/job.ts'

export const passwordLinkJob: JobSpec<{ userId: number | null }> = { name: 'members.send-password-link' }

/** Where the attempt came from is stored nowhere else. */
export const signInFailedJob: JobSpec<{ userId: number | null; remoteAddress: string; userAgent: string }> = {
  name: 'members.record-failed-sign-in',
}
