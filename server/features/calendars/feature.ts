// The manifest of calendars.
import type { Feature } from '#server/platform/feature.ts'
import { calendarHandlers } from './routes.ts'

export const calendars = {
  name: 'calendars',
  handlers: { calendars: calendarHandlers },
  personalData: { tables: ['calendar_bookings'] },
} satisfies Feature
