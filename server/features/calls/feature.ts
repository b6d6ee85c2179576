// The manifest of calls.

import type { Feature } from '#server/platform/feature.ts'
import type { VoiceWebhooks } from '#server/ports/voice-carrier.ts'
import { callCallbacks } from './callbacks.ts'
import { callCrons, callJobs } from './jobs.ts'
import { liveCallHandlers } from './live-routes.ts'
import { callPages } from './pages/call-pages.ts'
import { personalData } from './personal-data/store-personal-data.ts'
import { recoverOrphans } from './recover-calls.ts'
import { callHandlers } from './routes.ts'

export const calls = (carrier: VoiceWebhooks) =>
  ({
    name: 'calls',
    handlers: { calls: callHandlers, liveCalls: liveCallHandlers },
    callbacks: [...callCallbacks(carrier), ...callPages],
    jobs: callJobs,
    crons: callCrons,
    checks: [recoverOrphans],
    personalData,
  }) satisfies Feature
