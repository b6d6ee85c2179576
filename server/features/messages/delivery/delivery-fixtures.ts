// A message as it is stored, for the tests of what becomes of it.
import type { TestApp, TestSender } from '#server/testing/test-app.ts'
import type { Message } from '../message/message.ts'
import { findMessage } from './store.ts'

export const full = { balance: 100_000_000, held: 0 }
export const charged = { balance: 99_990_000, held: 0 }

export const findStored = async (parley: TestApp, { account }: TestSender, id: number): Promise<Message> =>
  (await findMessage(parley.app.context.db, account.id, id))!

/** Sends through a carrier with these faults; the message is as it stands then. */
export async function sendStored(parley: TestApp, ...faults: Parameters<TestApp['sendTemplateThrough']>) {
  const into = await parley.sendTemplateThrough(...faults)
  return { ...into, message: await findStored(parley, into.holder, into.sent.whatsapp_message_id) }
}
