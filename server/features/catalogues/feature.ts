// The manifest of the catalogues.
import type { Feature } from '#server/platform/feature.ts'
import { voiceCallbacks } from './callbacks.ts'
import { catalogueHandlers } from './routes.ts'

export const catalogues = {
  name: 'catalogues',
  handlers: { catalogues: catalogueHandlers },
  callbacks: voiceCallbacks,
} satisfies Feature
