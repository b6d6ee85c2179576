// Tests of signing in and out: passwords, links, codes, and what an attacker tries.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import type { ParleyError } from '#sdk/index.ts'
import { openBrowser, signInMember } from '#testing/app/members.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

const password = 'violet harbour 92'
const wrong = refusedWith(422, { message: 'The email or the password is not correct.' })
const unauthenticated = refusedWith(401, { message: 'Unauthenticated.' })

async function memberWithPassword() {
  const { account } = await parley.createAccount()
  const member = await signInMember(parley, account, 'owner')
  await member.client.session.changePassword({ password })
  return { ...member, account }
}

/** The codes of an app for the secret. */
const codesOf = (secret: string) => (atMs: number) =>
  new TOTP({ secret }).generate({ timestamp: parley.app.context.now().getTime() + atMs })

describe('signing in', () => {
  it('works with the email in any letter case and the password', async () => {
    const { email, account } = await memberWithPassword()
    const browser = openBrowser(parley)
    const { status } = await browser.client.session.signIn({ email: email.toUpperCase(), password })
    assert.equal(status, 'signed_in')
    const session = await browser.client.session.get()
    assert.deepEqual([session.user.email, session.account.id, session.role], [email, account.id, 'owner'])
    assert.equal((await browser.client.accounts.me()).name, session.account.name)
  })

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const { email } = await memberWithPassword()
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const response = await parley.fetch(
      new Request(`${testBaseUrl}/api/session`, { method: 'POST', headers, body: JSON.stringify({ email, password }) }),
    )
    assert.match(
      response.headers.get('set-cookie')!,
      /^parley_session=[A-Za-z0-9]{40}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('answers an unknown email and a wrong password alike, and has an entry in the audit log', async () => {
    const { email, client } = await memberWithPassword()
    await assert.rejects(openBrowser(parley).client.session.signIn({ email, password: 'something else' }), wrong)
    await assert.rejects(
      openBrowser(parley).client.session.signIn({ email: 'nobody@example.com', password: 'something else' }),
      wrong,
    )
    await parley.runJobs()
    const { data } = await client.audit.list({ action: 'session.signInFailed' })
    assert.equal(data.length, 1)
  })

  it('is refused after too many attempts', async () => {
    const { email } = await memberWithPassword()
    const { client } = openBrowser(parley)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      const error = await client.session
        .signIn({ email, password: `wrong password ${attempt}` })
        .catch((thrown) => thrown)
      statuses.push((error as ParleyError).status)
    }
    assert.deepEqual([...new Set(statuses)], [422, 429])
    await assert.rejects(client.session.signIn({ email, password }), (error: ParleyError) => error.status === 429)
  })

  it('with a link works once', async () => {
    const { account } = await parley.createAccount()
    const { cookie } = await signInMember(parley, account, 'viewer')
    assert.ok(cookie())
    await assert.rejects(
      openBrowser(parley).client.session.useLink({ token: 'x'.repeat(40) }),
      refusedWith(404, { message: 'The link is not valid, was used before or has expired.' }),
    )
  })

  it('replaces the secret, so that a planted cookie is worth nothing', async () => {
    const attacker = await memberWithPassword()
    const victim = await memberWithPassword()
    const browser = openBrowser(parley, attacker.cookie())
    await browser.client.session.signIn({ email: victim.email, password })
    assert.notEqual(browser.cookie(), attacker.cookie())
    assert.equal((await attacker.client.session.get()).user.email, attacker.email)
  })

  it('and every change is refused for pages of other sites', async () => {
    const { cookie } = await memberWithPassword()
    const post = (headers: Record<string, string>, path = '/api/user/folder') =>
      parley.fetch(
        new Request(testBaseUrl + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: cookie()!, ...headers },
          body: JSON.stringify({ name: 'From elsewhere', email: 'a@example.com', password }),
        }),
      )
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://attacker.example' },
      { origin: 'null' },
      {},
    ]) {
      assert.equal((await post(headers as Record<string, string>)).status, 403, JSON.stringify(headers))
      assert.equal((await post(headers as Record<string, string>, '/api/session')).status, 403)
    }
    assert.equal((await post({ origin: testBaseUrl })).status, 201)
  })

  it('ends when the member signs out, and other sessions can be ended', async () => {
    const { email, client } = await memberWithPassword()
    const other = openBrowser(parley)
    await other.client.session.signIn({ email, password })
    const { data } = await client.session.list()
    assert.equal(data.length, 2)
    await client.session.revoke({ id: data.find(({ is_current }) => !is_current)!.id })
    await untilRefused(() => other.client.session.get())
    const kept = openBrowser(parley)
    await kept.client.session.signIn({ email, password })
    const stolen = kept.cookie()
    await kept.client.session.signOut()
    assert.equal(kept.cookie(), undefined)
    await untilRefused(() => openBrowser(parley, stolen).client.session.get())
  })

  it('ends everywhere else when the password is changed', async () => {
    const { email, client } = await memberWithPassword()
    const other = openBrowser(parley)
    await other.client.session.signIn({ email, password })
    await assert.rejects(
      client.session.changePassword({ current_password: 'not this one', password: 'green lantern 41' }),
      refusedWith(422, { message: 'The password is not correct.' }),
    )
    await client.session.changePassword({ current_password: password, password: 'green lantern 41' })
    await untilRefused(() => other.client.session.get())
    await client.session.get()
  })

  it('refuses passwords that are easy to guess', async () => {
    const { account } = await parley.createAccount()
    const { client } = await signInMember(parley, account, 'owner')
    for (const weak of ['aaaaaaaaaaaa', 'password1234', 'owner-owner-owner', '123456123456'])
      await assert.rejects(
        client.session.changePassword({ password: weak }),
        (error: ParleyError) => error.status === 422,
      )
  })
})

describe('an authenticator app', () => {
  it('asks for a recovery code if the secret was encrypted with another master key', async () => {
    const { client, email } = await memberWithPassword()
    const { secret } = await client.session.startSecondFactor({ password })
    const { recovery_codes } = await client.session.confirmSecondFactor({ code: codesOf(secret)(-30_000) })
    await sql`update users set sealed_totp_secret = ${Buffer.alloc(64)} where email = ${email}`.execute(
      parley.app.context.db,
    )
    const browser = openBrowser(parley)
    await browser.client.session.signIn({ email, password })
    await assert.rejects(
      browser.client.session.sendCode({ code: '123456' }),
      refusedWith(422, {
        message:
          'The secret of the authenticator app was encrypted with another master key. Sign in with a recovery code, and set up the app again.',
        error_code: 'SEALED_WITH_OTHER_KEY',
      }),
    )
    await browser.client.session.sendCode({ code: recovery_codes[0]! })
    assert.equal((await browser.client.session.get()).user.email, email)
  })

  it('is asked for its code, which works once, and recovery codes replace it', async () => {
    const { email, client } = await memberWithPassword()
    const { secret } = await client.session.startSecondFactor({ password })
    const codeAt = codesOf(secret)
    const { recovery_codes } = await client.session.confirmSecondFactor({ code: codeAt(-30_000) })
    assert.equal(recovery_codes.length, 10)

    const browser = openBrowser(parley)
    assert.equal((await browser.client.session.signIn({ email, password })).status, 'code_required')
    await assert.rejects(browser.client.accounts.me(), unauthenticated)
    const code = codeAt(0)
    assert.equal((await browser.client.session.sendCode({ code })).status, 'signed_in')
    await browser.client.accounts.me()

    const replay = openBrowser(parley)
    await replay.client.session.signIn({ email, password })
    await assert.rejects(replay.client.session.sendCode({ code }), (error: ParleyError) => error.status === 422)
    await replay.client.session.sendCode({ code: recovery_codes[0]!.toUpperCase() })
    const again = openBrowser(parley)
    await again.client.session.signIn({ email, password })
    await assert.rejects(
      again.client.session.sendCode({ code: recovery_codes[0]! }),
      (error: ParleyError) => error.status === 422,
    )
  })

  it('ends the sign-in after five wrong codes', async () => {
    const { email, client } = await memberWithPassword()
    const { secret } = await client.session.startSecondFactor({ password })
    const codeAt = codesOf(secret)
    await client.session.confirmSecondFactor({ code: codeAt(-30_000) })
    const browser = openBrowser(parley)
    await browser.client.session.signIn({ email, password })
    for (let attempt = 0; attempt < 5; attempt++)
      await assert.rejects(browser.client.session.sendCode({ code: 'aaaa-bbbb' }))
    await assert.rejects(
      browser.client.session.sendCode({ code: codeAt(0) }),
      (error: ParleyError) => error.status === 422,
    )
  })
})

/** The end of a session reaches the cache as a database notification, so a few requests may still succeed. */
async function untilRefused(call: () => Promise<unknown>): Promise<void> {
  await assert.rejects(async () => {
    for (;;) await call()
  }, unauthenticated)
}
