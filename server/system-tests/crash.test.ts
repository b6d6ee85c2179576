// A server that is killed during twenty conversations: nothing acknowledged is lost, and nothing is charged twice.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Client, createClient } from '#sdk/index.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/process.ts'
import { startTestApp, type TestApp, type TestAssistant } from '#server/testing/test-app.ts'

const talks = 20
const kills = 3

interface Talk {
  id: string
  said: number
  acknowledged: { said: string; heard: string }[]
}

describe('a server that is killed', { timeout: 120_000 }, () => {
  let parley: TestApp
  let ada: TestAssistant
  before(async () => {
    parley = await startTestApp({ script: (request) => echoOf(request.body['messages']) })
    ada = await parley.createAssistant({ initial_message: 'Welcome.' })
  })
  after(() => parley[Symbol.asyncDispose]())

  const start = (): Promise<ServerProcess> =>
    startServerProcess({
      DATABASE_URL: parley.connectionString,
      DATA_DIR: parley.config.dataDir,
      OPENAI_BASE_URL: parley.model.baseUrl,
      OPENAI_API_KEY: 'test',
      LOG_LEVEL: 'fatal',
    })

  it('loses no acknowledged message, charges none twice and goes on in every conversation', async () => {
    const conversations: Talk[] = []
    for (let round = 0; round <= kills; round++) {
      await using server = await start()
      const client = createClient({ baseUrl: server.baseUrl, apiKey: ada.token })
      while (conversations.length < talks) {
        const { conversation_id } = await client.conversations.create({ assistant_id: ada.uuid, type: 'widget' })
        conversations.push({ id: conversation_id, said: 0, acknowledged: [] })
      }
      const wanted = acknowledgedIn(conversations) + 3 * talks
      const isEnough = () => acknowledgedIn(conversations) >= wanted
      const isLast = round === kills
      const acknowledged = new EventEmitter()
      acknowledged.on('message', () => {
        if (!isLast && acknowledgedIn(conversations) === wanted - talks) void server.kill()
      })
      await Promise.all(conversations.map((talk) => talkUntil(client, talk, isEnough, { isLast, acknowledged })))
      await server.kill()
    }
    for (const talk of conversations) await assertNothingLost(ada.client, talk)
    await assertPaidOnce(parley, ada)
  })
})

interface Round {
  /** No kill follows, so no message may fail. */
  isLast: boolean
  acknowledged: EventEmitter
}

/** Sends one message after another until `isEnough`; a kill ends it at the first failure. */
async function talkUntil(
  client: Client,
  talk: Talk,
  isEnough: () => boolean,
  { isLast, acknowledged }: Round,
): Promise<void> {
  do {
    const said = `message ${++talk.said}`
    try {
      const { message } = await client.conversations.sendMessage({ uuid: talk.id, message: said })
      talk.acknowledged.push({ said, heard: message })
      acknowledged.emit('message')
    } catch (error) {
      if (isLast) throw error
      return
    }
  } while (!isEnough())
}

function echoOf(messages: unknown): string {
  const last = (messages as { content: string }[]).at(-1)!
  return `You said ${last.content}.`
}

const acknowledgedIn = (conversations: Talk[]): number =>
  conversations.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)

async function assertNothingLost(client: Client, talk: Talk): Promise<void> {
  const { history } = await client.conversations.get({ uuid: talk.id })
  assert.equal(history[0]?.content, 'Welcome.')
  const heard = new Map(
    history.flatMap(({ role, content }, index) =>
      role === 'user' ? [[content, history[index + 1]?.content]] : [],
    ) as [string, string | undefined][],
  )
  for (const { said, heard: answer } of talk.acknowledged) assert.equal(heard.get(said), answer)
  const order = history.filter(({ role }) => role === 'user').map(({ content }) => Number(content.split(' ')[1]))
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
}

/** Every answered message is charged once, and no money is held after the holds have expired. */
async function assertPaidOnce(parley: TestApp, ada: TestAssistant): Promise<void> {
  const { db } = parley.app.context
  const { rows } = await sql<{ answered: number; charges: number; paid_micros: number }>`
    select
      (select count(*)::int from conversation_messages
        where account_id = ${ada.account.id} and author = 'customer' and state = 'done') as answered,
      (select count(*)::int from ledger_entries
        where account_id = ${ada.account.id} and amount_micros < 0) as charges,
      (select -sum(amount_micros) from ledger_entries
        where account_id = ${ada.account.id} and amount_micros < 0) as paid_micros`.execute(db)
  const { answered, charges, paid_micros } = rows[0]!
  assert.equal(charges, answered)
  assert.equal(paid_micros, answered * 10_000)

  await parley.turnClock(3_600_000)
  await parley.runCron('billing.release-expired-holds')
  const left = await sql`select 1 from balances where account_id = ${ada.account.id} and held_micros > 0`.execute(db)
  assert.equal(left.rows.length, 0)
}
