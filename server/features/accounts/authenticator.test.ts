// Tests of the cache for authenticated API keys.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { createAuthenticator } from './authenticator.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

describe('the authenticator', () => {
  /** The test sends the notifications itself, so that they can arrive during a query. */
  function open() {
    let notify = (_keyId: string): void => {}
    const notifications = {
      on: (_channel: string, listener: (keyId: string) => void) => {
        notify = listener
      },
      [Symbol.asyncDispose]: async () => {},
    }
    const authenticator = createAuthenticator(parley.app.context, notifications)
    return { authenticator, notifyDeleted: (keyId: string) => notify(keyId) }
  }

  const isCached = (answer: unknown): boolean => !(answer instanceof Promise)

  it('caches a key until it is notified that the key was deleted', async () => {
    const { token } = await parley.createAccount()
    const { authenticator, notifyDeleted } = open()
    await using _ = authenticator
    const caller = await authenticator.authenticate(token)
    assert.ok(isCached(authenticator.authenticate(token)))
    notifyDeleted(String(caller!.actor.id))
    const second = authenticator.authenticate(token)
    assert.ok(!isCached(second))
    await second
  })

  it('rejects a malformed key without a query', async () => {
    const { authenticator } = open()
    await using _ = authenticator
    for (const token of ['', 'x'.repeat(10_000), `0|${'a'.repeat(40)}`, `1|${'a'.repeat(101)}`])
      assert.equal(authenticator.authenticate(token), undefined)
    assert.ok(authenticator.authenticate(`1|${'a'.repeat(40)}`) instanceof Promise)
  })

  it('does not cache a result that was read before a notification of a deletion', async () => {
    const { token } = await parley.createAccount()
    const { authenticator, notifyDeleted } = open()
    await using _ = authenticator
    const first = authenticator.authenticate(token)
    notifyDeleted('7')
    await first
    const second = authenticator.authenticate(token)
    assert.ok(!isCached(second))
    await second
  })
})
