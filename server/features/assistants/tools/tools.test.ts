// Folders, labels and HTTP tools through the front door.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { CallInput, contract } from '#sdk/index.ts'
import { assertInvalid, assertNotFound } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestAccount, type TestApp } from '#server/testing/test-app.ts'
import { findAssistant, selectHttpToolsOf } from '../index.ts'

type NewTool = CallInput<typeof contract.tools.create>

let parley: TestApp
let holder: TestAccount
let other: TestAccount
before(async () => {
  parley = await startTestApp()
  holder = await parley.createAccount()
  other = await parley.createAccount()
})
after(() => parley[Symbol.asyncDispose]())

for (const [area, noun, field] of [
  ['folders', 'Folder', 'folder_id'],
  ['labels', 'Label', 'label_ids'],
] as const) {
  describe(area, () => {
    it('are made, renamed, listed in order and taken away', async () => {
      const { client } = await parley.createAccount()
      const first = await client[area].create({ name: ' First ' })
      assert.equal(first.message, `${noun} created successfully`)
      assert.equal(first.data.name, 'First')
      const second = (await client[area].create({ name: 'Other' })).data
      const renamed = await client[area].update({ id: second.id, name: 'Second' })
      assert.equal(renamed.message, `${noun} updated successfully`)
      assert.deepEqual(
        (await client[area].list()).data.map(({ name }) => name),
        ['First', 'Second'],
      )
      assert.deepEqual(await client[area].delete({ id: second.id }), { message: `${noun} deleted successfully` })
      assert.deepEqual((await client[area].list()).data, [first.data])
    })

    it('of others are absent', async () => {
      const { id: foreign } = (await other.client[area].create({ name: 'Theirs' })).data
      for (const id of [foreign, 999_999, 0]) {
        await assertNotFound(holder.client[area].update({ id, name: 'Mine' }), `${noun} not found`)
        await assertNotFound(holder.client[area].delete({ id }), `${noun} not found`)
      }
      assert.ok((await other.client[area].list()).data.some(({ name }) => name === 'Theirs'))
      assert.ok((await holder.client[area].list()).data.every(({ name }) => name !== 'Theirs'))
    })

    it('leave their assistants behind', async () => {
      const { id } = (await holder.client[area].create({ name: 'Old' })).data
      const given = area === 'folders' ? { folder_id: id } : { label_ids: [id] }
      const assistant = (await holder.client.assistants.create({ name: 'Ada', ...given })).data
      await holder.client[area].delete({ id })
      const shown = (await holder.client.assistants.get({ id: assistant.id })).data
      assert.deepEqual(shown[field], area === 'folders' ? null : [])
    })

    it('need a name', async () => {
      await assertInvalid(holder.client[area].create({ name: '' }), { name: ['The name field is required.'] })
      await assertInvalid(holder.client[area].create({ name: 'x'.repeat(256) }), {
        name: ['The name may not be greater than 255 characters.'],
      })
    })
  })
}

describe('tools', () => {
  const basic: NewTool = { name: 'look_up', description: 'Looks up an order.', url: 'https://api.example/orders' }

  it('come back as they were given, with defaults for the rest', async () => {
    const { client } = await parley.createAccount()
    const { message, data } = await client.tools.create(basic)
    assert.equal(message, 'Tool created successfully')
    const { id, created_at, updated_at, ...rest } = data
    assert.deepEqual(rest, {
      ...basic,
      method: 'POST',
      headers: {},
      parameters: { type: 'object', properties: {} },
      speak_during: null,
      timeout_seconds: 10,
    })
    const full: NewTool = {
      name: 'book-table',
      description: 'Books a table.',
      url: 'https://api.example/tables?x={y}',
      method: 'PUT',
      headers: { 'X-Api-Key': 'secret', accept: 'application/json' },
      parameters: {
        type: 'object',
        properties: { people: { type: 'integer', minimum: 1 }, at: { type: 'string', format: 'date-time' } },
        required: ['people'],
      },
      speak_during: 'One moment, I am booking.',
      timeout_seconds: 30,
    }
    const created = (await client.tools.create(full)).data
    const { id: _id, created_at: _at, updated_at: _since, ...shown } = created
    assert.deepEqual(shown, { ...full, headers: { 'X-Api-Key': '********', accept: '********json' } })
    assert.deepEqual(Object.keys(created.parameters), ['type', 'properties', 'required'])
    assert.deepEqual((await client.tools.get({ id: created.id })).data, created)
    const changed = await client.tools.update({ id: created.id, timeout_seconds: 5, speak_during: null })
    assert.equal(changed.message, 'Tool updated successfully')
    assert.deepEqual(
      { ...changed.data, updated_at: '' },
      {
        ...created,
        timeout_seconds: 5,
        speak_during: null,
        updated_at: '',
      },
    )
    assert.deepEqual(
      (await client.tools.list()).data.map(({ name }) => name),
      ['look_up', 'book-table'],
    )
    assert.deepEqual(await client.tools.delete({ id }), { message: 'Tool deleted successfully' })
    await assertNotFound(client.tools.get({ id }), 'Tool not found')
  })

  it('have names that no other tool of the account has', async () => {
    const taken = { name: ['The name has already been taken.'] }
    const { client } = await parley.createAccount()
    await client.tools.create(basic)
    await assertInvalid(client.tools.create(basic), taken)
    const { id } = (await client.tools.create({ ...basic, name: 'other' })).data
    await assertInvalid(client.tools.update({ id, name: 'look_up' }), taken)
    await assertInvalid(client.tools.create({ ...basic, name: 'end_call' }), taken)
    await assertInvalid(client.tools.create({ ...basic, name: 'look up' }), { name: ['The name format is invalid.'] })
    await client.tools.update({ id, name: 'other' })
    await (await parley.createAccount()).client.tools.create(basic)
  })

  it('refuse what cannot be asked for', async () => {
    const { create } = holder.client.tools
    await assertInvalid(create({ ...basic, url: 'http://127.0.0.1:9/' }), {
      url: ['This address is private or reserved and cannot be used.'],
    })
    for (const headers of [{ Host: 'x' }, { 'a b': 'x' }, { a: 'x\r\nb: c' }] as Record<string, string>[])
      await assertInvalid(create({ ...basic, headers }), { headers: ['The headers format is invalid.'] })
    await assertInvalid(create({ ...basic, timeout_seconds: 31 }), {
      timeout_seconds: ['The timeout seconds must be between 1 and 30.'],
    })
    await assertInvalid(create({ ...basic, method: 'TRACE' as 'GET' }), { method: ['The selected method is invalid.'] })
    for (const parameters of [
      {},
      { type: 'string' },
      { type: 'object', properties: ['x'] },
      { type: 'object', required: 'x' },
    ])
      await assertInvalid(create({ ...basic, parameters: parameters as Record<string, unknown> }), {
        parameters: ['The parameters must be a JSON schema of type object.'],
      })
    await assertInvalid(create({ ...basic, parameters: { type: 'object', title: 'x'.repeat(16_000) } }), {
      parameters: ['The parameters may not be greater than 16000 characters.'],
    })
  })

  it('keep their header values sealed, and take no mask for a value', async () => {
    const { client } = await parley.createAccount()
    const headers = { Authorization: 'Bearer sk-CANARY-123456' }
    const { id } = (await client.tools.create({ ...basic, headers })).data
    const { rows } = await sql<{ row: string }>`
      select t::text || encode(sealed_headers, 'escape') as row from tools t`.execute(parley.app.context.db)
    assert.ok(rows.every(({ row }) => !row.includes('CANARY')))
    const masked = { Authorization: '********3456' }
    assert.deepEqual((await client.tools.update({ id, headers: { authorization: '********3456' } })).data.headers, {
      authorization: '********3456',
    })
    const sentence = { headers: ['The headers hold a masked value that is unknown: give it in full.'] }
    await assertInvalid(client.tools.create({ ...basic, name: 'copy', headers: masked }), sentence)
    await assertInvalid(client.tools.update({ id, headers: { Authorization: '********9999' } }), sentence)
    await assertInvalid(client.tools.update({ id, headers: { 'x-other': '********3456' } }), sentence)
  })

  it('of others are absent', async () => {
    const { id: foreign } = (await other.client.tools.create({ ...basic, name: 'theirs' })).data
    for (const id of [foreign, 999_999, 0]) {
      await assertNotFound(holder.client.tools.get({ id }), 'Tool not found')
      await assertNotFound(holder.client.tools.update({ id, name: 'mine' }), 'Tool not found')
      await assertNotFound(holder.client.tools.delete({ id }), 'Tool not found')
    }
    assert.equal((await other.client.tools.get({ id: foreign })).data.name, 'theirs')
  })

  it('are at hand to the assistants that were given them, as they are now', async () => {
    const { client, account } = await parley.createAccount()
    const { db } = parley.app.context
    const kept = (await client.tools.create({ ...basic, name: 'kept' })).data
    const gone = (await client.tools.create({ ...basic, name: 'gone' })).data
    const { id } = (await client.assistants.create({ name: 'Ada', tool_ids: [gone.id, kept.id] })).data
    await client.tools.update({ id: kept.id, name: 'renamed' })
    await client.tools.delete({ id: gone.id })
    const assistant = (await findAssistant(db, account.id, id))!
    assert.deepEqual(assistant.toolIds, [kept.id])
    assert.deepEqual(
      (await selectHttpToolsOf(db, assistant)).map(({ name, timeoutSeconds }) => [name, timeoutSeconds]),
      [['renamed', 10]],
    )
    await client.assistants.update({ id, tool_ids: [] })
    assert.deepEqual(await selectHttpToolsOf(db, assistant), [])
  })
})
