// What tests expect of a call that is refused.
import assert from 'node:assert/strict'
import { ParleyError } from '#sdk/index.ts'

export async function absent(call: Promise<unknown>, message: string): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ParleyError)
    assert.deepEqual([error.status, error.body], [404, { message }])
    return true
  })
}

/** By validation: sentences by field. */
export async function invalid(call: Promise<unknown>, errors: Record<string, string[]>): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ParleyError)
    assert.deepEqual([error.status, error.errors], [422, errors])
    return true
  })
}
