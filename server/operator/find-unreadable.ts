// Finds stored credentials that were encrypted with another master key, for `parley doctor`.
import { readSecret, selectSealedSecrets } from '../features/automations/index.ts'
import { readApiKey, selectSealedApiKeys } from '../features/calendars/index.ts'
import { areCredentialsReadable, selectCarrierAccounts } from '../features/carrier-accounts/index.ts'
import {
  readPhonePassword,
  readTrunkPassword,
  selectAllSipPhones,
  selectAllTrunks,
} from '../features/sip-trunks/index.ts'
import { openKey, selectAllKeys } from '../features/vendors/index.ts'
import type { AppContext } from '../platform/context/context.ts'
import { counted } from '../platform/text/counted.ts'

/** Such as `1 connection of account 7`: credentials of the same kind and account together. */
export async function findUnreadable({ db, settings }: Pick<AppContext, 'db' | 'settings'>): Promise<string[]> {
  const { masterKey } = settings
  const found = new Map<string, { count: number; one: string; other: string; owner: number | null }>()
  const add = (one: string, other: string, owner: number | null): void => {
    const known = found.get(`${one} ${owner}`) ?? { count: 0, one, other, owner }
    known.count++
    found.set(`${one} ${owner}`, known)
  }
  for (const key of await selectAllKeys(db))
    if (!openKey(masterKey, key.accountId ?? undefined, key)) add('vendor key', 'vendor keys', key.accountId)
  for (const stored of await selectCarrierAccounts(db))
    if (!areCredentialsReadable(settings, stored)) add('carrier account', 'carrier accounts', stored.accountId)
  for (const connection of await selectSealedSecrets(db))
    if (readSecret(settings, connection) === undefined) add('connection', 'connections', connection.accountId)
  for (const calendar of await selectSealedApiKeys(db))
    if (readApiKey(settings, calendar) === undefined) add('calendar', 'calendars', calendar.accountId)
  for (const trunk of await selectAllTrunks(db))
    if (readTrunkPassword(settings, trunk) === undefined) add('SIP trunk', 'SIP trunks', trunk.accountId)
  for (const phone of await selectAllSipPhones(db))
    if (readPhonePassword(settings, phone) === undefined) add('SIP telephone', 'SIP telephones', phone.accountId)
  return [...found.values()].map(
    ({ count, one, other, owner }) =>
      `${counted(count, one, other)} of ${owner === null ? 'the installation' : `account ${owner}`}`,
  )
}
