// What is remembered of API keys, and for how long.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createAuthenticator } from './authenticator.ts'

describe('the authenticator', () => {
  let parley: TestApp
  before(async () => {
    parley = await startTestApp()
  })
  after(() => parley[Symbol.asyncDispose]())

  /** News comes when the test says so: no database tells it in the midst of a look. */
  function open() {
    const told = Promise.withResolvers<(keyId: string) => void>()
    const notifications = {
      on: (_channel: string, hear: (keyId: string) => void) => told.resolve(hear),
      [Symbol.asyncDispose]: async () => {},
    }
    return { authenticator: createAuthenticator(parley.app.context, notifications), told: told.promise }
  }

  const isRemembered = (answer: unknown): boolean => !(answer instanceof Promise)

  it('remembers a key, until it hears that the key was deleted', async () => {
    const { token } = await parley.createAccount()
    const { authenticator, told } = open()
    await using _ = authenticator
    const tell = await told
    const caller = await authenticator.authenticate(token)
    assert.ok(isRemembered(authenticator.authenticate(token)))
    tell(String(caller!.keyId))
    const anew = authenticator.authenticate(token)
    assert.ok(!isRemembered(anew))
    await anew
  })

  it('knows without a look that what has no form of a key is none', async () => {
    const { authenticator } = open()
    await using _ = authenticator
    for (const token of ['', 'x'.repeat(10_000), `0|${'a'.repeat(40)}`, `1|${'a'.repeat(101)}`])
      assert.equal(authenticator.authenticate(token), undefined)
    assert.ok(authenticator.authenticate(`1|${'a'.repeat(40)}`) instanceof Promise)
  })

  it('does not remember what it read before it heard of a deletion', async () => {
    const { token } = await parley.createAccount()
    const { authenticator, told } = open()
    await using _ = authenticator
    const tell = await told
    const look = authenticator.authenticate(token)
    tell('7')
    await look
    const anew = authenticator.authenticate(token)
    assert.ok(!isRemembered(anew))
    await anew
  })
})
