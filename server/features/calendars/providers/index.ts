// The calendar providers by name.
import type { Settings } from '#server/platform/context/settings.ts'
import type { Fetcher } from '#server/ports/fetcher.ts'
import { type Calendar, openApiKey, type ProviderName } from '../calendar.ts'
import { calCom } from './cal-com.ts'
import { calendly } from './calendly.ts'
import type { CalendarProvider, ProviderAccess } from './provider.ts'

export const providers: Readonly<Record<ProviderName, CalendarProvider>> = { calcom: calCom, calendly }

/** Throws `BoxError` if the API key was encrypted under another master key. */
export function accessTo(
  { settings, fetcher }: { settings: Pick<Settings, 'masterKey'>; fetcher: Fetcher },
  calendar: Calendar,
): ProviderAccess {
  const { baseUrl, ownerRef } = calendar
  return { fetcher, baseUrl, ownerRef, apiKey: openApiKey(settings, calendar) }
}
