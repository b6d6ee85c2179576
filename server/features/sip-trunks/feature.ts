// The manifest of SIP trunks and SIP telephones.
import { phoneNumberDeletedPoint } from '#server/features/phone-numbers/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import { deleteTrunkOf } from './delete-trunk.ts'
import { phoneHandlers, trunkHandlers } from './routes.ts'

export const sipTrunks = {
  name: 'sip-trunks',
  handlers: { sipTrunks: trunkHandlers, sipPhones: phoneHandlers },
  extensions: [extend(phoneNumberDeletedPoint, deleteTrunkOf)],
} satisfies Feature
