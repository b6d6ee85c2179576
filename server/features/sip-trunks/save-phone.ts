// Creates, changes and deletes SIP telephones.
import { keepOwnCarrierAccount } from '#server/features/carrier-accounts/index.ts'
import { findPhoneNumber } from '#server/features/phone-numbers/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput, invalidSelection, orRefuse } from '#server/platform/refusal.ts'
import { announceChange } from './lines-changed.ts'
import {
  firstFreeExtension,
  generatePassword,
  generateUsername,
  readPhonePassword,
  type StoredPhone,
  sealPhonePassword,
} from './phone.ts'
import {
  deletePhoneRow,
  findPhone,
  findUsernameOwner,
  insertPhone,
  selectExtensions,
  updatePhoneRow,
} from './store-phones.ts'
import { sipCarrier } from './trunk.ts'

const maxPhones = 1_000

export interface PhoneInput {
  name: string
  extension?: string | null | undefined
  username?: string | null | undefined
  password?: string | null | undefined
  phoneNumberId?: number | null | undefined
}

export function createPhone(ctx: AccountContext, input: PhoneInput): Promise<StoredPhone> {
  return transaction(ctx, async (tx) => {
    // It also serializes the changes of the account's telephones.
    await keepOwnCarrierAccount(tx, sipCarrier)
    const extensions = await selectExtensions(tx.db, tx.account.id)
    if (extensions.length >= maxPhones)
      throw new InvalidInput({ name: [`An account can have up to ${maxPhones.toLocaleString('en')} SIP telephones.`] })
    const extension = input.extension ?? firstFreeExtension(extensions)
    if (extensions.includes(extension)) throw taken('extension')
    const phoneNumberId = input.phoneNumberId ?? null
    await checkNumber(tx, phoneNumberId)
    const fields = {
      name: input.name,
      ...{ extension, phoneNumberId },
      username: input.username ?? generateUsername(extension),
      sealedPassword: sealPhonePassword(tx.settings, tx.account.id, input.password ?? generatePassword()),
    }
    const phone = await insertPhone(tx.db, tx.account.id, fields)
    if (!phone) throw taken('username')
    await announceChange(tx)
    return phone
  })
}

/** Refuses with `SIP_PHONE_NOT_FOUND`. */
export function updatePhone(ctx: AccountContext, id: number, input: Partial<PhoneInput>): Promise<StoredPhone> {
  return transaction(ctx, async (tx) => {
    const { db, account, settings } = tx
    orRefuse(await findPhone(db, account.id, id), 'SIP_PHONE_NOT_FOUND')
    await keepOwnCarrierAccount(tx, sipCarrier)
    const phone = orRefuse(await findPhone(db, account.id, id), 'SIP_PHONE_NOT_FOUND')
    const { name = phone.name, phoneNumberId = phone.phoneNumberId } = input
    const [extension, username] = [input.extension ?? phone.extension, input.username ?? phone.username]
    if (extension !== phone.extension && (await selectExtensions(db, account.id)).includes(extension))
      throw taken('extension')
    if (username !== phone.username && (await findUsernameOwner(db, username))) throw taken('username')
    if (phoneNumberId !== phone.phoneNumberId) await checkNumber(tx, phoneNumberId)
    const password = input.password === null ? generatePassword() : input.password
    const isOtherPassword = password !== undefined && password !== readPhonePassword(settings, phone)
    const sealedPassword = isOtherPassword ? sealPhonePassword(settings, account.id, password) : phone.sealedPassword
    const fields = { name, extension, username, sealedPassword, phoneNumberId }
    const registersAnew = isOtherPassword || username !== phone.username
    const updated = await updatePhoneRow(db, account.id, id, fields, registersAnew)
    await announceChange(tx)
    return orRefuse(updated, 'SIP_PHONE_NOT_FOUND')
  })
}

/** Refuses with `SIP_PHONE_NOT_FOUND`. */
export function deletePhone(ctx: AccountContext, id: number): Promise<void> {
  return transaction(ctx, async (tx) => {
    orRefuse(await deletePhoneRow(tx.db, tx.account.id, id), 'SIP_PHONE_NOT_FOUND')
    await announceChange(tx)
  })
}

const taken = (field: string) => new InvalidInput({ [field]: [`The ${field} has already been taken.`] })

async function checkNumber(tx: Tx, id: number | null): Promise<void> {
  if (id !== null && !(await findPhoneNumber(tx.db, tx.account.id, id))) throw invalidSelection('phone_number_id')
}
