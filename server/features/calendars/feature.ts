// The manifest of calendars.
import { transaction } from '#server/platform/context/transaction.ts'
import type { Feature } from '#server/platform/feature.ts'
import { calendarHandlers } from './routes.ts'
import { deleteBookingsOf } from './store-person.ts'

export const calendars = {
  name: 'calendars',
  handlers: { calendars: calendarHandlers },
  personalData: {
    tables: ['calendar_bookings'],
    erase: (ctx, { person, count }) =>
      transaction(ctx, async ({ db, account }) =>
        count(db, 'bookings', await deleteBookingsOf(db, account.id, person)),
      ),
  },
} satisfies Feature
