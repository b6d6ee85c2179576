// Tests of the filters of the list of assistants.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

it('assistants are listed by a part of their name, folder and label', async () => {
  const account = await parley.createAccount()
  const { assistants, folders, labels } = account.client
  const folder_id = (await folders.create({ name: 'Sales' })).data.id
  const label_id = (await labels.create({ name: 'New' })).data.id
  await assistants.create({ name: '100%_Ada', folder_id })
  await assistants.create({ name: 'Grace', folder_id, label_ids: [label_id] })
  const names = async (query: Parameters<typeof assistants.list>[0]) =>
    (await assistants.list(query)).data.map(({ name }) => name)
  assert.deepEqual(await names({ search: '%_ADA' }), ['100%_Ada'])
  assert.deepEqual(await names({ search: 'a_a' }), [])
  assert.deepEqual(await names({ folder_id }), ['Grace', '100%_Ada'])
  assert.deepEqual(await names({ folder_id, label_id }), ['Grace'])
  assert.deepEqual(await names({ folder_id: folder_id + 1_000_000 }), [])
  assert.equal((await assistants.list({ label_id })).total, 1)
})
