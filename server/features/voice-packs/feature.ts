// The manifest of the voice packs.
import type { Feature } from '#server/platform/feature.ts'
import { drainAdditions, tidyVoicePacks } from './change-packs.ts'
import { voicePackHandlers } from './routes.ts'

export const voicePacks = {
  name: 'voice-packs',
  handlers: { voicePacks: voicePackHandlers },
  checks: [tidyVoicePacks],
  drain: drainAdditions,
} satisfies Feature
