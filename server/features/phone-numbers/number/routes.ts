// Where the inbound calls and SMS of a number go.
import type { CarrierPhoneNumber, NumberRoutes } from '#server/ports/voice-carrier.ts'

export const routesHere = ({ smsCapable }: Pick<CarrierPhoneNumber, 'smsCapable'>): NumberRoutes => ({
  calls: 'here',
  ...(smsCapable && { sms: 'here' as const }),
})

/** Only what leads to this installation is changed. */
export const routesAway = ({ calls, sms }: Pick<CarrierPhoneNumber, 'calls' | 'sms'>): NumberRoutes => ({
  ...(calls.isOurs && { calls: 'nowhere' as const }),
  ...(sms.isOurs && { sms: 'nowhere' as const }),
})
