// Tests of the links that members get by mail.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClient } from '#sdk/index.ts'
import { openBrowser, signInMember } from '#testing/app/members.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { openSmtpEmulator } from '#testing/emulators/smtp.ts'
import { changeEmail } from './index.ts'

it('invitations and password resets are sent by mail, and the response does not contain the link', async () => {
  await using server = await openSmtpEmulator()
  await using parley = await startTestApp({ config: { mail: server.options } })
  const { account, client } = await parley.createAccount()
  const { url } = await client.members.invite({ email: 'grace@example.com', role: 'editor' })
  assert.equal(url, null)
  await parley.runJobs()
  const token = /#invitation=([A-Za-z0-9]{40})/.exec(server.mails[0]!.text)![1]!
  assert.equal(server.mails[0]!.recipients[0], 'grace@example.com')
  const browser = openBrowser(parley)
  await browser.client.members.acceptInvitation({ token, name: 'Grace', password: 'violet harbour 92' })
  assert.equal((await browser.client.session.get()).role, 'editor')

  const member = await signInMember(parley, account, 'viewer')
  const { message } = await openBrowser(parley).client.session.requestPasswordReset({ email: member.email })
  const unknown = await openBrowser(parley).client.session.requestPasswordReset({ email: 'nobody@example.com' })
  assert.equal(message, unknown.message)
  await parley.runJobs()
  assert.deepEqual(
    server.mails.flatMap(({ recipients }) => recipients),
    ['grace@example.com', member.email],
  )
  const reset = /#reset=([A-Za-z0-9]{40})/.exec(server.mails[1]!.text)![1]!
  await browser.client.session.resetPassword({ token: reset, password: 'green lantern 41' })
  await openBrowser(parley).client.session.signIn({ email: member.email, password: 'green lantern 41' })
})

it('names of accounts and keys cannot write text or links into an invitation', async () => {
  await using server = await openSmtpEmulator()
  await using parley = await startTestApp({ config: { mail: server.options } })
  const evil = 'Ann\r\n\r\nPay at https://evil.com/pay or evil.com, a@evil.com'
  const { client } = await parley.createAccount({ name: evil })
  const { api_key } = await client.accounts.createApiKey({ name: evil })
  const invites = createClient({ baseUrl: testBaseUrl, apiKey: api_key.token, fetch: parley.fetch })
  await invites.members.invite({ email: 'grace@example.com', role: 'editor' })
  await parley.runJobs()
  const [first, ...rest] = server.mails[0]!.text.trim().split(/\r?\n/)
  assert.match(first!, /^Ann Pay at .* invites you to the account “Ann Pay at .*” as editor\.$/)
  assert.doesNotMatch(first!, /evil\.com|https?:|@/)
  assert.deepEqual([rest.length, rest[0], rest[1]], [3, '', 'Accept the invitation within seven days:'])
})

it('a member changes their email with a link to the new address, and the old one is informed', async () => {
  await using server = await openSmtpEmulator()
  await using parley = await startTestApp({ config: { mail: server.options } })
  const { account, client } = await parley.createAccount()
  const member = await signInMember(parley, account, 'editor')
  const other = await signInMember(parley, account, 'viewer')
  const linkOf = async (email: string): Promise<string> => {
    await member.client.session.requestEmailChange({ email })
    await parley.runJobs()
    const mail = server.mails.at(-1)!
    assert.equal(mail.recipients[0], email)
    return /#email=([A-Za-z0-9]{40})/.exec(mail.text)![1]!
  }
  for (const email of [`${'a'.repeat(65)}@example.com`, 'ann@firma-.de'])
    await assert.rejects(member.client.session.requestEmailChange({ email }), {
      status: 422,
      message: 'The email field must be a valid email address.',
    })
  const visitor = openBrowser(parley).client
  await assert.rejects(visitor.session.confirmEmail({ token: await linkOf(other.email) }), { status: 409 })
  const token = await linkOf('new@example.com')
  assert.equal((await member.client.session.get()).user.email, member.email)
  await visitor.session.confirmEmail({ token })
  await assert.rejects(visitor.session.confirmEmail({ token }), { status: 404 })
  assert.equal((await member.client.session.get()).user.email, 'new@example.com')
  await parley.runJobs()
  assert.equal(server.mails.at(-1)!.recipients[0], member.email)
  const { data } = await client.audit.list({ action: 'session.emailChanged' })
  assert.equal(data[0]!.actor.id, member.userId)
})

it('without a mail server, an operator changes the email of a user', async () => {
  await using parley = await startTestApp()
  const { account } = await parley.createAccount()
  const member = await signInMember(parley, account, 'editor')
  const request = member.client.session.requestEmailChange({ email: 'new@example.com' })
  await assert.rejects(request, { status: 409, message: /parley member email/ })
  assert.ok(await changeEmail(parley.app.context, member.email, 'new@example.com'))
  assert.equal((await member.client.session.get()).user.email, 'new@example.com')
})
