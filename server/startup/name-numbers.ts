// Names the assistants of phone numbers, for the pages of the sandbox carrier.
import { selectAssistantsOfNumbers } from '../features/assistants/index.ts'
import { selectAllNumbers } from '../features/phone-numbers/index.ts'
import type { Db } from '../platform/database/database.ts'
import type { CarrierAccount } from '../ports/carrier.ts'

/** By number. The assistant that answers a number comes before one that only calls from it. */
export async function nameNumbersOf(db: Db, { externalId }: CarrierAccount): Promise<Map<string, string>> {
  const numbers = (await selectAllNumbers(db)).filter(({ carrierAccountId }) => carrierAccountId === externalId)
  const phones = new Map(numbers.map(({ id, phoneNumber }) => [id, phoneNumber]))
  const names = new Map<string, string>()
  for (const { phoneNumberId, name, type } of await selectAssistantsOfNumbers(db, [...phones.keys()])) {
    const phoneNumber = phones.get(phoneNumberId!)!
    if (type === 'inbound') names.set(phoneNumber, name)
    else if (!names.has(phoneNumber)) names.set(phoneNumber, `${name} (outgoing calls)`)
  }
  return names
}
