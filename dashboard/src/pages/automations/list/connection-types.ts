// The types of connections, and the fields that each of them has.
import { textsOf } from '../../../i18n/locale.tsx'

export type ConnectionType = 'api_key' | 'bearer' | 'basic' | 'oauth2'

export const typeNames = textsOf<Record<ConnectionType, string>>(
  { api_key: 'API key', bearer: 'Bearer token', basic: 'Username and password', oauth2: 'OAuth 2.0' },
  { api_key: 'API-Schlüssel', bearer: 'Bearer-Token', basic: 'Benutzername und Passwort', oauth2: 'OAuth 2.0' },
)

export const fieldsByType: Record<ConnectionType, readonly string[]> = {
  api_key: ['header', 'token'],
  bearer: ['token'],
  basic: ['username', 'password'],
  oauth2: ['token_url', 'client_id', 'client_secret', 'scopes'],
}

export const commonFields = ['test_url', 'allowed_hosts'] as const

/** Write-only. */
export const secretFields: readonly string[] = ['token', 'password', 'client_secret']
