// What the tests of sending share: refusals that cost nothing, and numbers that misbehave.
import assert from 'node:assert/strict'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import type { TestApp, TestSender } from '#server/testing/test-app.ts'

export const full = { balance: 100_000_000, held: 0 }
export const price = 10_000

export const refused = (status: number, error_code: string, error: string, details: object = {}) =>
  refusedWith(status, { success: false, error, error_code, ...details })

export const invalidPhone = refused(
  422,
  'INVALID_PHONE',
  'Invalid phone number format. Use E.164 format (e.g., +14155551234).',
)

/** The refusal of `call`, and nothing is charged, held or sent. */
export async function assertRefused(
  parley: TestApp,
  holder: TestSender,
  call: Promise<unknown>,
  expected: (error: unknown) => true,
): Promise<void> {
  const before = parley.carrier.messages().length
  await assert.rejects(call, expected)
  assert.deepEqual(await holder.money(), full)
  assert.equal(parley.carrier.messages().length, before)
}

let odd = 0
/** A number that misbehaves as its last digits say. */
export const oddPhone = (digits: string): string => `+4477${String(++odd).padStart(3, '0')}99${digits}`
