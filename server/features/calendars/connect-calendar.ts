// Connects a calendar: checks the API key at the provider and stores it with the event types of its owner.
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, orRefuse } from '#server/platform/refusal.ts'
import { type Calendar, openApiKey, type ProviderName, sealApiKey } from './calendar.ts'
import { providers } from './providers/index.ts'
import type { Owner } from './providers/provider.ts'
import { findCalendar, saveCalendar } from './store.ts'

const maxCalendars = 20

interface Given {
  provider: ProviderName
  apiKey: string
  baseUrl: string | undefined
}

export async function connectCalendar(ctx: AccountContext, input: Given): Promise<Calendar> {
  const { provider, apiKey } = input
  const baseUrl = trimmed(input.baseUrl ?? ctx.settings.calendarBaseUrls[provider])
  return storeCalendar(ctx, { provider, apiKey, baseUrl }, await inspect(ctx, { provider, apiKey, baseUrl }))
}

/** Reads the event types again. Refuses with `CALENDAR_NOT_FOUND`, and with a `BoxError` if the stored key is needed and unreadable. */
export async function refreshCalendar(ctx: AccountContext, id: number, newKey: string | undefined): Promise<Calendar> {
  const calendar = orRefuse(await findCalendar(ctx.db, ctx.account.id, id), 'CALENDAR_NOT_FOUND')
  const { provider, baseUrl, ownerRef } = calendar
  const apiKey = newKey ?? openApiKey(ctx.settings, calendar)
  const owner = await inspect(ctx, { provider, apiKey, baseUrl })
  if (owner.ref !== ownerRef) throw invalidKey('The API key belongs to another user of the calendar provider.')
  return storeCalendar(ctx, { provider, apiKey, baseUrl }, owner)
}

type Access = { provider: ProviderName; apiKey: string; baseUrl: string }

async function inspect({ fetcher }: AccountContext, { provider, apiKey, baseUrl }: Access): Promise<Owner> {
  const reason = fetcher.refuses(baseUrl)
  if (reason !== undefined) throw new InvalidInput({ server_url: [reason] })
  try {
    return await providers[provider].inspect({ fetcher, apiKey, baseUrl })
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    if (error.code.startsWith('calendar_') && !error.retryable)
      throw invalidKey('The calendar provider rejected this API key.')
    throw new InvalidInput({ server_url: ['The calendar provider cannot be reached. Try again later.'] })
  }
}

/** Replaces the calendar of the same owner. */
export async function storeCalendar(
  ctx: AccountContext,
  { provider, apiKey, baseUrl }: Access,
  owner: Owner,
): Promise<Calendar> {
  const sealed = sealApiKey(ctx.settings, ctx.account.id, apiKey)
  const { ref: ownerRef, name: ownerName, eventTypes } = owner
  const calendar = { provider, baseUrl, ownerRef, ownerName, eventTypes, ...sealed }
  const saved = await saveCalendar(ctx.db, ctx.account.id, calendar, maxCalendars)
  if (!saved) throw new InvalidInput({ provider: [`An account can connect up to ${maxCalendars} calendars.`] })
  return saved
}

const invalidKey = (message: string) => new InvalidInput({ access_key: [message] })

/** Removes slashes at the end, and what does not belong in a base URL. */
function trimmed(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  let path = pathname
  while (path.endsWith('/')) path = path.slice(0, -1)
  return `${origin}${path}`
}
