// Maps calendars to their API representation.
import type { calendars } from '#contract/assistants/calendars.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Calendar } from './calendar.ts'

export function presentCalendar(calendar: Calendar): ReplyOf<typeof calendars.get>['data'] {
  const { id, provider, baseUrl, ownerName, apiKeyHint, eventTypes, createdAt, updatedAt } = calendar
  return {
    id,
    provider,
    server_url: baseUrl,
    owner: ownerName,
    access_key: apiKeyHint,
    event_types: eventTypes.map(({ ref, name, durationMinutes }) => ({
      reference: ref,
      name,
      duration_minutes: durationMinutes,
    })),
    created_at: toIsoMicros(createdAt),
    updated_at: toIsoMicros(updatedAt),
  }
}
