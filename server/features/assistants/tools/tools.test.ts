// HTTP tools: creation, changes, refusals, encrypted headers, and their use by assistants.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { CallInput, contract } from '#sdk/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertInvalid, assertNotFound } from '#testing/requests/expect-refusal.ts'
import { findAssistant, selectHttpToolsOf } from '../index.ts'

type NewTool = CallInput<typeof contract.tools.create>

const parley = await startTestApp()
const owner = await parley.createAccount()
const other = await parley.createAccount()
after(() => parley[Symbol.asyncDispose]())

describe('tools', () => {
  const basic: NewTool = { name: 'look_up', description: 'Looks up an order.', url: 'https://api.example/orders' }

  it('are returned as they were given, with defaults for the rest', async () => {
    const { client } = await parley.createAccount()
    const { message, data } = await client.tools.create(basic)
    assert.equal(message, 'Tool created successfully')
    const { id, created_at, updated_at, endpoint, timeout, schema: listed, ...rest } = data
    assert.deepEqual([endpoint, timeout, listed], [basic.url, 10, []])
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
    const {
      id: _id,
      created_at: _at,
      updated_at: _since,
      endpoint: _url,
      timeout: _limit,
      schema: args,
      ...shown
    } = created
    assert.deepEqual(
      args.map(({ name, type, required }) => [name, type, required]),
      [
        ['people', 'integer', true],
        ['at', 'string', false],
      ],
    )
    assert.deepEqual(shown, { ...full, headers: { 'X-Api-Key': '********', accept: '********json' } })
    assert.deepEqual(Object.keys(created.parameters), ['type', 'properties', 'required'])
    assert.deepEqual((await client.tools.get({ id: created.id })).data, created)
    const changed = await client.tools.update({ id: created.id, timeout_seconds: 5, speak_during: null })
    assert.equal(changed.message, 'Tool updated successfully')
    const change = { timeout_seconds: 5, timeout: 5, speak_during: null, updated_at: changed.data.updated_at }
    assert.deepEqual(changed.data, { ...created, ...change })
    assert.deepEqual(
      (await client.tools.list()).map(({ name }) => name),
      ['look_up', 'book-table'],
    )
    assert.deepEqual(await client.tools.delete({ id }), { message: 'Tool deleted successfully' })
    await assertNotFound(client.tools.get({ id }), 'Tool not found')
  })

  it('have unique names within the account', async () => {
    const taken = { name: ['The name has already been taken.'] }
    const { client } = await parley.createAccount()
    await client.tools.create(basic)
    await assertInvalid(client.tools.create(basic), taken)
    const { id } = (await client.tools.create({ ...basic, name: 'other' })).data
    await assertInvalid(client.tools.update({ id, name: 'look_up' }), taken)
    await assertInvalid(client.tools.create({ ...basic, name: 'end_call' }), taken)
    await assertInvalid(client.tools.create({ ...basic, name: 'record_opt_out' }), taken)
    await assertInvalid(client.tools.create({ ...basic, name: 'look up' }), { name: ['The name format is invalid.'] })
    await client.tools.update({ id, name: 'other' })
    await (await parley.createAccount()).client.tools.create(basic)
  })

  it('refuse invalid requests and parameters', async () => {
    const { create } = owner.client.tools
    await assertInvalid(create({ ...basic, url: 'http://127.0.0.1:9/' }), {
      url: [
        'This address is private or reserved and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.',
      ],
    })
    for (const headers of [{ Host: 'x' }, { 'a b': 'x' }, { a: 'x\r\nb: c' }] as Record<string, string>[])
      await assertInvalid(create({ ...basic, headers }), { headers: ['The headers format is invalid.'] })
    await assertInvalid(create({ ...basic, timeout_seconds: 31 }), {
      timeout_seconds: ['The timeout seconds must be between 1 and 30.'],
    })
    await assertInvalid(create({ ...basic, method: 'TRACE' as 'GET' }), { method: ['The selected method is invalid.'] })
    const noSchema = { parameters: ['The parameters must be a JSON schema of type object.'] }
    const invalid = [{}, { type: 'string' }, { type: 'object', properties: ['x'] }, { type: 'object', required: 'x' }]
    for (const parameters of invalid) await assertInvalid(create({ ...basic, parameters }), noSchema)
    await assertInvalid(create({ ...basic, parameters: { type: 'object', title: 'x'.repeat(16_000) } }), {
      parameters: ['The parameters may not be greater than 16000 characters.'],
    })
  })

  it('store their header values encrypted, and accept no mask as a value', async () => {
    const { client } = await parley.createAccount()
    const headers = { Authorization: 'Bearer sk-SECRET-123456' }
    const { id } = (await client.tools.create({ ...basic, headers })).data
    const { rows } = await sql<{ row: string }>`
      select t::text || encode(sealed_headers, 'escape') as row from tools t`.execute(parley.app.context.db)
    assert.ok(rows.every(({ row }) => !row.includes('SECRET')))
    const mask = { Authorization: '********3456' }
    const unchanged = { authorization: '********3456' }
    assert.deepEqual((await client.tools.update({ id, headers: unchanged })).data.headers, unchanged)
    const unknownMask = { headers: ['The headers hold a masked value that is unknown: give it in full.'] }
    await assertInvalid(client.tools.create({ ...basic, name: 'copy', headers: mask }), unknownMask)
    await assertInvalid(client.tools.update({ id, headers: { Authorization: '********9999' } }), unknownMask)
    await assertInvalid(client.tools.update({ id, headers: { 'x-other': '********3456' } }), unknownMask)
  })

  it('of other accounts are not found', async () => {
    const { id: foreign } = (await other.client.tools.create({ ...basic, name: 'theirs' })).data
    for (const id of [foreign, 999_999, 0]) {
      await assertNotFound(owner.client.tools.get({ id }), 'Tool not found')
      await assertNotFound(owner.client.tools.update({ id, name: 'mine' }), 'Tool not found')
      await assertNotFound(owner.client.tools.delete({ id }), 'Tool not found')
    }
    assert.equal((await other.client.tools.get({ id: foreign })).data.name, 'theirs')
  })

  it('are available to their assistants with all changes', async () => {
    const { client, account } = await parley.createAccount()
    const { db } = parley.app.context
    const kept = (await client.tools.create({ ...basic, name: 'kept' })).data
    const deleted = (await client.tools.create({ ...basic, name: 'deleted' })).data
    const { id } = (await client.assistants.create({ name: 'Ada', tool_ids: [deleted.id, kept.id] })).data
    await client.tools.update({ id: kept.id, name: 'renamed' })
    await client.tools.delete({ id: deleted.id })
    const assistant = (await findAssistant(db, account.id, id))!
    assert.deepEqual(assistant.toolIds, [kept.id])
    assert.deepEqual(
      (await selectHttpToolsOf(db, assistant)).map(({ name, timeoutSeconds }) => [name, timeoutSeconds]),
      [['renamed', 10]],
    )
    await client.assistants.update({ id, tool_ids: [] })
    assert.deepEqual(await selectHttpToolsOf(db, (await findAssistant(db, account.id, id))!), [])
  })
})
