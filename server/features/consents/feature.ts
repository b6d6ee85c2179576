// The manifest of consents and of the do-not-contact list.
import type { Feature } from '#server/platform/feature.ts'
import { consentHandlers, doNotContactHandlers, optOutWordHandlers } from './routes.ts'
import { personalData } from './store-personal-data.ts'

export const consents = {
  name: 'consents',
  handlers: { consents: consentHandlers, doNotContact: doNotContactHandlers, optOutWords: optOutWordHandlers },
  personalData,
} satisfies Feature
