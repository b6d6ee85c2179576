// A connection: named credentials for a service, whose secret is stored encrypted.
import type { z } from 'zod'
import type { connectionType } from '#contract/automations/connections.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import { maskSecret } from '#server/platform/security/mask-secret.ts'
import { open, openIfReadable, seal } from '#server/platform/security/secret-box.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type ConnectionType = z.infer<typeof connectionType>

/** Fields that the type does not use are null. */
export interface ConnectionSettings {
  header: string | null
  username: string | null
  tokenUrl: string | null
  clientId: string | null
  scopes: string | null
  testUrl: string | null
  /** Empty: the credentials may be sent to every host. */
  allowedHosts: string[]
}

export interface Connection {
  accountId: number
  id: number
  name: string
  type: ConnectionType
  settings: ConnectionSettings
  sealedSecret: Buffer
  /** The masked secret. */
  hint: string
  testedAt: Timestamp | null
  lastError: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The connection with its decrypted token, password or client secret. */
export interface OpenConnection extends Pick<Connection, 'accountId' | 'name' | 'type' | 'settings'> {
  secret: string
}

/** The credentials are missing or refused, or cannot be used; the message is shown to the account. */
export class ConnectionFault extends Error {
  /** The field of the connection that the message is about. */
  readonly field: 'name' | 'token_url' | 'test_url'
  /** Another attempt can succeed. */
  readonly isRetryable: boolean

  constructor(
    message: string,
    { field, isRetryable = false }: { field: ConnectionFault['field']; isRetryable?: boolean },
  ) {
    super(message)
    this.name = 'ConnectionFault'
    this.field = field
    this.isRetryable = isRetryable
  }
}

type KeySettings = Pick<Settings, 'masterKey'>

export function sealSecret(
  { masterKey }: KeySettings,
  accountId: number,
  secret: string,
): Pick<Connection, 'sealedSecret' | 'hint'> {
  return { sealedSecret: seal(masterKey, secret, boxContext(accountId)), hint: maskSecret(secret) }
}

/** Throws a `BoxError` if the secret was encrypted under another master key. */
export function openConnection({ masterKey }: KeySettings, connection: Connection): OpenConnection {
  const { accountId, name, type, settings, sealedSecret } = connection
  const secret = open(masterKey, sealedSecret, boxContext(accountId), 'The secret of the connection')
  return { accountId, name, type, settings, secret }
}

/** Undefined if the secret was encrypted under another master key. */
export const readSecret = (
  { masterKey }: KeySettings,
  { accountId, sealedSecret }: Pick<Connection, 'accountId' | 'sealedSecret'>,
): string | undefined => openIfReadable(() => open(masterKey, sealedSecret, boxContext(accountId)))

const boxContext = (accountId: number): string => `connections:${accountId}`
