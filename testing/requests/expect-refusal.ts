// Assertions about calls that are refused or fail.
import assert from 'node:assert/strict'
import { ParleyError } from '#sdk/index.ts'
import { OutsideError } from '#server/platform/outside-error.ts'

export async function assertNotFound(call: Promise<unknown>, message: string): Promise<void> {
  await assert.rejects(call, refusedWith(404, { message }))
}

/** Asserts a validation error with these messages by field. */
export async function assertInvalid(call: Promise<unknown>, errors: Record<string, string[]>): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ParleyError)
    assert.deepEqual([error.status, error.errors], [422, errors])
    return true
  })
}

/** Asserts that an external service failed, and returns its error. */
export async function failureOf(work: Promise<unknown>): Promise<OutsideError> {
  const error = await work.then(
    () => assert.fail('Nothing failed.'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OutsideError, `not an OutsideError: ${error}`)
  return error
}

/** For `assert.rejects`: checks the status and the body of a refusal. */
export function refusedWith(status: number, body: Record<string, unknown>): (error: unknown) => true {
  return (error) => {
    if (!(error instanceof ParleyError)) throw error
    const seen = JSON.stringify({ status: error.status, body: error.body })
    const expected = JSON.stringify({ status, body })
    if (seen !== expected) throw new Error(`refused with ${seen} instead of ${expected}`)
    return true
  }
}
