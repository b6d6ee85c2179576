// The manifest of privacy.
import type { Feature } from '#server/platform/feature.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import { eraseInJob, eraseJob, recoverErasures } from './erasure/continue-erasure.ts'
import { enforceJob, enforceRetention } from './retention/enforce-retention.ts'
import { planRetention } from './retention/plan-retention.ts'
import { privacyHandlers } from './routes.ts'

/** `all` are the tables with personal data of the other features, from high to low layers. */
export const privacy = (all: readonly PersonalTable[]) =>
  ({
    name: 'privacy',
    handlers: { privacy: privacyHandlers(all) },
    jobs: [
      { ...enforceJob, run: enforceRetention(all) },
      { ...eraseJob, run: eraseInJob(all) },
    ] as Job<never>[],
    crons: [
      { name: 'privacy.plan-retention', match: '7 * * * *', run: planRetention },
      { name: 'privacy.recover-erasures', match: '*/10 * * * *', run: recoverErasures },
    ],
  }) satisfies Feature
