// Tests that no answer, and no work behind it, tells whether a user exists.
import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { openBrowser, signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const password = 'violet harbour 92'

/** Counts what a request does: hashes of passwords, and the texts of its statements. */
async function workOf(request: () => Promise<unknown>) {
  let hashes = 0
  const statements: string[] = []
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes++
    },
  }).enable()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    const [first] = parameters as [string | { text: string }]
    statements.push(typeof first === 'string' ? first : first.text)
    return Reflect.apply(query, this, parameters)
  } as typeof query
  try {
    const answer = await request()
    return { answer, hashes, statements }
  } finally {
    pg.Client.prototype.query = query
    hook.disable()
  }
}

let addresses = 0

/** From an address of its own, so that no limit is reached. */
async function send(method: string, url: string, payload: object) {
  const remoteAddress = `192.0.2.${++addresses}`
  const headers = { 'sec-fetch-site': 'same-origin' }
  const response = await parley.app.http.inject({ method: method as 'POST', url, payload, remoteAddress, headers })
  return { status: response.statusCode, body: response.json() }
}

async function createUsers() {
  const { account, client } = await parley.createAccount()
  const withPassword = await signInMember(parley, account, 'editor')
  await withPassword.client.session.changePassword({ password })
  const withoutPassword = await signInMember(parley, account, 'viewer')
  return { account, client, emails: [withPassword.email, withoutPassword.email] }
}

const unknown = () => `nobody-${crypto.randomUUID()}@example.com`

describe('whether a user exists', () => {
  for (const [name, path, fields] of [
    ['a sign-in', '/api/session', { password: 'something else' }],
    ['a request for a new password', '/api/password-resets', {}],
  ] as const)
    it(`is not told by ${name}`, async () => {
      const { emails } = await createUsers()
      const attempt = (email: string) => workOf(() => send('POST', path, { email, ...fields }))
      const expected = await attempt(unknown())
      assert.equal(expected.hashes, path === '/api/session' ? 1 : 0)
      for (const email of [...emails, emails[0]!.toUpperCase(), unknown()])
        assert.deepEqual(await attempt(email), expected)
    })

  it('is not told by an invitation before everything is valid', async () => {
    const [{ emails }, inviter] = [await createUsers(), await parley.createAccount()]
    const invite = async (email: string) => {
      const invited = await workOf(() => inviter.client.members.invite({ email, role: 'viewer' }))
      const { url } = invited.answer as { url: string }
      const token = /#invitation=(\w+)/.exec(url)![1]!
      const ask = (what: string, more: object = {}) =>
        workOf(() => send('POST', `/api/invitations/${what}`, { token, ...more }))
      const shown = await ask('show')
      const { body } = shown.answer as { body: { email: string; has_user: boolean } }
      assert.equal(body.has_user, false)
      body.email = ''
      const attempts = [
        await ask('accept'),
        await ask('accept', { name: 'A', password: 'password12' }),
        await ask('accept', { password }),
      ]
      return { statements: invited.statements, shown, attempts, token }
    }
    const { token: _, ...expected } = await invite(unknown())
    for (const email of [...emails, unknown()]) {
      const { token, ...found } = await invite(email)
      assert.deepEqual(found, expected)
      const joined = await workOf(() => send('POST', '/api/invitations/accept', { token, name: 'A', password }))
      assert.equal(joined.hashes, 1)
    }
  })

  it('is shown to the user', async () => {
    const { account } = await createUsers()
    const inviter = await parley.createAccount()
    const member = await signInMember(parley, account, 'agent')
    const { url } = await inviter.client.members.invite({ email: member.email.toUpperCase(), role: 'viewer' })
    const token = /#invitation=(\w+)/.exec(url!)![1]!
    const other = await signInMember(parley, account, 'agent')
    for (const [client, hasUser] of [
      [openBrowser(parley).client, false],
      [other.client, false],
      [member.client, true],
    ] as const)
      assert.equal((await client.members.showInvitation({ token })).has_user, hasUser)
    await member.client.members.acceptInvitation({ token })
    assert.equal((await member.client.session.get()).accounts.length, 2)
  })
})
