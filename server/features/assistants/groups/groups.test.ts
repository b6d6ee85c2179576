// Folders and labels as existing clients of the interface send them: plural paths, colors, counts and unique names.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { rawRequests } from '#server/testing/raw-request.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp()
})
after(() => parley[Symbol.asyncDispose]())

for (const [area, one, noun] of [
  ['folders', 'folder', 'Folder'],
  ['labels', 'label', 'Label'],
] as const) {
  describe(`${area} for existing clients`, () => {
    const path = `/api/user/${area}`
    const open = async () => {
      const holder = await parley.createAccount()
      return { holder, request: rawRequests(parley, holder.token) }
    }
    const taken = { name: ['The name has already been taken.'] }

    it('are created, changed and deleted under their plural paths', async () => {
      const { request } = await open()
      const created = await request('POST', path, { name: 'Sales', color: '#4f46e5' })
      assert.deepEqual([created.status, created.body.message], [201, `${noun} created successfully`])
      const { id, name, color, assistants_count } = created.body.data
      assert.deepEqual({ name, color, assistants_count }, { name: 'Sales', color: '#4f46e5', assistants_count: 0 })
      const changed = await request('PUT', `${path}/${id}`, { name: 'Support' })
      assert.deepEqual([changed.status, changed.body.data.name, changed.body.data.color], [200, 'Support', '#4f46e5'])
      assert.deepEqual((await request('GET', path)).body, { data: [changed.body.data] })
      assert.deepEqual((await request('DELETE', `${path}/${id}`)).body, { message: `${noun} deleted successfully` })
      assert.deepEqual((await request('DELETE', `${path}/${id}`)).body, { message: `${noun} not found` })
    })

    it('keep any color of CSS, which may be changed alone and removed', async () => {
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

    it('refuse what is no color, and a change of nothing', async () => {
      const { request } = await open()
      const { id } = (await request('POST', path, { name: 'Sales' })).body.data
      for (const color of ['reddish', '#ab', '#abcd', '#abcde', '#gggggg', 'abc', 'rgb(1,2,3)', '#', 'red;']) {
        const { status, body } = await request('PUT', `${path}/${id}`, { color })
        assert.deepEqual([status, body.errors], [422, { color: ['The color format is invalid.'] }], color)
      }
      assert.equal((await request('POST', path, { name: 'Other', color: 'reddish' })).status, 422)
      const nothing = await request('PUT', `${path}/${id}`, {})
      const sentence = 'The name field is required when color is not present.'
      assert.deepEqual([nothing.status, nothing.body.errors], [422, { name: [sentence] }])
    })

    it('have a name once in an account', async () => {
      const { request } = await open()
      await request('POST', path, { name: 'Sales' })
      const other = (await request('POST', path, { name: 'Support' })).body.data
      const again = await request('POST', path, { name: ' Sales ' })
      assert.deepEqual([again.status, again.body.errors], [422, taken])
      const renamed = await request('PUT', `${path}/${other.id}`, { name: 'Sales' })
      assert.deepEqual([renamed.status, renamed.body.errors], [422, taken])
      assert.equal((await request('PUT', `${path}/${other.id}`, { name: 'Support' })).status, 200)
      const elsewhere = await open()
      assert.equal((await elsewhere.request('POST', path, { name: 'Sales' })).status, 201)
      const atOnce = await Promise.all([1, 2, 3].map(() => request('POST', path, { name: 'Race' })))
      assert.deepEqual(atOnce.map(({ status }) => status).sort(), [201, 422, 422])
    })

    it('count their assistants, deleted ones excepted', async () => {
      const { holder, request } = await open()
      const { id } = (await request('POST', path, { name: 'Sales' })).body.data
      await request('POST', path, { name: 'Empty' })
      const given = area === 'folders' ? { folder_id: id } : { label_ids: [id] }
      const { assistants } = holder.client
      await assistants.create({ name: 'Ada', ...given })
      const gone = (await assistants.create({ name: 'Eve', ...given })).data
      const counts = async () =>
        (await request('GET', path)).body.data.map((group: Record<string, unknown>) => group['assistants_count'])
      assert.deepEqual(await counts(), [2, 0])
      await assistants.delete({ id: gone.id })
      assert.deepEqual(await counts(), [1, 0])
    })
  })
}
