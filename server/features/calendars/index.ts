// Calendars at Cal.com and Calendly: their event types, free slots and bookings.
export { type BookingOutcome, bookSlot } from './book-slot.ts'
export { type ProviderName, readApiKey } from './calendar.ts'
export { storeCalendar } from './connect-calendar.ts'
export { daysBetween, findSlots, maxDays } from './find-slots.ts'
export { toLocalDay, toLocalIso } from './local-time.ts'
export { findCalendarOf, hasCalendars, selectSealedApiKeys } from './store.ts'
