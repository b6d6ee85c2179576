// Finds all addresses, conversations and calls of a person by one of them.
import { isContactIdentifier } from '#server/features/contacts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { addressKeysOf, mergePersons, type Person } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import { findAddresses } from '../store-tables.ts'

/** An identifier with more addresses belongs to several people, such as the name of a form. */
export const mostAddresses = 20
const mostRounds = 5

/** Undefined if more addresses belong together than a person has. */
export async function findPerson(
  ctx: AccountContext,
  all: readonly PersonalTable[],
  known: Person,
): Promise<Person | undefined> {
  let person = known
  for (let round = 0; round < mostRounds; round++) {
    const found: Person[] = []
    for (const table of all) if (table.finds) found.push(await findAddresses(ctx, table, person))
    const merged = mergePersons([person, ...found])
    const addresses = addressKeysOf(merged).filter((key) => !isContactIdentifier(key))
    if (addresses.length > mostAddresses) return undefined
    if (sizeOf(merged) === sizeOf(person)) break
    person = merged
  }
  return person
}

const sizeOf = ({ phoneNumbers, identifiers, uuids, texts }: Person): number =>
  phoneNumbers.length + identifiers.length + uuids.length + texts.length
