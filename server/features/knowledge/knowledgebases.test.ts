// Tests of knowledgebases: creation, changes, statuses, the assistants that use them, and deletion.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

const missing = refusedWith(404, { error: 'Knowledgebase not found.' })
const text = (content: string): File => new File([content], 'notes.txt', { type: 'text/plain' })

describe('knowledgebases', () => {
  it('are created without documents', async () => {
    const { client } = await parley.createAccount()
    const created = await client.knowledge.create({ name: 'Help centre', description: 'What customers ask.' })
    assert.equal(created.message, 'Knowledgebase created successfully.')
    const { id, created_at: createdAt, updated_at: updatedAt, ...shown } = created.data
    assert.deepEqual(shown, {
      name: 'Help centre',
      description: 'What customers ask.',
      status: 'empty',
      status_label: 'Empty',
      documents_count: 0,
      assistants_count: 0,
    })
    assert.equal(createdAt, updatedAt)
    assert.deepEqual((await client.knowledge.get({ id })).data, created.data)
    assert.deepEqual((await client.knowledge.list()).data, [created.data])
  })

  it('change their name and description', async () => {
    const { client } = await parley.createAccount()
    const { id } = (await client.knowledge.create({ name: 'Help' })).data
    const renamed = await client.knowledge.update({ id, name: 'Help centre' })
    assert.equal(renamed.message, 'Knowledgebase updated successfully.')
    assert.equal(renamed.data.name, 'Help centre')
    assert.equal(renamed.data.description, null)
    assert.equal((await client.knowledge.update({ id, description: 'Answers' })).data.description, 'Answers')
    assert.equal((await client.knowledge.update({ id, description: null })).data.description, null)
  })

  it('refuse names that are missing or too long', async () => {
    const { client } = await parley.createAccount()
    const tooLong = 'The name may not be greater than 255 characters.'
    await assert.rejects(
      client.knowledge.create({ name: 'x'.repeat(256) }),
      refusedWith(422, { message: tooLong, errors: { name: [tooLong] } }),
    )
    const required = 'The name field is required.'
    await assert.rejects(
      client.knowledge.create({} as { name: string }),
      refusedWith(422, { message: required, errors: { name: [required] } }),
    )
  })

  it('belong to one account', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const { id } = (await owner.client.knowledge.create({ name: 'Mine' })).data
    await assert.rejects(other.client.knowledge.get({ id }), missing)
    await assert.rejects(other.client.knowledge.update({ id, name: 'Yours' }), missing)
    await assert.rejects(other.client.knowledge.delete({ id }), missing)
    await assert.rejects(other.client.knowledge.search({ id, query: 'anything' }), missing)
    await assert.rejects(other.client.assistants.create({ name: 'Eve', knowledgebase_id: id }), { status: 422 })
    assert.deepEqual((await other.client.knowledge.list()).data, [])
  })

  it('count the assistants that use them, which have none after the deletion', async () => {
    const { client } = await parley.createAccount()
    const { id } = (await client.knowledge.create({ name: 'Help' })).data
    const assistant = (await client.assistants.create({ name: 'Ada', knowledgebase_id: id })).data
    assert.equal((await client.knowledge.get({ id })).data.assistants_count, 1)
    assert.equal((await client.knowledge.delete({ id })).message, 'Knowledgebase deleted successfully.')
    await assert.rejects(client.knowledge.get({ id }), missing)
    assert.equal((await client.assistants.get({ id: assistant.id })).data.knowledgebase_id, null)
  })

  it('are processing while a document is, then active, and failed if all documents failed', async () => {
    const { client } = await parley.createAccount()
    const knowledgebaseId = (await client.knowledge.create({ name: 'Help' })).data.id
    const status = async () => (await client.knowledge.get({ id: knowledgebaseId })).data.status
    const add = (content: string) =>
      client.knowledge.createDocument({ knowledgebaseId, name: 'Notes', type: 'txt', file: text(content) })
    await add('   \n\n  ')
    assert.equal(await status(), 'processing')
    await parley.runJobs()
    assert.equal(await status(), 'failed')
    await add('The shop opens at nine.')
    await parley.runJobs()
    assert.equal(await status(), 'active')
  })

  it('delete their documents with the files', async () => {
    const { client } = await parley.createAccount()
    const knowledgebaseId = (await client.knowledge.create({ name: 'Help' })).data.id
    const content = 'The shop opens at nine.'
    await client.knowledge.createDocument({ knowledgebaseId, name: 'Notes', type: 'txt', file: text(content) })
    await parley.runJobs()
    await client.knowledge.delete({ id: knowledgebaseId })
    await parley.runJobs()
    await assert.rejects(client.knowledge.listDocuments({ knowledgebaseId }), missing)
  })
})
