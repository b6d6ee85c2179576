// The phone numbers of trunks: each trunk has its own, and can have others on the same line.
import {
  countryOf,
  deletePhoneNumberRow,
  insertLineNumber,
  type PhoneNumber,
  phoneNumberTaken,
  selectLineNumbers,
  updateLineNumber,
} from '#server/features/phone-numbers/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { sipCarrier } from './trunk.ts'
import type { TrunkNumbers } from './trunk-settings.ts'

/** By the id of the trunk, the trunk's own number first. */
export async function numbersByTrunk(ctx: AccountContext): Promise<Map<number, PhoneNumber[]>> {
  return groupByTrunk(await selectLineNumbers(ctx.db, ctx.account.id, { carrier: sipCarrier }))
}

export const groupByTrunk = (numbers: readonly PhoneNumber[]): Map<number, PhoneNumber[]> =>
  Map.groupBy(numbers, ({ externalId }) => Number(externalId))

export const selectTrunkNumbers = ({ db, account }: AccountContext | Tx, trunkId: number): Promise<PhoneNumber[]> =>
  selectLineNumbers(db, account.id, { carrier: sipCarrier, lineId: trunkId })

/** The numbers as a request gives them. `stored` is not empty. */
export function trunkNumbersOf([own, ...others]: readonly PhoneNumber[]): TrunkNumbers {
  const { phoneNumber, nickname, type, countryCode } = own!
  return {
    phoneNumber,
    nickname,
    type,
    countryCode,
    additionalPhoneNumbers: others.map((number) => number.phoneNumber),
  }
}

/** Returns the id of the new trunk. */
export async function insertOwnNumber(tx: Tx, carrierAccountId: string, numbers: TrunkNumbers): Promise<number> {
  const line = { ...numbers, carrier: sipCarrier, carrierAccountId }
  const own = await insertLineNumber(tx.db, tx.account.id, line, undefined)
  if (!own) throw phoneNumberTaken
  return own.id
}

/** Numbers that are no longer given are deleted first, so that one of them can become the trunk's own number. */
export async function replaceNumbers(
  tx: Tx,
  [own, ...others]: readonly PhoneNumber[],
  numbers: TrunkNumbers,
): Promise<void> {
  const wanted = new Set(numbers.additionalPhoneNumbers)
  for (const { id, phoneNumber } of others)
    if (!wanted.has(phoneNumber)) await deletePhoneNumberRow(tx.db, tx.account.id, id)
  if (!(await updateLineNumber(tx.db, tx.account.id, own!.id, numbers))) throw phoneNumberTaken
  const kept = others.filter(({ phoneNumber }) => wanted.has(phoneNumber))
  for (const number of kept) await updateLineNumber(tx.db, tx.account.id, number.id, { ...number, type: numbers.type })
  const known = new Set(kept.map(({ phoneNumber }) => phoneNumber))
  await addNumbers(tx, own!, numbers, known)
}

export async function addNumbers(
  tx: Tx,
  { id, carrierAccountId }: Pick<PhoneNumber, 'id' | 'carrierAccountId'>,
  { additionalPhoneNumbers, type, countryCode }: TrunkNumbers,
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const [index, phoneNumber] of additionalPhoneNumbers.entries()) {
    if (known.has(phoneNumber)) continue
    const number = {
      ...{ carrier: sipCarrier, carrierAccountId, phoneNumber, nickname: null, type },
      countryCode: countryOf({ countryCode: null, phoneNumber }) || countryCode,
    }
    if (await insertLineNumber(tx.db, tx.account.id, number, id)) continue
    const field = `additional_phone_numbers.${index}`
    throw new InvalidInput({ [field]: [`The ${field.replaceAll('_', ' ')} has already been taken.`] })
  }
}
