// The manifest of live events.
import type { Feature } from '#server/platform/feature.ts'
import { numberAllEvents } from '#server/platform/live-events/event-numberer.ts'
import { deleteOldEvents } from '#server/platform/live-events/store.ts'
import { liveEventHandlers } from './routes.ts'

const keepMs = 24 * 60 * 60 * 1000
const batch = 5_000

export const liveEvents = {
  name: 'live-events',
  // Calls delete the words of their events.
  personalData: [{ name: 'new_live_events' }, { name: 'live_events' }],
  handlers: { events: liveEventHandlers },
  crons: [
    {
      name: 'live-events.forget-old',
      match: '7,37 * * * *',
      run: async ({ db }) => {
        while ((await deleteOldEvents(db, keepMs, batch)) === batch);
      },
    },
  ],
  // Events that a process committed and did not number before it died.
  checks: [({ db }) => numberAllEvents(db)],
} satisfies Feature
