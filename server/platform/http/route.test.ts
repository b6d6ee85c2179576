// Tests that an area of the contract with a missing or surplus handler does not compile.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import type { Handlers } from './route.ts'

const base = { summary: 'Read', auth: 'none', envelope: 'message' } as const
const area = {
  one: endpoint('GET', '/api/one', { ...base, reply: z.object({ one: z.int() }) }),
  two: endpoint('GET', '/api/two', { ...base, reply: z.object({ two: z.int() }) }),
}
const complete: Handlers<typeof area> = {
  one: () => ({ one: 1 }),
  two: { handle: () => ({ two: 2 }), validate: async () => ({}) },
}

it('rejects other handlers at compile time', () => {
  // @ts-expect-error: the handler of `two` is missing.
  const missing: Handlers<typeof area> = { one: () => ({ one: 1 }) }
  // @ts-expect-error: the area has no endpoint `three`.
  const surplus: Handlers<typeof area> = { ...complete, three: () => ({ three: 3 }) }
  // @ts-expect-error: the reply is not the one of the contract.
  const wrongReply: Handlers<typeof area> = { ...complete, one: () => ({ one: 'one' }) }
  assert.equal([missing, surplus, wrongReply].length, 3)
})
