// Accounts and API keys through the front door.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient, ParleyError } from '#sdk/index.ts'
import { startTestApp, type TestApp, testBaseUrl } from '#server/testing/test-app.ts'

describe('accounts', () => {
  let parley: TestApp
  before(async () => {
    parley = await startTestApp()
  })
  after(() => parley[Symbol.asyncDispose]())

  it('tells who the caller is and what is left, in minutes for a direct account', async () => {
    const { client } = await parley.createAccount({ kind: 'direct', balanceUsd: 5 })
    const me = await client.accounts.me()
    assert.deepEqual(Object.keys(me), ['name', 'email', 'total_balance'])
    assert.equal(me.total_balance, 50)
  })

  it('counts the balance of a tenant in credits', async () => {
    const { client } = await parley.createAccount({ kind: 'tenant', balanceUsd: 5 })
    assert.equal((await client.accounts.me()).total_balance, 500)
  })

  it('shows the token of a new key once, and never again', async () => {
    const { client } = await parley.createAccount()
    const { message, api_key } = await client.accounts.createApiKey({ name: '  deploy  ' })
    assert.equal(message, 'API key created successfully.')
    assert.equal(api_key.name, 'deploy')
    assert.match(api_key.token, /^\d+\|[A-Za-z0-9]{40}$/)
    const { api_keys } = await client.accounts.listApiKeys()
    assert.deepEqual(
      api_keys.map((key) => key.name),
      ['default', 'deploy'],
    )
    assert.deepEqual(Object.keys(api_keys[1]!), ['id', 'name', 'last_used_at', 'created_at'])
    assert.match(api_keys[1]!.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.equal(api_keys[1]!.last_used_at, null)
  })

  it('stops serving a deleted key at once', async () => {
    const { client } = await parley.createAccount()
    const { api_key } = await client.accounts.createApiKey({ name: 'short-lived' })
    const other = createClient({ baseUrl: testBaseUrl, apiKey: api_key.token, fetch: parley.fetch })
    await other.accounts.me()
    const { api_keys } = await client.accounts.listApiKeys()
    await client.accounts.deleteApiKey({ id: api_keys[1]!.id })
    await assert.rejects(async () => {
      // The news travels through the database; each try asks it, so this ends with it.
      for (;;) await other.accounts.me()
    }, unauthenticated)
  })

  it('answers 401 in the same words without a token, with a wrong one and with half of one', async () => {
    const { token } = await parley.createAccount()
    for (const apiKey of [undefined, 'nonsense', '1|nonsense', token.slice(0, -1), `${token}x`]) {
      await assert.rejects(
        createClient({ baseUrl: testBaseUrl, apiKey, fetch: parley.fetch }).accounts.me(),
        unauthenticated,
      )
    }
  })

  it('takes the scheme word in any case', async () => {
    const { token } = await parley.createAccount()
    const response = await parley.fetch(
      new Request(`${testBaseUrl}/api/user/me`, { headers: { authorization: `bEaReR ${token}` } }),
    )
    assert.equal(response.status, 200)
  })
})

function unauthenticated(error: unknown): true {
  assert.ok(error instanceof ParleyError)
  assert.equal(error.status, 401)
  assert.deepEqual(error.body, { message: 'Unauthenticated.' })
  return true
}
