// A message as it is stored, for the tests of what becomes of it.
import type { TestChatapp, TestHolder } from '#server/testing/chatapp-fixtures.ts'
import type { Message } from '../message/message.ts'
import { findMessage } from './store.ts'

export const full = { balance: 100_000_000, held: 0 }
export const charged = { balance: 99_990_000, held: 0 }

export const stored = async (chatapp: TestChatapp, { account }: TestHolder, id: number): Promise<Message> =>
  (await findMessage(chatapp.parley.app.context.db, account.id, id))!

/** Sends through a carrier with these faults; the message is as it stands then. */
export async function sendStored(chatapp: TestChatapp, ...faults: Parameters<TestChatapp['sendInto']>) {
  const into = await chatapp.sendInto(...faults)
  return { ...into, message: await stored(chatapp, into.holder, into.sent.whatsapp_message_id) }
}
