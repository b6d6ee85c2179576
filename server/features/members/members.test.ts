// Tests of members, roles, invitations, and operators.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { ParleyError } from '#sdk/index.ts'
import { type Client, createClient } from '#sdk/index.ts'
import { changeOperator, createMember, createSignInLink } from '#server/features/members/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { openBrowser, signInMember } from '#testing/app/members.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

const password = 'violet harbour 92'
const withStatus = (status: number) => (error: ParleyError) => error.status === status
const tokenOf = (url: string): string => url.split('=').at(-1)!

describe('a role', () => {
  it('decides what a member may do', async () => {
    const { account } = await parley.createAccount()
    const [owner, editor, agent, viewer] = await Promise.all(
      (['owner', 'editor', 'agent', 'viewer'] as const).map((role) => signInMember(parley, account, role)),
    )
    const who = { owner: owner!, editor: editor!, agent: agent!, viewer: viewer! }
    const allowed = async (call: (client: Client) => Promise<unknown>) => {
      const names: string[] = []
      for (const [name, { client }] of Object.entries(who)) {
        const status = await call(client).then(
          () => 200,
          (error: ParleyError) => error.status,
        )
        if (status !== 403) names.push(name)
      }
      return names
    }
    assert.deepEqual(await allowed((client) => client.accounts.listApiKeys()), ['owner'])
    assert.deepEqual(await allowed((client) => client.audit.list()), ['owner'])
    assert.deepEqual(await allowed((client) => client.members.invite({ email: 'x@example.com', role: 'viewer' })), [
      'owner',
    ])
    assert.deepEqual(await allowed((client) => client.folders.create({ name: crypto.randomUUID() })), [
      'owner',
      'editor',
    ])
    assert.deepEqual(await allowed((client) => client.assistants.listAll()), ['owner', 'editor', 'viewer'])
    assert.deepEqual(await allowed((client) => client.conversations.list()), ['owner', 'editor', 'agent', 'viewer'])
    assert.deepEqual(
      await allowed((client) => client.conversations.write({ uuid: crypto.randomUUID(), message: 'Hello' })),
      ['owner', 'editor', 'agent'],
    )
  })

  it('that is refused is named with the roles that suffice', async () => {
    const { account } = await parley.createAccount()
    const { client } = await signInMember(parley, account, 'viewer')
    await assert.rejects(
      client.folders.create({ name: 'New' }),
      refusedWith(403, { message: 'This needs the role owner or editor; yours is viewer.' }),
    )
  })

  it('of a viewer shows numbers, names and words masked, and filters by none of them', async () => {
    const account = await parley.createAccount()
    const { id } = (await account.client.assistants.create({ name: 'Ada' })).data
    await account.client.conversations
      .generateReply({
        assistant_id: id,
        customer_identifier: 'crm-4711',
        message: 'My name is Grace Hopper',
        variables: { city: 'Arlington' },
      })
      .catch(() => {})
    await account.client.doNotContact.create({ phone_number: '+4915112345678', note: 'asked by Grace' })
    const { client } = await signInMember(parley, account.account, 'viewer')
    const [conversation] = (await client.conversations.list()).data
    const shown = await client.conversations.show({ uuid: conversation!.id })
    const entries = await client.doNotContact.list()
    const text = JSON.stringify([conversation, shown, entries])
    for (const secret of ['Grace', 'Arlington', '4711', '4915112345678']) assert.ok(!text.includes(secret), secret)
    assert.equal(entries.data[0]!.phone_number, '+49******5678')
    await assert.rejects(client.doNotContact.list({ phone_number: '+4915112345678' }), withStatus(403))
    await assert.rejects(client.conversations.list({ external_identifier: 'crm-4711' }), withStatus(403))
    await assert.rejects(client.calls.list({ phone_number: '+4915112345678' }), withStatus(403))
    await assert.rejects(client.sms.list({ phone_number: '+4915112345678' }), withStatus(403))
  })

  it('or a scope that does not include conversations does not reveal the ids with which visitors read them', async () => {
    const assistant = await parley.createAssistant()
    const { client: owner } = assistant
    const started = await parley.anonymous.conversations.create({ assistant_id: assistant.uuid, type: 'widget' })
    const uuid = started.conversation_id
    await parley.anonymous.conversations.sendMessage({ uuid, message: 'My diagnosis is secret' }).catch(() => {})
    const { client } = await signInMember(parley, assistant.account, 'viewer')
    const [listed] = (await client.conversations.list()).data
    assert.notEqual(listed!.id, uuid)
    assert.equal((await client.conversations.show({ uuid: listed!.id })).data.id, listed!.id)
    await assert.rejects(parley.anonymous.conversations.get({ uuid: listed!.id }), withStatus(404))
    const { api_key } = await owner.accounts.createApiKey({ name: 'money', scopes: ['billing:read'] })
    const limited = createClient({ baseUrl: testBaseUrl, apiKey: api_key.token, fetch: parley.fetch })
    const seen = JSON.stringify([await client.billing.listTransactions(), await limited.billing.listTransactions()])
    assert.ok(!seen.includes(uuid))
    await assert.rejects(limited.billing.listTransactions({ format: 'csv' }), withStatus(403))
    assert.ok(JSON.stringify(await owner.conversations.list()).includes(uuid))
  })

  it('that was taken away is gone within the next requests', async () => {
    const { account } = await parley.createAccount()
    const owner = await signInMember(parley, account, 'owner')
    const editor = await signInMember(parley, account, 'editor')
    await editor.client.folders.create({ name: 'Mine' })
    await owner.client.members.update({ id: editor.userId, role: 'viewer' })
    await assert.rejects(async () => {
      for (;;) await editor.client.folders.create({ name: crypto.randomUUID() })
    }, withStatus(403))
    await owner.client.members.remove({ id: editor.userId })
    await assert.rejects(async () => {
      for (;;) await editor.client.accounts.me()
    }, withStatus(401))
  })

  it('of the last owner remains, even if two owners remove each other at once', async () => {
    const { account } = await parley.createAccount()
    const [a, b] = [await signInMember(parley, account, 'owner'), await signInMember(parley, account, 'owner')]
    const results = await Promise.allSettled([
      a.client.members.remove({ id: b.userId }),
      b.client.members.remove({ id: a.userId }),
    ])
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const left = results[0]!.status === 'fulfilled' ? a : b
    const { data } = await left.client.members.list()
    assert.deepEqual(
      data.map(({ id }) => id),
      [left.userId],
    )
    const kept = refusedWith(409, { message: 'The account must keep an owner.' })
    await assert.rejects(left.client.members.remove({ id: left.userId }), kept)
    await assert.rejects(left.client.members.update({ id: left.userId, role: 'editor' }), kept)
  })
})

describe('an invitation', () => {
  it('creates a user with the invited role, and works once', async () => {
    const { account, client } = await parley.createAccount()
    const email = `new-${crypto.randomUUID()}@example.com`
    const { url } = await client.members.invite({ email, role: 'agent' })
    const token = tokenOf(url!)
    const browser = openBrowser(parley)
    const shown = await browser.client.members.showInvitation({ token })
    assert.deepEqual([shown.account.id, shown.email, shown.role, shown.has_user], [account.id, email, 'agent', false])
    await browser.client.members.acceptInvitation({ token, name: 'New Person', password })
    assert.equal((await browser.client.session.get()).role, 'agent')
    await assert.rejects(openBrowser(parley).client.members.showInvitation({ token }), withStatus(404))
    await assert.rejects(client.members.invite({ email, role: 'owner' }), withStatus(409))
  })

  it('of a person with a user needs them to be signed in', async () => {
    const [first, second] = [await parley.createAccount(), await parley.createAccount()]
    const member = await signInMember(parley, first.account, 'editor')
    const { url } = await second.client.members.invite({ email: member.email, role: 'viewer' })
    const token = tokenOf(url!)
    await assert.rejects(
      openBrowser(parley).client.members.acceptInvitation({ token, name: 'Thief', password }),
      withStatus(403),
    )
    await member.client.members.acceptInvitation({ token })
    const { accounts } = await member.client.session.get()
    assert.deepEqual(
      accounts.map(({ role }) => role),
      ['editor', 'viewer'],
    )
    const switched = await member.client.session.switchAccount({ account_id: second.account.id })
    assert.equal(switched.role, 'viewer')
  })

  it('that was revoked or replaced does not work', async () => {
    const { client } = await parley.createAccount()
    const email = `new-${crypto.randomUUID()}@example.com`
    const first = await client.members.invite({ email, role: 'owner' })
    const second = await client.members.invite({ email, role: 'viewer' })
    const browser = openBrowser(parley)
    await assert.rejects(browser.client.members.showInvitation({ token: tokenOf(first.url!) }), withStatus(404))
    await client.members.revokeInvitation({ id: second.data.id })
    await assert.rejects(browser.client.members.showInvitation({ token: tokenOf(second.url!) }), withStatus(404))
  })
})

describe('an operator', () => {
  it('enters every account, which the audit log of the account shows', async () => {
    const [own, foreign] = [await parley.createAccount(), await parley.createAccount()]
    const operator = await signInMember(parley, own.account, 'owner', { isOperator: true })
    const { data } = await operator.client.operators.listAccounts({
      search: (await foreign.client.accounts.me()).email,
    })
    const entered = await operator.client.session.switchAccount({ account_id: data[0]!.id })
    assert.deepEqual([entered.account.id, entered.is_visiting, entered.role], [foreign.account.id, true, 'owner'])
    await operator.client.folders.create({ name: 'By the operator' })
    const log = (await foreign.client.audit.list({ actor: 'operator' })).data
    assert.deepEqual(
      log.map(({ action }) => action),
      ['folders.create', 'session.entered'],
    )
    assert.equal(log[0]!.actor.id, operator.userId)
  })

  it('credits an account once for each reference, which the account sees', async () => {
    const [own, foreign] = [await parley.createAccount(), await parley.createAccount({ balanceUsd: 0 })]
    const operator = await signInMember(parley, own.account, 'owner', { isOperator: true })
    const credit = (amount_usd: number, kind: 'top-up' | 'adjustment' = 'top-up') =>
      operator.client.billing.changeBalance({
        id: foreign.account.id,
        kind,
        amount_usd,
        reference: 'invoice 1',
        note: 'Paid',
      })
    assert.equal((await credit(25)).balance_usd, 25)
    assert.equal((await credit(25)).balance_usd, 25)
    await assert.rejects(credit(30), withStatus(400))
    await assert.rejects(credit(-5), withStatus(422))
    const [entry] = (await foreign.client.billing.listTransactions()).data
    assert.deepEqual([entry!.amount_usd, entry!.note, entry!.author], [25, 'Paid', 'A owner'])
    const log = (await foreign.client.audit.list({ action: 'billing.changeBalance' })).data
    assert.deepEqual(
      log.map(({ actor }) => [actor.kind, actor.id]),
      [
        ['operator', operator.userId],
        ['operator', operator.userId],
      ],
    )
    await assert.rejects(
      own.client.billing.changeBalance({ id: own.account.id, kind: 'top-up', amount_usd: 1, reference: 'mine' }),
      withStatus(403),
    )
  })

  it('is needed for the endpoints of operators, and for accounts of others', async () => {
    const [own, foreign] = [await parley.createAccount(), await parley.createAccount()]
    const owner = await signInMember(parley, own.account, 'owner')
    await assert.rejects(owner.client.operators.listAccounts(), withStatus(403))
    await assert.rejects(own.client.operators.listAccounts(), withStatus(403))
    await assert.rejects(owner.client.session.switchAccount({ account_id: foreign.account.id }), withStatus(404))
  })

  it('does not become who registered earlier with the email of another person', async () => {
    const [own, attacker] = [await parley.createAccount(), await parley.createAccount()]
    const email = `ada-${crypto.randomUUID()}@example.com`
    const { url } = await attacker.client.members.invite({ email, role: 'viewer' })
    const squatter = openBrowser(parley)
    await squatter.client.members.acceptInvitation({ token: tokenOf(url!), name: 'Ada', password })
    const ctx = asAccount(parley.app.context, own.account)
    const member = { email, name: 'Ada', role: 'owner', isOperator: true } as const
    await assert.rejects(createMember(ctx, member), (error: Error) => error.message === 'USER_EXISTS')
    const userId = await createMember(ctx, { ...member, canExist: true })
    await assert.rejects(async () => {
      for (;;) await squatter.client.session.get()
    }, withStatus(401))
    await assert.rejects(squatter.client.session.signIn({ email, password }), withStatus(422))

    const browser = openBrowser(parley)
    await browser.client.session.useLink({ token: tokenOf(await createSignInLink(parley.app.context, userId)) })
    await browser.client.operators.listAccounts()
    await changeOperator(parley.app.context, email, false)
    await assert.rejects(browser.client.operators.listAccounts(), withStatus(401))
    const actions = (await own.client.audit.list({ actor: 'command' })).data.map(({ action }) => action)
    assert.deepEqual(actions, ['operators.revoked', 'members.created'])
  })

  it('creates a link with which a user sets a new password', async () => {
    const { account } = await parley.createAccount()
    const operator = await signInMember(parley, account, 'owner', { isOperator: true })
    const member = await signInMember(parley, account, 'editor')
    const { url } = await operator.client.operators.createLink({ email: member.email })
    const browser = openBrowser(parley)
    await browser.client.session.resetPassword({ token: tokenOf(url), password })
    await assert.rejects(async () => {
      for (;;) await member.client.accounts.me()
    }, withStatus(401))
    await browser.client.session.signIn({ email: member.email, password })
    await assert.rejects(browser.client.session.resetPassword({ token: tokenOf(url), password }), withStatus(404))
  })
})

describe('an API key with scopes', () => {
  it('may call only the endpoints of its scopes, and creates no keys', async () => {
    const { client } = await parley.createAccount()
    const { api_key } = await client.accounts.createApiKey({ name: 'calls', scopes: ['calls:read', 'folders:write'] })
    const limited = createClient({ baseUrl: testBaseUrl, apiKey: api_key.token, fetch: parley.fetch })
    await limited.calls.list()
    await limited.folders.create({ name: 'By a key' })
    await assert.rejects(
      limited.folders.list(),
      refusedWith(403, { message: 'This API key lacks the scope folders:read.' }),
    )
    for (const call of [
      limited.accounts.createApiKey({ name: 'more' }),
      limited.members.invite({ email: 'x@example.com', role: 'owner' }),
      limited.audit.list(),
    ])
      await assert.rejects(call, refusedWith(403, { message: 'This needs an API key without limits.' }))
    await assert.rejects(client.accounts.createApiKey({ name: 'wrong', scopes: ['nothing:read'] }), withStatus(422))
  })
})
