// Calls in which a model of the Gemini Live API hears the customer and speaks.

import type { RealtimeListener, RealtimeModel, RealtimeSession } from '#server/ports/realtime-model.ts'
import { speechFailure } from '../vendor-speech/failures.ts'
import { defaultLimits, type GeminiLiveLimits } from './connection.ts'
import { openSession } from './session.ts'
import { liveUrl } from './setup.ts'

export interface GeminiLiveOptions {
  apiKey: string
  baseUrl?: string
  limits?: Partial<GeminiLiveLimits>
}

/** Protocol: https://ai.google.dev/api/live */
export function createGeminiLiveModel({ apiKey, baseUrl, limits }: GeminiLiveOptions): RealtimeModel {
  const address = { url: liveUrl(baseUrl), headers: { 'x-goog-api-key': apiKey } }
  return {
    open: (settings, listener) =>
      settings.output === 'audio'
        ? openSession(address, settings, listener, { ...defaultLimits, ...limits })
        : refuseText(listener),
    vendorFor: (vendor) => vendor,
  }
}

/** The models answer with audio only. */
function refuseText(listener: RealtimeListener): RealtimeSession {
  const report = setImmediate(() => listener.failed(speechFailure('Gemini', 'unsupported_output')))
  const ignore = () => {}
  return {
    write: ignore,
    speechStarted: ignore,
    speechPaused: ignore,
    add: ignore,
    respond: ignore,
    speak: ignore,
    cancel: ignore,
    truncate: ignore,
    close: () => clearImmediate(report),
  }
}
