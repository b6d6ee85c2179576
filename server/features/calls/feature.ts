// The manifest of calls.

import type { Feature } from '#server/platform/feature.ts'
import type { VoiceWebhooks } from '#server/ports/voice-carrier.ts'
import { callCallbacks } from './callbacks.ts'
import { callCrons, callJobs } from './jobs.ts'
import { liveCallHandlers } from './live-routes.ts'
import { callPages } from './pages/call-pages.ts'
import { eraseCalls } from './personal-data/erase-calls.ts'
import { exportCalls } from './personal-data/export-calls.ts'
import { retainedCalls } from './personal-data/retain-calls.ts'
import { findAddresses, isInCall } from './personal-data/store-person.ts'
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
    personalData: {
      tables: ['calls', 'call_transcript', 'call_timeline', 'call_transfers', 'call_requests'],
      retained: retainedCalls,
      findAddresses,
      isBusy: isInCall,
      erase: eraseCalls,
      exportParts: exportCalls,
    },
  }) satisfies Feature
