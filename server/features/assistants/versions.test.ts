// Tests of the versions of assistants: who changed what, restoring, and changes that are based on an earlier version.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { keptVersions } from '#contract/assistants/assistant-versions.ts'
import { ParleyError } from '#sdk/index.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertNotFound } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
const owner = await parley.createAccount()
after(() => parley[Symbol.asyncDispose]())
const { assistants, folders, labels } = owner.client

const create = async (fields: Omit<Parameters<typeof assistants.create>[0], 'name'> = {}) =>
  (await assistants.create({ name: 'Ada', ...fields })).data.id
const get = async (id: number) => (await assistants.get({ id })).data
const versionsOf = async (id: number) => (await assistants.listVersions({ id })).data

describe('versions of assistants', () => {
  it('say who changed which fields', async () => {
    const member = await signInMember(parley, owner.account, 'editor')
    const id = await create({ record: true })
    await member.client.assistants.update({ id, name: 'Grace', max_duration: 60 })
    await assistants.enableWebhook({ assistant_id: id, webhook_url: 'https://hooks.example.com/' })
    const versions = await versionsOf(id)
    assert.deepEqual(
      versions.map(({ version, author, changed_fields }) => [version, author?.kind, author?.name, changed_fields]),
      [
        [3, 'api_key', versions[0]?.author?.name, ['is_webhook_active', 'webhook_url']],
        [2, 'member', 'A editor', ['name', 'max_duration']],
        [1, 'api_key', versions[0]?.author?.name, []],
      ],
    )
    assert.equal((await get(id)).version, 3)
    const { settings } = (await assistants.getVersion({ id, version: 2 })).data
    assert.deepEqual([settings.name, settings.max_duration, settings.record], ['Grace', 60, true])
    const { id: _id, uuid: _uuid, status: _status, deactivated: _off, version: _version, ...shown } = await get(id)
    const { language: _language, created_at: _created, updated_at: _updated, ...now } = shown
    assert.deepEqual((await assistants.getVersion({ id, version: 3 })).data.settings, now)
  })

  it('show viewers no names of people', async () => {
    const [editor, viewer] = [
      await signInMember(parley, owner.account, 'editor'),
      await signInMember(parley, owner.account, 'viewer'),
    ]
    const id = await create()
    await editor.client.assistants.update({ id, name: 'Grace' })
    const [list, one] = [
      (await viewer.client.assistants.listVersions({ id })).data[0]!,
      (await viewer.client.assistants.getVersion({ id, version: 2 })).data,
    ]
    for (const { author } of [list, one]) assert.deepEqual(author, { kind: 'member', name: '***' })
  })

  it('are not made by an update that changes nothing, nor by activating', async () => {
    const id = await create()
    await assistants.update({ id, name: 'Ada' })
    await assistants.update({ id })
    await assistants.deactivate({ id })
    assert.equal((await versionsOf(id)).length, 1)
    const label_ids = [(await labels.create({ name: 'One' })).data.id, (await labels.create({ name: 'Two' })).data.id]
    await assistants.update({ id, label_ids: label_ids.toReversed() })
    assert.deepEqual((await assistants.getVersion({ id, version: 2 })).data.settings.label_ids, label_ids)
    await assistants.update({ id, label_ids: label_ids.toReversed() })
    assert.equal((await versionsOf(id)).length, 2)
  })

  it('can be restored, which is a version too', async () => {
    const label = (await labels.create({ name: 'Spring' })).data.id
    const first = { system_prompt: 'First', label_ids: [label], variables: { city: 'Bern' }, record: true }
    const id = await create(first)
    const second = { system_prompt: null, label_ids: [], variables: {}, mode: 'multimodal' as const }
    await assistants.update({ id, ...second })
    const { skipped } = await assistants.restoreVersion({ id, version: 1 })
    assert.deepEqual(skipped, {})
    const { settings } = (await assistants.getVersion({ id, version: 1 })).data
    assert.deepEqual((await assistants.getVersion({ id, version: 3 })).data.settings, settings)
    assert.equal((await get(id)).mode, 'pipeline')
    await assistants.restoreVersion({ id, version: 2 })
    const { system_prompt, label_ids, variables, mode } = await get(id)
    assert.deepEqual({ system_prompt, label_ids, variables, mode }, second)
  })

  it('are restored as far as their values are still possible', async () => {
    const folder_id = (await folders.create({ name: 'Old' })).data.id
    const id = await create({ folder_id })
    await assistants.update({ id, folder_id: null, name: 'Grace' })
    await folders.delete({ id: folder_id })
    const { skipped } = await assistants.restoreVersion({ id, version: 1 })
    assert.deepEqual(skipped, { folder_id: ['The selected folder id is invalid.'] })
    const { name, folder_id: kept } = await get(id)
    assert.deepEqual([name, kept], ['Ada', null])
  })

  it('begin with the state before the first change for an assistant that has none', async () => {
    const id = await create()
    await sql`delete from assistant_versions where assistant_id = ${id}`.execute(parley.app.context.db)
    assert.deepEqual(await versionsOf(id), [])
    await assistants.update({ id, name: 'Grace' })
    const [second, first] = await versionsOf(id)
    assert.deepEqual([second?.version, first?.version, first?.author], [2, 1, null])
    assert.equal((await assistants.getVersion({ id, version: 1 })).data.settings.name, 'Ada')
  })

  it('are limited in number', async () => {
    const id = await create()
    await sql`update assistants set version = ${keptVersions} where id = ${id}`.execute(parley.app.context.db)
    await assistants.update({ id, name: 'Grace' })
    assert.deepEqual(
      (await versionsOf(id)).map(({ version }) => version),
      [keptVersions + 1, keptVersions],
    )
  })

  it('are deleted with the assistant', async () => {
    const id = await create()
    await assistants.delete({ id })
    await assertNotFound(assistants.listVersions({ id }), 'Assistant not found')
    const { rows } = await sql`select from assistant_versions where assistant_id = ${id}`.execute(parley.app.context.db)
    assert.equal(rows.length, 0)
  })

  it('that do not exist cannot be read or restored', async () => {
    const id = await create()
    await assertNotFound(assistants.getVersion({ id, version: 2 }), 'Version not found')
    await assertNotFound(assistants.getVersion({ id, version: 2 ** 31 }), 'Version not found')
    await assertNotFound(assistants.restoreVersion({ id, version: 2 }), 'Version not found')
  })
})

describe('an update with if_version', () => {
  it('is refused if the assistant was changed since', async () => {
    const id = await create()
    const { version } = await get(id)
    await assistants.update({ id, name: 'Grace', if_version: version })
    await assert.rejects(assistants.update({ id, record: true, if_version: version }), (error: ParleyError) => {
      assert.ok(error instanceof ParleyError)
      assert.deepEqual(
        [error.status, error.message],
        [412, 'The assistant has been changed since you read it. Read it again, and repeat your change.'],
      )
      return true
    })
    assert.equal((await get(id)).record, false)
  })

  it('succeeds once if two with the same version come at the same time', async () => {
    const id = await create()
    const results = await Promise.allSettled(
      ['Grace', 'Alan', 'Edsger'].map((name) => assistants.update({ id, name, if_version: 1 })),
    )
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    assert.equal((await get(id)).version, 2)
  })
})
