// The manifest of calendars.
import type { Feature } from '#server/platform/feature.ts'
import { mentionedIn } from '#server/platform/person.ts'
import { calendarHandlers } from './routes.ts'

export const calendars = {
  name: 'calendars',
  handlers: { calendars: calendarHandlers },
  personalData: [
    // The appointments are in the calendars.
    { name: 'calendar_bookings', isOf: (person) => mentionedIn(person, 't.source'), erasedAs: 'bookings' },
  ],
} satisfies Feature
