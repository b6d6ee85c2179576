// Fixtures for the tests of messages.
import assert from 'node:assert/strict'
import { findMessage } from '#server/features/messages/delivery/store.ts'
import type { TestApp, TestSender } from '../app/test-app.ts'
import { refusedWith } from '../requests/expect-refusal.ts'

export const full = { balance: 100_000_000, held: 0 }
/** The balance after one message. */
export const charged = { balance: 99_990_000, held: 0 }
export const templateText = 'Ann, your order has been packed and is on its way to you.'

export const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
export const pngMedia = [{ contentType: 'image/png', bytes: png }]
/** A response of a receiver. */
export const pngResponse = { headers: { 'content-type': 'image/png' }, body: png as unknown as string }

export async function newestConversation({ client }: TestSender) {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  return (await client.conversations.show({ uuid: data[0]!.id })).data
}

export async function findStored(parley: TestApp, { account }: TestSender, id: number) {
  return (await findMessage(parley.app.context.db, account.id, id))!
}

/** Sends a new sender's template through a carrier with these faults, and returns the message as it is stored then. */
export async function sendStored(parley: TestApp, ...faults: Parameters<TestApp['sendTemplateThrough']>) {
  const { sender, phone, sent } = await parley.sendTemplateThrough(...faults)
  return { sender, phone, sent, message: await findStored(parley, sender, sent.whatsapp_message_id) }
}

/** Looks up messages whose outcome is unknown, after their lookup has become due. */
export async function repair(parley: TestApp, times = 1): Promise<void> {
  for (let round = 0; round < times; round++) {
    await parley.turnClock(125_000)
    await parley.runCron('messages.repair')
    await parley.runUntilIdle()
  }
}

export async function setStatus(parley: TestApp, { client, number }: TestSender, status: 'ONLINE' | 'OFFLINE') {
  parley.carrier.control.changeSender(number, { status })
  await client.senders.sync()
}

export const refused = (status: number, error_code: string, error: string, details: object = {}) =>
  refusedWith(status, { success: false, error, error_code, ...details })

export const invalidPhone = refused(
  422,
  'INVALID_PHONE',
  'Invalid phone number format. Use E.164 format (e.g., +14155551234).',
)
export const senderNotFound = refused(404, 'SENDER_NOT_FOUND', 'Sender not found or does not belong to you')
export const insufficientBalance = refused(
  402,
  'INSUFFICIENT_BALANCE',
  'Insufficient balance. Please top up your account.',
)

/** Asserts that the call is refused, and that nothing is charged, held or sent. */
export async function assertRefused(
  parley: TestApp,
  sender: TestSender,
  call: Promise<unknown>,
  expected: (error: unknown) => true,
): Promise<void> {
  const before = parley.carrier.messages().length
  await assert.rejects(call, expected)
  assert.deepEqual(await sender.money(), full)
  assert.equal(parley.carrier.messages().length, before)
}
