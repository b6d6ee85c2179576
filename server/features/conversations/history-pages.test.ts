// Long conversations are read page by page, by visitors only so often.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createClient, ParleyError } from '#sdk/index.ts'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { injectFetch } from '#server/testing/inject.ts'
import { startTestApp, type TestApp, type TestAssistant, testBaseUrl } from '#server/testing/test-app.ts'

describe('the history of a long conversation', () => {
  let parley: TestApp
  let ada: TestAssistant
  before(async () => {
    parley = await startTestApp({ script: 'Hello.' })
    ada = await parley.createAssistant({ initial_message: '' })
  })
  after(() => parley[Symbol.asyncDispose]())

  /** A conversation of so many turns of two messages: `said 1`, `answered 1` and so on. */
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

  const said = (history: { content: string }[]): string[] => history.map(({ content }) => content)
  const expected = (turns: number): string[] =>
    Array.from({ length: turns }, (_, index) => [`said ${index + 1}`, `answered ${index + 1}`]).flat()

  it('comes in pages of 200 messages, the newest first, to its visitor and to its owner', async () => {
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
        pages.unshift(said(page.history))
        cursor = page.next_cursor
      }
      assert.deepEqual(
        pages.map(({ length }) => length),
        [50, 200, 200],
        who,
      )
      assert.deepEqual(pages.flat(), expected(225), who)
    }
  })

  it('has no further page when it fits into one', async () => {
    const uuid = await talk(100)
    const page = await parley.anonymous.conversations.get({ uuid })
    assert.deepEqual([page.history.length, page.next_cursor], [200, null])
    assert.equal((await ada.client.conversations.show({ uuid })).data.next_cursor, null)
    assert.deepEqual((await parley.anonymous.conversations.get({ uuid, before: '1.0' })).history, [])
  })

  it('is refused to a cursor that is none', async () => {
    const uuid = await talk(1)
    const sentence = 'The before format is invalid.'
    const refused = refusedWith(422, { message: sentence, errors: { before: [sentence] } })
    for (const before of ['x', '1', '1.x', '-1.0', '1.0.0', `${'9'.repeat(10)}.0`]) {
      await assert.rejects(parley.anonymous.conversations.get({ uuid, before }), refused)
      await assert.rejects(ada.client.conversations.show({ uuid, before }), refused)
    }
  })

  it('is read by one address only so often in a minute, and by its owner without a limit', async () => {
    const visitor = { ...parley.config.settings.visitor, readsPerMinutePerAddress: 3 }
    await using strict = await startTestApp({ script: 'Hello.', settings: { visitor } })
    const owner = await strict.createAssistant()
    const from = (address: string, apiKey?: string) =>
      createClient({
        baseUrl: testBaseUrl,
        fetch: injectFetch(strict.app.http, address),
        ...(apiKey && { apiKey }),
      })
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
