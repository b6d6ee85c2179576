// Assistants listed: in pages, by type, and in short.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertInvalid } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestAccount, type TestApp, testBaseUrl } from '#server/testing/test-app.ts'

describe('assistants', () => {
  let parley: TestApp
  let holder: TestAccount
  before(async () => {
    parley = await startTestApp()
    holder = await parley.createAccount()
  })
  after(() => parley[Symbol.asyncDispose]())

  const create = async (account: TestAccount, name: string) => (await account.client.assistants.create({ name })).data

  it('are listed in pages, the newest first, of one type if asked', async () => {
    const account = await parley.createAccount()
    const { assistants } = account.client
    for (let count = 1; count <= 12; count++)
      await assistants.create({ name: `No. ${count}`, type: count % 3 === 0 ? 'inbound' : 'outbound' })
    const first = await assistants.list()
    assert.equal(first.per_page, 10)
    assert.deepEqual(
      first.data.map(({ name }) => name),
      Array.from({ length: 10 }, (_, index) => `No. ${12 - index}`),
    )
    assert.deepEqual([first.total, first.last_page, first.from, first.to], [12, 2, 1, 10])
    assert.equal(first.data[0]!.language, 'English')
    const inbound = await assistants.list({ type: 'inbound', per_page: 3, page: 2 })
    assert.deepEqual(
      inbound.data.map(({ name }) => name),
      ['No. 3'],
    )
    assert.equal(inbound.prev_page_url, `${testBaseUrl}/api/user/assistants/get?per_page=3&type=inbound&page=1`)
    assert.deepEqual((await assistants.list({ page: 99 })).data, [])
  })

  it('refuse pages that cannot be', async () => {
    const { assistants } = holder.client
    await assertInvalid(assistants.list({ per_page: 0 }), { per_page: ['The per page must be at least 1.'] })
    await assertInvalid(assistants.list({ per_page: 101 }), { per_page: ['The per page may not be greater than 100.'] })
    await assertInvalid(assistants.list({ type: 'sideways' as 'inbound' }), { type: ['The selected type is invalid.'] })
  })

  it('that can make calls are listed in short', async () => {
    const account = await parley.createAccount()
    await account.client.assistants.create({ name: 'In', type: 'inbound' })
    const { id } = await create(account, 'Out')
    const list = await account.client.assistants.listOutbound()
    assert.deepEqual(
      list.map(({ uuid: _, ...rest }) => rest),
      [{ id, name: 'Out', status: 'inactive', type: 'outbound', mode: 'pipeline' }],
    )
  })
})
