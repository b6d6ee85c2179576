// The manifest of mail.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { sendMailJob } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'
import { deleteOldMails } from './store.ts'

/** Longer than a mail is retried. A key can be used again afterwards. */
const keptDays = 30

export const mail = {
  name: 'mail',
  jobs: [
    { ...sendMailJob, run: (context: AppContext, { key }: { key: string }) => sendMail(context, key) } as Job<never>,
  ],
  crons: [
    {
      name: 'mail.delete-old',
      match: '23 * * * *',
      run: ({ db }: AppContext) => deleteOldMails(db, keptDays),
    },
  ],
} satisfies Feature
