// Tests of the endpoints for accounts and API keys.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createClient } from '#sdk/index.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

const clientWith = (apiKey: string | undefined) => createClient({ baseUrl: testBaseUrl, apiKey, fetch: parley.fetch })
const unauthenticated = refusedWith(401, { message: 'Unauthenticated.' })

describe('an account', () => {
  it('shows its name, email and balance, in minutes if it is direct and in credits if it is a tenant', async () => {
    for (const [kind, balance] of [
      ['direct', 50],
      ['tenant', 500],
    ] as const) {
      const me = await (await parley.createAccount({ kind, balanceUsd: 5 })).client.accounts.me()
      assert.deepEqual(Object.keys(me), ['name', 'email', 'total_balance'])
      assert.equal(me.total_balance, balance)
    }
  })

  it('changes its name, time zone and country, which the audit log shows', async () => {
    const { client } = await parley.createAccount({ name: 'Bakery' })
    const changed = await client.accounts.update({ name: 'Bakery Schmidt', time_zone: 'Europe/Berlin', country: 'DE' })
    assert.deepEqual(changed, { name: 'Bakery Schmidt', time_zone: 'Europe/Berlin', country: 'DE' })
    assert.deepEqual(await client.accounts.update({ time_zone: 'UTC' }), { ...changed, time_zone: 'UTC' })
    assert.deepEqual(await client.accounts.get(), { ...changed, time_zone: 'UTC' })
    const { data } = await client.audit.list({ action: 'accounts.update' })
    assert.deepEqual([data[1]!.before, data[1]!.after], [{ name: 'Bakery', time_zone: 'UTC', country: 'US' }, changed])
    await assert.rejects(client.accounts.update({ time_zone: 'Europe/Nowhere' }), { status: 422 })
    await assert.rejects(client.accounts.update({ country: 'XX' }), { status: 422 })
  })

  it('receives the token of a new API key only when the key is created', async () => {
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
    assert.deepEqual(Object.keys(api_keys[1]!), ['id', 'name', 'scopes', 'last_used_at', 'created_at'])
    assert.match(api_keys[1]!.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.equal(api_keys[1]!.last_used_at, null)
  })

  it('can no longer use an API key that it deleted', async () => {
    const { client } = await parley.createAccount()
    const { api_key } = await client.accounts.createApiKey({ name: 'short-lived' })
    const other = clientWith(api_key.token)
    await other.accounts.me()
    const { api_keys } = await client.accounts.listApiKeys()
    await client.accounts.deleteApiKey({ id: api_keys[1]!.id })
    await assert.rejects(async () => {
      // The deletion reaches the cache as a database notification, so a few requests may still succeed.
      for (;;) await other.accounts.me()
    }, unauthenticated)
  })

  it('gets the same 401 response for a missing, a wrong and an incomplete token', async () => {
    const { token } = await parley.createAccount()
    for (const apiKey of [undefined, 'nonsense', '1|nonsense', token.slice(0, -1), `${token}x`])
      await assert.rejects(clientWith(apiKey).accounts.me(), unauthenticated)
  })

  it('is authenticated by the Bearer scheme in any letter case', async () => {
    const { token } = await parley.createAccount()
    const response = await parley.fetch(
      new Request(`${testBaseUrl}/api/user/me`, { headers: { authorization: `bEaReR ${token}` } }),
    )
    assert.equal(response.status, 200)
  })
})
