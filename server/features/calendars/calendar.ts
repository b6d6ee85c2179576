// A calendar of an account at a provider, and the API key that is stored encrypted.
import type { Settings } from '#server/platform/context/settings.ts'
import { maskSecret } from '#server/platform/security/mask-secret.ts'
import { open, openIfReadable, seal } from '#server/platform/security/secret-box.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type ProviderName = 'calcom' | 'calendly'

export interface EventType {
  /** The URI of Calendly, or the number of Cal.com. */
  ref: string
  name: string
  durationMinutes: number
}

export interface Calendar {
  accountId: number
  id: number
  provider: ProviderName
  baseUrl: string
  ownerRef: string
  ownerName: string
  sealedApiKey: Buffer
  apiKeyHint: string
  eventTypes: EventType[]
  createdAt: Timestamp
  updatedAt: Timestamp
}

type KeySettings = Pick<Settings, 'masterKey'>

export function sealApiKey(
  { masterKey }: KeySettings,
  accountId: number,
  apiKey: string,
): Pick<Calendar, 'sealedApiKey' | 'apiKeyHint'> {
  return { sealedApiKey: seal(masterKey, apiKey, boxContext(accountId)), apiKeyHint: maskSecret(apiKey) }
}

/** Throws `BoxError` if the key was encrypted under another master key. */
export function openApiKey(
  { masterKey }: KeySettings,
  { accountId, sealedApiKey }: Pick<Calendar, 'accountId' | 'sealedApiKey'>,
): string {
  return open(masterKey, sealedApiKey, boxContext(accountId), 'The API key of the calendar')
}

/** Undefined if the key was encrypted under another master key. */
export const readApiKey = (
  settings: KeySettings,
  calendar: Pick<Calendar, 'accountId' | 'sealedApiKey'>,
): string | undefined => openIfReadable(() => openApiKey(settings, calendar))

const boxContext = (accountId: number): string => `calendars:${accountId}`
