// What a customer wrote while nobody was there who could talk is taken over into the conversation, once there is one.
import { recordEarlierMessages } from '#server/features/conversations/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'
import { attachUnassignedRows, selectUnassigned } from './store-history.ts'

/** The latest are kept; who writes more to nobody is no customer. */
const most = 200

/** `turn` is that of the message just recorded: with the first, the conversation was opened. */
export async function attachUnassigned(
  tx: Tx,
  contact: ContactKey,
  { conversationId, turn }: { conversationId: number; turn: number },
): Promise<void> {
  if (turn !== 1) return
  const { id: accountId } = tx.account
  const unheard = await selectUnassigned(tx.db, accountId, { ...contact, limit: most })
  if (unheard.length === 0) return
  const name = unheard[0]!.name
  const recorded = await recordEarlierMessages(tx.db, accountId, { conversationId, name, messages: unheard })
  const pairs = unheard.map(({ id }, index) => ({ id, conversationMessageId: recorded[index]! }))
  await attachUnassignedRows(tx.db, accountId, { conversationId, pairs })
}
