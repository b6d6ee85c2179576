// What the tests of senders share: numbers that the carrier knows, registered, and refusals by field.
import { refusedWith } from '#server/testing/chat-fixtures.ts'
import type { TestAccount, TestApp } from '#server/testing/test-app.ts'

let numbers = 0
/** A number that the carrier knows. */
export function newNumber(parley: TestApp, seed: { messagingLimit?: string | null; name?: string } = {}): string {
  const number = `+1415555${String(++numbers).padStart(4, '0')}`
  parley.carrier.control.addSender({ number, ...seed })
  return number
}

export const register = async (
  parley: TestApp,
  { client }: TestAccount,
  phone_number = newNumber(parley),
  fields = {},
) => (await client.senders.create({ phone_number, display_name: 'Bakery', ...fields })).data

export const ofFields = (errors: Record<string, string[]>) =>
  refusedWith(422, { message: Object.values(errors)[0]![0], errors })
