// What tests expect of a call that is refused or fails.
import assert from 'node:assert/strict'
import { ParleyError } from '#sdk/index.ts'
import { OutsideError } from '#server/platform/outside-error.ts'

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

/** By the world outside; hands back how. */
export async function failureOf(work: Promise<unknown>): Promise<OutsideError> {
  const error = await work.then(
    () => assert.fail('Nothing failed.'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OutsideError, `not an OutsideError: ${error}`)
  return error
}
