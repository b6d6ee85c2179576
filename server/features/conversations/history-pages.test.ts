// Tests of reading long conversations in pages, and of the rate limit for visitors.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createClient, ParleyError } from '#sdk/index.ts'
import { injectFetch } from '#testing/app/inject.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ script: 'Hello.' })
const ada = await parley.createAssistant({ initial_message: '' })
after(() => parley[Symbol.asyncDispose]())

describe('the history of a long conversation', () => {
  /** Creates a conversation with this many turns of two messages: `said 1`, `answered 1` and so on. */
  async function talk(turns: number): Promise<string> {
    const { conversation_id: uuid } = await parley.anonymous.conversations.create({ assistant_id: ada.uuid })
    await sql`
      insert into conversation_messages (account_id, conversation_id, turn, part, author, content, created_at)
      select c.account_id, c.id, turn, part, case part when 0 then 'customer' else 'assistant' end,
        case part when 0 then 'said ' else 'answered ' end || turn, now()
      from conversations c, generate_series(1, ${turns}::int) turn, generate_series(0, 1) part
      where c.uuid = ${uuid}`.execute(parley.app.context.db)
    return uuid
  }

  it('is returned in pages of 200 messages, the newest first, to visitors and to its owner', async () => {
    const uuid = await talk(225)
    const { conversations } = ada.client
    const readers = {
      visitor: async (before?: string) => parley.anonymous.conversations.get({ uuid, before }),
      owner: async (before?: string) => (await conversations.show({ uuid, before })).data,
    }
    for (const [who, read] of Object.entries(readers)) {
      const pages: string[][] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: { history: { content: string }[]; next_cursor: string | null } = await read(cursor)
        pages.unshift(page.history.map(({ content }) => content))
        cursor = page.next_cursor
      }
      assert.deepEqual(
        pages.map(({ length }) => length),
        [50, 200, 200],
        who,
      )
      const texts = Array.from({ length: 225 }, (_, index) => [`said ${index + 1}`, `answered ${index + 1}`])
      assert.deepEqual(pages.flat(), texts.flat(), who)
    }
  })

  it('has no other page if it fits into one', async () => {
    const uuid = await talk(100)
    const page = await parley.anonymous.conversations.get({ uuid })
    assert.deepEqual([page.history.length, page.next_cursor], [200, null])
    assert.equal((await ada.client.conversations.show({ uuid })).data.next_cursor, null)
    // Messages from before a conversation have negative turns.
    for (const before of ['1.0', '-1.0'])
      assert.deepEqual((await parley.anonymous.conversations.get({ uuid, before })).history, [])
  })

  it('is not returned for an invalid cursor', async () => {
    const uuid = await talk(1)
    const message = 'The before format is invalid.'
    const refused = refusedWith(422, { message, errors: { before: [message] } })
    for (const before of ['x', '1', '1.x', '--1.0', '1.0.0', `${'9'.repeat(10)}.0`]) {
      await assert.rejects(parley.anonymous.conversations.get({ uuid, before }), refused)
      await assert.rejects(ada.client.conversations.show({ uuid, before }), refused)
    }
  })

  it('has a rate limit per address of visitors, but not for its owner', async () => {
    const visitor = { ...parley.config.settings.visitor, readsPerMinutePerAddress: 3 }
    await using strict = await startTestApp({ script: 'Hello.', settings: { visitor } })
    const owner = await strict.createAssistant()
    const from = (address: string, apiKey?: string) =>
      createClient({ baseUrl: testBaseUrl, fetch: injectFetch(strict.app.http, address), ...(apiKey && { apiKey }) })
    const { conversation_id: uuid } = await owner.client.conversations.create({ assistant_id: owner.uuid })
    const read = (client = from('192.0.2.1')) => client.conversations.get({ uuid })
    for (let times = 0; times < 3; times++) await read()
    await assert.rejects(read(), (error) => {
      assert.ok(error instanceof ParleyError)
      assert.deepEqual([error.status, error.body['message']], [429, 'Too Many Attempts.'])
      assert.ok(Number(error.headers.get('retry-after')) > 0)
      return true
    })
    const other = await strict.createAccount()
    await assert.rejects(read(from('192.0.2.1', other.token)), { status: 429 })
    await read(from('192.0.2.2'))
    for (let times = 0; times < 5; times++) await read(owner.client)
  })
})
