// A connection as a request describes it, together with what is stored.
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { Connection, ConnectionSettings, ConnectionType } from './connection.ts'

type Nullable<T> = { [F in keyof T]?: T[F] | null | undefined }

/** Undefined fields do not change. */
export type ConnectionPatch = Nullable<ConnectionSettings> & {
  name?: string | undefined
  type?: ConnectionType | undefined
  token?: string | undefined
  password?: string | undefined
  clientSecret?: string | undefined
}

export interface ConnectionDraft {
  name: string
  type: ConnectionType
  settings: ConnectionSettings
  secret: string | undefined
}

/** The fields of each type besides those that all types have. */
const settingsOfType = {
  api_key: ['header'],
  bearer: [],
  basic: ['username'],
  oauth2: ['tokenUrl', 'clientId', 'scopes'],
} as const satisfies Record<ConnectionType, readonly (keyof ConnectionSettings)[]>

const secretOfType = { api_key: 'token', bearer: 'token', basic: 'password', oauth2: 'clientSecret' } as const

const requiredFields = {
  api_key: [],
  bearer: [],
  basic: ['username'],
  oauth2: ['tokenUrl', 'clientId'],
} as const satisfies Record<ConnectionType, readonly (keyof ConnectionSettings)[]>

type Stored = Pick<Connection, 'name' | 'type' | 'settings'> & { secret: string | undefined }

/** If the type changes, only the name, the test URL and the hosts are kept. */
export function draftOf(patch: ConnectionPatch, stored: Stored | undefined): ConnectionDraft {
  const type = patch.type ?? stored!.type
  const kept = stored?.type === type ? stored : undefined
  const own = Object.fromEntries(
    settingsOfType[type].map((field) => [field, chosen(patch[field], kept?.settings[field]) ?? null]),
  )
  return {
    name: patch.name ?? stored!.name,
    type,
    settings: {
      ...{ header: null, username: null, tokenUrl: null, clientId: null, scopes: null },
      ...own,
      testUrl: chosen(patch.testUrl, stored?.settings.testUrl) ?? null,
      allowedHosts: chosen(patch.allowedHosts, stored?.settings.allowedHosts) ?? [],
    },
    secret: patch[secretOfType[type]] ?? kept?.secret,
  }
}

const chosen = <T>(given: T | undefined, stored: T | undefined): T | undefined => (given === undefined ? stored : given)

export function faultsOfDraft({ type, settings, secret }: ConnectionDraft): FieldErrors {
  const missing: string[] = requiredFields[type].filter((field) => !settings[field])
  if (!secret) missing.push(secretOfType[type])
  return Object.fromEntries(missing.map((field) => [snakeCase(field), [`The ${words(field)} field is required.`]]))
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const words = (name: string): string => snakeCase(name).replaceAll('_', ' ')
