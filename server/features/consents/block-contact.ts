// Adds an address to the do-not-contact list, and removes it, for features in which a person asks for it.
import { selectPersonKeys } from '#server/features/contacts/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import { type BlockSource, contactNumber, type Scope, topicKey } from './contact.ts'
import { keysOfPerson } from './erased-key.ts'
import { deleteEntryOf, saveEntries } from './store.ts'

export interface ContactBlock {
  /** E.164, or the id of a user of a channel. */
  address: string
  scope: Scope
  /** Null unless the scope is `topic`. */
  topic: string | null
  source: BlockSource
}

/** For all addresses of the person. `reference` names the call or message in which the person asked for it. */
export async function blockContact(tx: Tx, { reference, ...block }: ContactBlock & { reference: string }) {
  const { address, scope, topic, source } = block
  const others = (await selectPersonKeys(tx.db, tx.account.id, phoneNumberKey(address))).map(contactNumber)
  const own = contactNumber(address)
  const numbers = [own, ...others.filter(({ numberKey }) => numberKey !== own.numberKey)]
  const entries = { numbers, scope, topic: topicKey(topic), source, note: null, reference }
  await saveEntries(tx.db, tx.account.id, entries)
}

/** Removes only the entries of the person with this scope, topic and source. */
export async function unblockContact(tx: Tx, { address, scope, topic, source }: ContactBlock): Promise<void> {
  await deleteEntryOf(tx.db, tx.account.id, {
    numberKeys: (await keysOfPerson(tx, address)).entryKeys,
    scope,
    topic: topicKey(topic),
    source,
  })
}
