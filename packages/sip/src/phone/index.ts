// Exports the telephone.
export type { MediaEvents, MediaPolicy } from './media-session.ts'
export { openPhone, type Phone, type PhoneOptions } from './open-phone.ts'
export type { IncomingPhoneCall, PhoneCall, PhoneCallEvents } from './phone-call.ts'
export type { PlaceOptions } from './place-call.ts'
export { systemClock } from './system-clock.ts'
export type { OnTick } from './ticker.ts'
