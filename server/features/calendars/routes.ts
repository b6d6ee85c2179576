// HTTP handlers for calendars.
import type { calendars } from '#contract/assistants/calendars.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { type Calendar, readApiKey } from './calendar.ts'
import { connectCalendar, refreshCalendar } from './connect-calendar.ts'
import { deleteCalendarRow, findCalendar, selectCalendars } from './store.ts'

export const calendarHandlers: Handlers<typeof calendars> = {
  list: async (ctx) => ({
    data: (await selectCalendars(ctx.db, ctx.account.id)).map((one) => presentCalendar(ctx, one)),
  }),

  create: async (ctx, { body: { provider, access_key: apiKey, server_url: baseUrl } }) => ({
    message: 'Calendar connected successfully',
    data: presentCalendar(ctx, await connectCalendar(ctx, { provider, apiKey, baseUrl })),
  }),

  get: async (ctx, { params }) => {
    const calendar = orRefuse(await findCalendar(ctx.db, ctx.account.id, params.id), 'CALENDAR_NOT_FOUND')
    return { data: presentCalendar(ctx, calendar) }
  },

  update: async (ctx, { params, body }) => ({
    message: 'Calendar updated successfully',
    data: presentCalendar(ctx, await refreshCalendar(ctx, params.id, body.access_key)),
  }),

  delete: async (ctx, { params }) => {
    if (!(await deleteCalendarRow(ctx.db, ctx.account.id, params.id))) throw new Refusal('CALENDAR_NOT_FOUND')
    return { message: 'Calendar disconnected successfully' }
  },
}

function presentCalendar(
  { settings }: Pick<AccountContext, 'settings'>,
  calendar: Calendar,
): ReplyOf<typeof calendars.get>['data'] {
  const { id, provider, baseUrl, ownerName, apiKeyHint, eventTypes, createdAt, updatedAt } = calendar
  return {
    id,
    provider,
    server_url: baseUrl,
    owner: ownerName,
    access_key: apiKeyHint,
    unreadable: readApiKey(settings, calendar) === undefined,
    event_types: eventTypes.map(({ ref, name, durationMinutes }) => ({
      reference: ref,
      name,
      duration_minutes: durationMinutes,
    })),
    created_at: toIsoMicros(createdAt),
    updated_at: toIsoMicros(updatedAt),
  }
}
