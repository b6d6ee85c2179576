// The manifest of consents and of the do-not-contact list.
import type { Feature } from '#server/platform/feature.ts'
import { eraseNumbers, isNumberKept } from './erase-number.ts'
import { exportNumbers } from './export-number.ts'
import { consentHandlers, doNotContactHandlers } from './routes.ts'

export const consents = {
  name: 'consents',
  handlers: { consents: consentHandlers, doNotContact: doNotContactHandlers },
  personalData: {
    tables: ['do_not_contact', 'consents'],
    erase: eraseNumbers,
    exportParts: exportNumbers,
    isKept: isNumberKept,
  },
} satisfies Feature
