// Tests of connections: secrets that are never shown, tests on save, and OAuth tokens.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asAccount } from '#server/platform/context/context.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { type AnswerRequest, openReceiver } from '#testing/emulators/receiver.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { updateConnection } from './change-connection.ts'
import { findConnection } from './find-connection.ts'
import { sendAuthorized } from './send-authorized.ts'

const parley = await startTestApp({ config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())

const secret = 'secret-of-the-customer-database-1234'
const bearer = { name: 'CRM', type: 'bearer', token: secret } as const

const contextOf = ({ account }: TestAccount) => asAccount(parley.app.context, account)

/** A server that accepts what `isAuthorized` accepts. */
const serverThat = (isAuthorized: (authorization: string | undefined) => boolean) =>
  openReceiver(({ headers }) => ({ status: isAuthorized(headers.authorization) ? 200 : 401 }))

/** Issues the tokens `token-1`, `token-2` … at `/token`, and accepts only the latest of them elsewhere. */
async function openTokenServer(answerToken?: AnswerRequest) {
  let issued = 0
  const receiver = await openReceiver((request, number) => {
    if (request.path !== '/token')
      return { status: request.headers.authorization === `Bearer token-${issued}` ? 200 : 401 }
    const body = JSON.stringify({ access_token: `token-${++issued}`, token_type: 'Bearer', expires_in: 3600 })
    return answerToken?.(request, number) ?? { body }
  })
  return {
    url: receiver.url,
    tokenRequests: () => receiver.requests.filter(({ path }) => path === '/token'),
    revoke: () => void issued++,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

const oauth2 = (url: string) =>
  ({
    name: 'OAuth',
    type: 'oauth2',
    token_url: `${url}/token`,
    client_id: 'client',
    client_secret: secret,
    scopes: 'read write',
  }) as const

describe('a connection', () => {
  it('is listed without its secret, which is stored encrypted', async () => {
    const { client } = await parley.createAccount()
    const { data, message } = await client.connections.create({ ...bearer, allowed_hosts: ['api.example.com'] })
    assert.equal(message, 'Connection created successfully.')
    const { id, created_at: _created, updated_at: _updated, ...shown } = data
    assert.deepEqual(shown, {
      name: 'CRM',
      type: 'bearer',
      header: null,
      username: null,
      token_url: null,
      client_id: null,
      scopes: null,
      test_url: null,
      allowed_hosts: ['api.example.com'],
      secret: '********1234',
      tested_at: null,
      last_error: null,
      unreadable: false,
    })
    assert.deepEqual((await client.connections.list()).data, [data])
    const { rows } = await sql<{ row: string }>`
      select row_to_json(c)::text || encode(c.sealed_secret, 'escape') as row from connections c where id = ${id}`.execute(
      parley.app.context.db,
    )
    assert.ok(!rows[0]!.row.includes(secret), 'the secret is stored in plain text')
  })

  it('shows nothing of a short secret', async () => {
    const { client } = await parley.createAccount()
    const { data } = await client.connections.create({ ...bearer, token: 'x'.repeat(15) })
    assert.equal(data.secret, '********')
  })

  it('needs the fields of its type', async () => {
    const { client } = await parley.createAccount()
    const required = {
      api_key: { token: 'The token field is required.' },
      bearer: { token: 'The token field is required.' },
      basic: { username: 'The username field is required.', password: 'The password field is required.' },
      oauth2: {
        token_url: 'The token url field is required.',
        client_id: 'The client id field is required.',
        client_secret: 'The client secret field is required.',
      },
    }
    for (const [type, errors] of Object.entries(required)) {
      const lists = Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]]))
      await assertInvalid(client.connections.create({ name: type, type: type as 'basic' }), lists)
    }
  })

  it('has a name of its own, and a header that can be sent', async () => {
    const { client } = await parley.createAccount()
    await client.connections.create(bearer)
    const { id } = (await client.connections.create({ ...bearer, name: 'Other' })).data
    const taken = { name: ['The name has already been taken.'] }
    await assertInvalid(client.connections.create(bearer), taken)
    await assertInvalid(client.connections.update({ id, name: 'CRM' }), taken)
    for (const header of ['Host', 'content-length', 'Idempotency-Key', 'a b', 'x\ny'])
      await assertInvalid(client.connections.create({ name: header, type: 'api_key', token: secret, header }), {
        header: ['The header format is invalid.'],
      })
    await assertInvalid(client.connections.create({ ...bearer, name: 'Third', token: 'a\nb' }), {
      token: ['The token format is invalid.'],
    })
  })

  it('keeps its secret in updates of other fields, and loses it with its type', async () => {
    const owner = await parley.createAccount()
    const { id } = (await owner.client.connections.create(bearer)).data
    const { data } = await owner.client.connections.update({ id, name: 'CRM 2' })
    assert.deepEqual([data.name, data.secret], ['CRM 2', '********1234'])
    assert.equal((await findConnection(contextOf(owner), 'CRM 2')).secret, secret)
    await assertInvalid(owner.client.connections.update({ id, type: 'basic', username: 'Ann' }), {
      password: ['The password field is required.'],
    })
    const changed = await owner.client.connections.update({ id, type: 'basic', username: 'Ann', password: 'new' })
    assert.deepEqual([changed.data.type, changed.data.secret], ['basic', '********'])
  })

  it('is limited in number', async () => {
    const { client } = await parley.createAccount()
    for (let each = 0; each < 100; each++) await client.connections.create({ ...bearer, name: `C${each}` })
    await assertInvalid(client.connections.create(bearer), { name: ['An account can have up to 100 connections.'] })
  })

  it('is gone after its deletion', async () => {
    const owner = await parley.createAccount()
    const { id } = (await owner.client.connections.create(bearer)).data
    assert.deepEqual(await owner.client.connections.delete({ id }), { message: 'Connection deleted successfully.' })
    const notFound = { status: 404, message: 'Connection not found.' }
    await assert.rejects(owner.client.connections.delete({ id }), notFound)
    await assert.rejects(owner.client.connections.update({ id }), notFound)
    await assert.rejects(owner.client.connections.test({ id }), notFound)
    await assert.rejects(findConnection(contextOf(owner), id), { message: `There is no connection ${id}.` })
  })

  it('needs its secret again after the master key has changed', async () => {
    const owner = await parley.createAccount()
    const { id } = (await owner.client.connections.create(bearer)).data
    const ctx = contextOf(owner)
    const other = { ...ctx, settings: { ...ctx.settings, masterKey: Buffer.alloc(32, 1) } }
    await assert.rejects(findConnection(other, 'CRM'), { code: 'SEALED_WITH_OTHER_KEY' })
    const errors = { token: ['The token field is required.'] }
    await assert.rejects(updateConnection(other, id, { name: 'New' }), { errors })
    await updateConnection(other, id, { token: 'new-token' })
    assert.equal((await findConnection(other, 'CRM')).secret, 'new-token')
  })

  it('is found by its name or its id, in its own account only', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const { id } = (await owner.client.connections.create(bearer)).data
    for (const given of ['CRM', id, String(id)]) {
      assert.equal((await findConnection(contextOf(owner), given)).name, 'CRM')
      await assert.rejects(findConnection(contextOf(other), given), { name: 'ConnectionFault' })
    }
  })
})

describe('the test of a connection', () => {
  it('sends the credentials of each type, and stores only what works', async () => {
    const { client } = await parley.createAccount()
    const basic = `Basic ${Buffer.from('Ann:secret').toString('base64')}`
    const types = [
      [{ type: 'bearer', token: 'right' }, { token: 'wrong' }, 'Bearer right'],
      [{ type: 'api_key', token: 'Key right' }, { token: 'wrong' }, 'Key right'],
      [{ type: 'basic', username: 'Ann', password: 'secret' }, { username: 'Bob' }, basic],
    ] as const
    for (const [fields, wrong, authorization] of types) {
      await using server = await serverThat((given) => given === authorization)
      const input = { name: fields.type, test_url: `${server.url}/me`, ...fields }
      const refused = { test_url: ['The test url refused the credentials: status 401.'] }
      await assertInvalid(client.connections.create({ ...input, ...wrong }), refused)
      assert.ok(!(await client.connections.list()).data.some(({ name }) => name === fields.type))
      const { data } = await client.connections.create(input)
      assert.ok(data.tested_at !== null)
      await assertInvalid(client.connections.update({ id: data.id, ...wrong }), refused)
      await client.connections.test({ id: data.id })
      assert.equal(server.requests.length, 4)
    }
  })

  it('stores why it failed later', async () => {
    let status = 200
    await using server = await openReceiver(() => ({ status }))
    const { client } = await parley.createAccount()
    const { id } = (await client.connections.create({ ...bearer, test_url: server.url })).data
    status = 500
    const reason = 'The test url did not answer as expected: status 500.'
    await assertInvalid(client.connections.test({ id }), { test_url: [reason] })
    assert.equal((await client.connections.list()).data[0]!.last_error, reason)
    status = 200
    assert.equal((await client.connections.test({ id })).data.last_error, null)
  })

  it('is refused without a test url, at addresses that are not public, and at hosts that are not allowed', async () => {
    const { client } = await parley.createAccount()
    const { id } = (await client.connections.create(bearer)).data
    await assertInvalid(client.connections.test({ id }), { test_url: ['The connection has no test url.'] })
    const test_url = 'http://169.254.169.254/latest'
    await assert.rejects(client.connections.update({ id, test_url }), {
      status: 422,
      message: /^The test url could not/,
    })
    const hosts = { test_url: 'http://127.0.0.1:9/', allowed_hosts: ['api.example.com'] }
    const message = 'The connection CRM may not be used for the host 127.0.0.1.'
    await assertInvalid(client.connections.update({ id, ...hosts }), { test_url: [message] })
  })
})

describe('an OAuth connection', () => {
  it('requests a token once, and another one when it is refused', async () => {
    await using server = await openTokenServer()
    const owner = await parley.createAccount()
    const { data } = await owner.client.connections.create({ ...oauth2(server.url), test_url: `${server.url}/me` })
    assert.ok(data.tested_at !== null)
    const connection = await findConnection(contextOf(owner), data.id)
    const send = async () =>
      (await sendAuthorized(contextOf(owner), connection, { url: `${server.url}/orders` })).reply.status
    assert.deepEqual([await send(), await send()], [200, 200])
    assert.equal(server.tokenRequests().length, 1)
    server.revoke()
    assert.deepEqual([await send(), await send()], [200, 200])
    assert.equal(server.tokenRequests().length, 2)
    await using closed = await openReceiver(() => ({ status: 401 }))
    const refused = await sendAuthorized(contextOf(owner), connection, { url: closed.url })
    assert.deepEqual([refused.reply.status, closed.requests.length, server.tokenRequests().length], [401, 2, 3])
  })

  it('sends its credentials in the header, and in the body if the server reads them there', async () => {
    await using server = await openTokenServer(({ headers }) => (headers.authorization ? { status: 401 } : undefined!))
    const { client } = await parley.createAccount()
    await client.connections.create(oauth2(server.url))
    const [first, second] = server.tokenRequests()
    assert.equal(first!.headers.authorization, `Basic ${Buffer.from(`client:${secret}`).toString('base64')}`)
    assert.equal(first!.body.toString(), 'grant_type=client_credentials&scope=read+write')
    assert.deepEqual(Object.fromEntries(new URLSearchParams(second!.body.toString())), {
      grant_type: 'client_credentials',
      scope: 'read write',
      client_id: 'client',
      client_secret: secret,
    })
  })

  it('is refused if the token url refuses, or answers without a token', async () => {
    const { client } = await parley.createAccount()
    const answers = [
      [{ status: 403 }, 'The token url answered with status 403.'],
      [{ body: 'not json' }, 'The response of the token url contains no access token.'],
      [{ body: '{"access_token":"a\\nb"}' }, 'The response of the token url contains no access token.'],
      [{ body: `{"access_token":"${'x'.repeat(70_000)}"}` }, 'The response of the token url contains no access token.'],
    ] as const
    for (const [answer, message] of answers) {
      await using server = await openReceiver(() => answer)
      await assertInvalid(client.connections.create(oauth2(server.url)), { token_url: [message] })
    }
  })
})
