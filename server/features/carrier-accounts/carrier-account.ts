// Finds the carrier account that serves an account: its own, or the one of the installation.
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { open, openIfReadable, seal } from '#server/platform/security/secret-box.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import {
  findCarrierAccount,
  findStoredAccount,
  lockCarrierAccount,
  type StoredCarrierAccount,
  saveCarrierAccount,
} from './store.ts'

/** All senders and phone numbers of the account belong to this carrier account, except deleted ones. Throws a `BoxError`. */
export async function carrierAccountFor(
  ctx: Pick<AccountContext, 'settings' | 'db' | 'account'>,
): Promise<CarrierAccount> {
  const own = await findCarrierAccount(ctx.db, ctx.account.id, ctx.settings.carrierAccount.carrier)
  return own ? decrypt(ctx.settings, own) : ctx.settings.carrierAccount
}

/** Finds the carrier account of the installation or of any account. Throws a `BoxError`. */
export async function findCarrierAccountById(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  externalId: string,
): Promise<CarrierAccount | undefined> {
  if (externalId === settings.carrierAccount.externalId) return settings.carrierAccount
  const stored = await findStoredAccount(db, externalId)
  return stored && decrypt(settings, stored)
}

/** Whether the carrier can reach this installation. Setting an unreachable webhook would hide that nothing arrives. */
export const isReachable = ({ settings, fetcher }: Pick<AppContext, 'settings' | 'fetcher'>): boolean =>
  settings.carrierIsLocal || fetcher.refuses(settings.publicUrl) === undefined

export const isOfInstallation = (
  { settings }: Pick<AppContext, 'settings'>,
  { externalId }: Pick<CarrierAccount, 'externalId'>,
): boolean => externalId === settings.carrierAccount.externalId

export const encryptCredentials = (
  { masterKey }: Settings,
  accountId: number,
  { externalId, credentials }: CarrierAccount,
): Buffer => seal(masterKey, credentials, boxContext(accountId, externalId))

/** Throws a `BoxError` if the credentials were encrypted under another master key. */
function decrypt(
  { masterKey }: KeySettings,
  { accountId, carrier, externalId, credentials }: StoredCarrierAccount,
): CarrierAccount {
  const what = 'The secret of the carrier account'
  return { carrier, externalId, credentials: open(masterKey, credentials, boxContext(accountId, externalId), what) }
}

export const areCredentialsReadable = (settings: KeySettings, stored: StoredCarrierAccount): boolean =>
  openIfReadable(() => decrypt(settings, stored).credentials) !== undefined

/** Undefined if the carrier has no such account, or its credentials cannot be decrypted. */
export async function findCredentials(
  { settings }: Pick<AppContext, 'settings'>,
  { carrier, externalId }: Pick<CarrierAccount, 'carrier' | 'externalId'>,
  db: () => Db,
): Promise<string | undefined> {
  const { carrierAccount } = settings
  if (externalId === carrierAccount.externalId)
    return carrier === carrierAccount.carrier ? carrierAccount.credentials : undefined
  const stored = await findStoredAccount(db(), externalId)
  if (stored?.carrier !== carrier) return undefined
  return openIfReadable(() => decrypt(settings, stored).credentials)
}

/**
 * Returns the external id of the account's own carrier account at a carrier without credentials, and creates it if there is
 * none. What the account has at the carrier cannot change until the transaction ends.
 */
export async function keepOwnCarrierAccount(tx: Tx, carrier: string): Promise<string> {
  const { db, account, settings } = tx
  await lockCarrierAccount(db, account.id)
  const own = await findCarrierAccount(db, account.id, carrier)
  if (own && areCredentialsReadable(settings, own)) return own.externalId
  const externalId = own?.externalId ?? tx.newId()
  // They are empty, so they can be encrypted again after a change of the master key.
  const credentials = encryptCredentials(settings, account.id, { carrier, externalId, credentials: '' })
  await saveCarrierAccount(db, account.id, { carrier, externalId, credentials, verifiedAt: await selectNow(db) })
  return externalId
}

type KeySettings = Pick<Settings, 'masterKey'>

const boxContext = (accountId: number, externalId: string): string => `carrier_accounts:${accountId}:${externalId}`
