// Finds the carrier account that serves an account: its own, or the one of the installation.
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import { open, openIfReadable, seal } from '#server/platform/security/secret-box.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import { findCarrierAccount, findStoredAccountBySid, type StoredCarrierAccount } from './store.ts'

/** All senders and phone numbers of the account belong to this carrier account, except deleted ones. Throws a `BoxError`. */
export async function carrierAccountFor(
  ctx: Pick<AccountContext, 'settings' | 'db' | 'account'>,
): Promise<CarrierAccount> {
  const own = await findCarrierAccount(ctx.db, ctx.account.id)
  return own ? decrypt(ctx.settings, own) : ctx.settings.carrierAccount
}

/** Finds the carrier account of the installation or of any account. Throws a `BoxError`. */
export async function findCarrierAccountBySid(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  accountSid: string,
): Promise<CarrierAccount | undefined> {
  if (accountSid === settings.carrierAccount.accountSid) return settings.carrierAccount
  const stored = await findStoredAccountBySid(db, accountSid)
  return stored && decrypt(settings, stored)
}

/** Whether the carrier can reach this installation. Setting an unreachable webhook would hide that nothing arrives. */
export const isReachable = ({ settings, fetcher }: Pick<AppContext, 'settings' | 'fetcher'>): boolean =>
  settings.carrierIsLocal || fetcher.refuses(settings.publicUrl) === undefined

export const isOfInstallation = (
  { settings }: Pick<AppContext, 'settings'>,
  { accountSid }: Pick<CarrierAccount, 'accountSid'>,
): boolean => accountSid === settings.carrierAccount.accountSid

export const encryptToken = (
  { masterKey }: Settings,
  accountId: number,
  { accountSid, authToken }: CarrierAccount,
): Buffer => seal(masterKey, authToken, boxContext(accountId, accountSid))

/** Throws a `BoxError` if the token was encrypted under another master key. */
function decrypt(
  { masterKey }: KeySettings,
  { accountId, accountSid, authToken }: StoredCarrierAccount,
): CarrierAccount {
  const what = 'The auth token of the carrier account'
  return { accountSid, authToken: open(masterKey, authToken, boxContext(accountId, accountSid), what) }
}

export const isTokenReadable = (settings: KeySettings, stored: StoredCarrierAccount): boolean =>
  openIfReadable(() => decrypt(settings, stored).authToken) !== undefined

/** For signatures. Undefined if the carrier account is not known, or its token cannot be decrypted. */
export async function findAuthToken(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  accountSid: string,
): Promise<string | undefined> {
  const { carrierAccount } = settings
  if (accountSid === carrierAccount.accountSid) return carrierAccount.authToken
  const stored = await findStoredAccountBySid(db, accountSid)
  return stored && openIfReadable(() => decrypt(settings, stored).authToken)
}

type KeySettings = Pick<Settings, 'masterKey'>

const boxContext = (accountId: number, accountSid: string): string => `carrier_accounts:${accountId}:${accountSid}`
