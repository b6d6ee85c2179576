// Which account at the carrier serves a caller: one it brought along, or the installation's.
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { open, seal } from '#server/platform/security/secret-box.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import { findCarrierAccount, findStoredCarrierAccount, type StoredCarrierAccount } from './store-carrier.ts'

interface Keeper {
  db: Db
  settings: Settings
}

/** All live senders of an account belong to the one that this answers. */
export async function carrierAccountFor(
  ctx: Pick<AccountContext, 'settings' | 'db' | 'account'>,
): Promise<CarrierAccount> {
  const own = await findCarrierAccount(ctx.db, ctx.account.id)
  return own ? unsealed(ctx.settings, own) : ctx.settings.carrierAccount
}

/** Of whichever holder; undefined when none has it. */
export async function findCarrierAccountBySid(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  accountSid: string,
): Promise<CarrierAccount | undefined> {
  if (accountSid === settings.carrierAccount.accountSid) return settings.carrierAccount
  const stored = await findStoredCarrierAccount(db, accountSid)
  return stored && unsealed(settings, stored)
}

export const isInstallations = (
  { settings }: Pick<Keeper, 'settings'>,
  { accountSid }: { accountSid: string },
): boolean => accountSid === settings.carrierAccount.accountSid

export function sealToken(
  { masterKey }: Settings,
  accountId: number,
  { accountSid, authToken }: CarrierAccount,
): Buffer {
  return seal(masterKey, authToken, placeOf(accountId, accountSid))
}

function unsealed({ masterKey }: Settings, { accountId, accountSid, authToken }: StoredCarrierAccount): CarrierAccount {
  return { accountSid, authToken: open(masterKey, authToken, placeOf(accountId, accountSid)) }
}

const placeOf = (accountId: number, accountSid: string): string => `carrier_accounts:${accountId}:${accountSid}`
