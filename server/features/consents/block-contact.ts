// Adds a number to the do-not-contact list, and removes it, for features in which a person asks for it.
import type { Tx } from '#server/platform/context/context.ts'
import { type BlockSource, contactNumber, type Scope, topicKey } from './contact.ts'
import { entryKeys } from './erased-key.ts'
import { deleteEntryOf, saveEntries } from './store.ts'

export interface ContactBlock {
  /** E.164. */
  phoneNumber: string
  scope: Scope
  /** Null unless the scope is `topic`. */
  topic: string | null
  source: BlockSource
}

/** `reference` names the call or message in which the person asked for it. */
export async function blockContact(tx: Tx, { reference, ...block }: ContactBlock & { reference: string }) {
  const { phoneNumber, scope, topic, source } = block
  const numbers = [contactNumber(phoneNumber)]
  const entries = { numbers, scope, topic: topicKey(topic), source, note: null, reference }
  await saveEntries(tx.db, tx.account.id, entries)
}

/** Removes only the entry with this scope, topic and source. */
export async function unblockContact(tx: Tx, { phoneNumber, scope, topic, source }: ContactBlock): Promise<void> {
  await deleteEntryOf(tx.db, tx.account.id, {
    numberKeys: entryKeys(tx, phoneNumber),
    scope,
    topic: topicKey(topic),
    source,
  })
}
