// Tests of the audit log.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

describe('the audit log', () => {
  it('shows who changed what, from where, before and after', async () => {
    const { account } = await parley.createAccount()
    const { client, userId } = await signInMember(parley, account, 'editor')
    const { id } = (await client.assistants.create({ name: 'Ada' })).data
    await client.assistants.update({ id, name: 'Grace' })
    await client.assistants.delete({ id })
    const owner = await signInMember(parley, account, 'owner')
    const all = (await owner.client.audit.list({ subject: String(id) })).data
    const data = all.filter(({ action }) => action.startsWith('assistants.'))
    assert.deepEqual(
      data.map(({ action, outcome, actor }) => [action, outcome, actor.id]),
      ['assistants.delete', 'assistants.update', 'assistants.create'].map((action) => [action, 'done', userId]),
    )
    assert.match(data[0]!.remote_address!, /^10\./)
    const [deleted, updated, created] = data as { before: Record<string, unknown>; after: Record<string, unknown> }[]
    assert.equal(deleted!.before['name'], 'Grace')
    assert.equal(deleted!.after, null)
    assert.deepEqual([updated!.before['name'], updated!.after['name']], ['Ada', 'Grace'])
    assert.ok(!('uuid' in updated!.after))
    assert.equal(created!.before, null)
    assert.equal(created!.after['name'], 'Ada')
  })

  it('names the record that a request names in its body', async () => {
    const { client } = await parley.createAccount()
    const { id } = (await client.assistants.create({ name: 'Ada' })).data
    await client.assistants.enableWebhook({ assistant_id: id, webhook_url: 'https://hooks.example.com/ended' })
    const [entry] = (await client.audit.list({ action: 'assistants.enableWebhook' })).data
    assert.equal(entry!.subject, String(id))
    assert.equal((entry!.after as Record<string, unknown>)['webhook_url'], 'https://hooks.example.com/ended')
  })

  it('shows what restoring a version changed', async () => {
    const { client } = await parley.createAccount()
    const { id } = (await client.assistants.create({ name: 'Ada' })).data
    await client.assistants.update({ id, name: 'Grace' })
    await client.assistants.restoreVersion({ id, version: 1 })
    const [entry] = (await client.audit.list({ action: 'assistants.restoreVersion' })).data
    const { before, after } = entry as { before: Record<string, unknown>; after: Record<string, unknown> }
    assert.deepEqual(
      [before, after].map(({ name, version }) => [name, version]),
      [
        ['Grace', 2],
        ['Ada', 3],
      ],
    )
  })

  it('contains no secrets, and nothing of refused requests', async () => {
    const { client } = await parley.createAccount()
    const { api_key } = await client.accounts.createApiKey({ name: 'secret' })
    const { secret } = (await client.webhooks.rotateSecret()) as { secret: string }
    await client.connections.create({ name: 'c', type: 'bearer', token: 'very-secret-token-1234' } as never)
    await client.assistants.update({ id: 999_999, name: 'Nobody' }).catch(() => {})
    const text = JSON.stringify((await client.audit.list()).data)
    for (const hidden of [api_key.token.split('|')[1]!, secret, 'very-secret-token']) assert.ok(!text.includes(hidden))
    assert.ok(text.includes('accounts.createApiKey'))
    assert.ok(!text.includes('assistants.update'))
  })

  it('cannot be changed, and pages and exports agree', async () => {
    const { client, account } = await parley.createAccount()
    for (let index = 0; index < 5; index++) await client.folders.create({ name: `Folder ${index}` })
    const first = await client.audit.list({ limit: 3 })
    const rest = await client.audit.list({ limit: 3, before: first.next! })
    const exported = new TextDecoder().decode(await client.audit.export({ action: 'folders.create' }))
    const lines = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(lines, [...first.data, ...rest.data])
    const { db } = parley.app.context
    await assert.rejects(
      sql`update audit_entries set action = 'nothing' where account_id = ${account.id}`.execute(db),
      /cannot be changed/,
    )
    await assert.rejects(
      sql`delete from audit_entries where account_id = ${account.id}`.execute(db),
      /cannot be changed/,
    )
  })
})
