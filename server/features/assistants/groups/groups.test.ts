// Folders and labels: creation, changes, colors, unique names, and the number of their assistants.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { assertInvalid, assertNotFound } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

const open = async () => {
  const owner = await parley.createAccount()
  return { ...owner, request: rawRequests(parley, owner.token) }
}
const taken = { name: ['The name has already been taken.'] }

for (const [area, one, noun] of [
  ['folders', 'folder', 'Folder'],
  ['labels', 'label', 'Label'],
] as const) {
  describe(area, () => {
    const path = `/api/user/${area}`
    const inGroup = (id: number) => (area === 'folders' ? { folder_id: id } : { label_ids: [id] })

    it('are created, changed, listed in order and deleted', async () => {
      const { request, client } = await open()
      const { list } = client[area]
      const created = await request('POST', path, { name: ' Sales ', color: '#4f46e5' })
      assert.deepEqual([created.status, created.body.message], [201, `${noun} created successfully`])
      const { id, name, color, assistants_count } = created.body.data
      assert.deepEqual({ name, color, assistants_count }, { name: 'Sales', color: '#4f46e5', assistants_count: 0 })
      const { message, data } = await client[area].update({ id, name: 'Support' })
      assert.deepEqual([message, data.name, data.color], [`${noun} updated successfully`, 'Support', '#4f46e5'])
      const second = (await client[area].create({ name: 'Second' })).data
      assert.deepEqual(await list(), { data: [data, second] })
      assert.deepEqual((await request('DELETE', `${path}/${id}`)).body, { message: `${noun} deleted successfully` })
      await assertNotFound(client[area].delete({ id }), `${noun} not found`)
      assert.deepEqual(await list(), { data: [second] })
    })

    it('of other accounts are not found', async () => {
      const [owner, other] = [await open(), await open()]
      const { id: foreign } = (await other.client[area].create({ name: 'Theirs' })).data
      for (const id of [foreign, 999_999, 0]) {
        await assertNotFound(owner.client[area].update({ id, name: 'Mine' }), `${noun} not found`)
        await assertNotFound(owner.client[area].delete({ id }), `${noun} not found`)
      }
      assert.equal((await other.client[area].list()).data[0]?.name, 'Theirs')
      assert.deepEqual((await owner.client[area].list()).data, [])
    })

    it('do not delete their assistants', async () => {
      const { client } = await open()
      const { id } = (await client[area].create({ name: 'Old' })).data
      const assistant = (await client.assistants.create({ name: 'Ada', ...inGroup(id) })).data
      await client[area].delete({ id })
      const { folder_id, label_ids } = (await client.assistants.get({ id: assistant.id })).data
      assert.deepEqual([folder_id, label_ids], [null, []])
    })

    it('accept the colors of CSS, which can be changed alone and removed', async () => {
      const { request } = await open()
      const { id } = (await request('POST', `/api/user/${one}`, { name: 'Sales' })).body.data
      for (const color of ['tomato', 'RebeccaPurple', 'transparent', '#abc', '#A1B2C3', '#a1b2c3d4']) {
        const { status, body } = await request('PUT', `${path}/${id}`, { color })
        assert.deepEqual([status, body.data.color, body.data.name], [200, color, 'Sales'])
      }
      for (const color of [null, '']) {
        await request('PUT', `${path}/${id}`, { color: 'red' })
        assert.equal((await request('PUT', `${path}/${id}`, { color })).body.data.color, null)
      }
    })

    it('refuse invalid names and colors, and empty changes', async () => {
      const { client, request } = await open()
      const { id } = (await request('POST', path, { name: 'Sales' })).body.data
      for (const color of ['reddish', '#ab', '#abcd', '#abcde', '#gggggg', 'abc', 'rgb(1,2,3)', '#', 'red;'])
        await assertInvalid(client[area].update({ id, color }), { color: ['The color format is invalid.'] })
      assert.equal((await request('POST', path, { name: 'Other', color: 'reddish' })).status, 422)
      const nothing = { name: ['The name field is required when color is not present.'] }
      await assertInvalid(client[area].update({ id }), nothing)
      await assertInvalid(client[area].create({ name: '' }), { name: ['The name field is required.'] })
      const tooLong = { name: ['The name may not be greater than 255 characters.'] }
      await assertInvalid(client[area].create({ name: 'x'.repeat(256) }), tooLong)
    })

    it('have unique names within the account', async () => {
      const { client } = await open()
      const { create, update } = client[area]
      await create({ name: 'Sales' })
      const { id } = (await create({ name: 'Support' })).data
      await assertInvalid(create({ name: ' Sales ' }), taken)
      await assertInvalid(update({ id, name: 'Sales' }), taken)
      await update({ id, name: 'Support' })
      await (await open()).client[area].create({ name: 'Sales' })
      const results = await Promise.allSettled([1, 2, 3].map(() => create({ name: 'Race' })))
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    })

    it('count their assistants without deleted ones', async () => {
      const { client } = await open()
      const { id } = (await client[area].create({ name: 'Sales' })).data
      await client[area].create({ name: 'Empty' })
      await client.assistants.create({ name: 'Ada', ...inGroup(id) })
      const deleted = (await client.assistants.create({ name: 'Eve', ...inGroup(id) })).data
      const counts = async () => (await client[area].list()).data.map((group) => group.assistants_count)
      assert.deepEqual(await counts(), [2, 0])
      await client.assistants.delete({ id: deleted.id })
      assert.deepEqual(await counts(), [1, 0])
    })
  })
}
