// Tests of the list of conversations by cursor.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestAssistant, testBaseUrl } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

const parley = await startTestApp({ script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())

describe('the list of conversations by cursor', () => {
  const path = '/api/user/conversations'
  const start = async ({ client, uuid }: TestAssistant, type: 'widget' | 'test' = 'widget') =>
    (await client.conversations.create({ assistant_id: uuid, type })).conversation_id

  async function open(count: number) {
    const ada = await parley.createAssistant({ initial_message: null })
    const uuids: string[] = []
    for (let made = 0; made < count; made++) uuids.unshift(await start(ada))
    const request = rawRequests(parley, ada.token)
    const list = async (query: string) => {
      const { status, body } = await request('GET', `${path}?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return { ...body, ids: body.data.map(({ id }: { id: string }) => id) }
    }
    return { ada, uuids, request, list }
  }

  it('leads from the first page to the last and back', async () => {
    const { uuids, list } = await open(5)
    const first = await list('per_page=2')
    assert.deepEqual([first.ids, first.prev_cursor], [uuids.slice(0, 2), null])
    const second = await list(`per_page=2&cursor=${first.next_cursor}`)
    assert.deepEqual(second.ids, uuids.slice(2, 4))
    const { current_page, from, to, total, last_page } = second
    assert.deepEqual(
      { current_page, from, to, total, last_page },
      { current_page: 2, from: 3, to: 4, total: 5, last_page: 3 },
    )
    assert.equal(second.next_page_url, `${testBaseUrl}${path}?per_page=2&page=3`)
    const last = await list(`per_page=2&cursor=${second.next_cursor}`)
    assert.deepEqual([last.ids, last.next_cursor], [uuids.slice(4), null])
    const back = await list(`per_page=2&cursor=${last.prev_cursor}`)
    assert.deepEqual([back.ids, back.from, back.to], [uuids.slice(2, 4), 3, 4])
    const again = await list(`per_page=2&cursor=${back.prev_cursor}`)
    assert.deepEqual([again.ids, again.prev_cursor, again.current_page], [uuids.slice(0, 2), null, 1])
    assert.deepEqual((await list(`per_page=2&page=9&cursor=${first.next_cursor}`)).ids, second.ids)
    assert.deepEqual(Object.keys(first).slice(-4), ['total', 'next_cursor', 'prev_cursor', 'ids'])
  })

  it('keeps its position while conversations are added, and among those created at the same time', async () => {
    const { ada, uuids, list } = await open(4)
    await sql`update conversations set created_at = now() where account_id = ${ada.account.id}`.execute(
      parley.app.context.db,
    )
    const first = await list('per_page=2')
    const newer = [await start(ada), await start(ada)]
    const second = await list(`per_page=2&cursor=${first.next_cursor}`)
    assert.deepEqual([...first.ids, ...second.ids], uuids)
    assert.equal(second.from, 5)
    const back = await list(`per_page=2&cursor=${first.next_cursor}&page=1`)
    assert.deepEqual(back.ids, second.ids)
    assert.deepEqual((await list(`cursor=${second.prev_cursor}`)).ids, [...newer.toReversed(), ...uuids.slice(0, 2)])
  })

  it('keeps the filters of the request', async () => {
    const { ada, uuids, list } = await open(3)
    await start(ada, 'test')
    const first = await list('per_page=2&type=widget')
    const second = await list(`per_page=2&type=widget&cursor=${first.next_cursor}`)
    assert.deepEqual([...first.ids, ...second.ids, second.total, second.next_cursor], [...uuids, 3, null])
  })

  it('has no cursors if there are no other pages', async () => {
    const { list, uuids } = await open(1)
    const only = await list('')
    assert.deepEqual([only.ids, only.next_cursor, only.prev_cursor], [uuids, null, null])
    const beyond = await list('page=3')
    assert.deepEqual([beyond.ids, beyond.next_cursor, beyond.prev_cursor], [[], null, null])
    assert.deepEqual((await list('cursor=')).ids, uuids)
  })

  it('refuses a cursor that was altered, invented or created for another account', async () => {
    const { list, request } = await open(3)
    const stranger = await open(3)
    const { next_cursor: cursor } = await list('per_page=1')
    const { next_cursor: foreign } = await stranger.list('per_page=1')
    const flipped = (index: number) =>
      `${cursor.slice(0, index)}${cursor[index] === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`
    const altered = [0, 10, cursor.length >> 1, cursor.length - 1].map(flipped)
    for (const bad of [...altered, `${cursor}A`, `${cursor}=`, cursor.slice(1), foreign, 'x', '1', 'eyJpZCI6MX0']) {
      const { status, body } = await request('GET', `${path}?cursor=${bad}`)
      assert.deepEqual([status, body.errors], [422, { cursor: ['The selected cursor is invalid.'] }], bad)
    }
    const long = await request('GET', `${path}?cursor=${'x'.repeat(600)}`)
    assert.deepEqual(long.body.errors, { cursor: ['The cursor may not be greater than 512 characters.'] })
  })
})
