// Tests of the log during an outage: few lines with counts, and one at its end.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { createLog, takeErrors } from '#server/platform/observability/log.ts'
import { createTestDatabase } from '#testing/app/database.ts'
import { until } from '#testing/app/until.ts'
import { openDatabaseFront } from '#testing/database/database-front.ts'
import { openDatabase } from './database.ts'
import { createOutages, type Outages } from './outages.ts'

const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())
const { connectionString } = stack.use(await createTestDatabase())
const front = stack.use(await openDatabaseFront(connectionString))
const { db } = stack.use(openDatabase(front.connectionString, { maxConnections: 2, name: 'parley' }))

it('an outage is one line with the number of failures, and another when it has ended', async () => {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const plain = createLog({ level: 'info', pretty: false, destination })
  const counted: string[] = []
  const delays = { lineEveryMs: 60_000, quietMs: 100, checkEveryMs: 10 }
  let outages: Outages | undefined
  const log = takeErrors(plain, (error, what) => outages?.count(error, what) ?? false).child({ part: 'x' })
  using opened = createOutages({ log, db, countEvent: (_counter, reason) => void counted.push(reason), delays })
  outages = opened
  const fail = async (what: string): Promise<void> => {
    const error = await sql`select`.execute(db).catch((failure: unknown) => failure)
    if (error instanceof Error) log.error({ error, secret: 1 }, what)
  }

  await front.refuse()
  front.cut()
  for (let time = 0; time < 20; time++) await fail('request refused')
  await fail('the job worker failed')
  log.warn({ error: new Error('a bug') }, 'request failed')
  // It has been quiet for long enough, but the database is still away.
  const endedAt = performance.now() + 300
  await until(() => performance.now() > endedAt)
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['the database is not available', 'request failed'],
  )
  await front.listen()
  await until(() => lines.length === 3)

  const [first, bug, last] = lines
  assert.deepEqual(first!['failures'], { 'request refused': 1 })
  assert.equal((bug!['error'] as { message: string }).message, 'a bug')
  assert.equal(last!['msg'], 'the database is available again')
  assert.deepEqual(last!['failures'], { 'request refused': 19, 'the job worker failed': 1 })
  assert.deepEqual([first!['reason'], last!['reason']], Array(2).fill('the database cannot be reached'))
  assert.equal(counted.length, 21)

  // Another one within a minute adds no lines.
  await front.refuse()
  front.cut()
  await fail('request refused')
  await front.listen()
  await until(
    async () =>
      await sql`select`.execute(db).then(
        () => true,
        () => false,
      ),
  )
  const quietAt = performance.now() + 300
  await until(() => performance.now() > quietAt)
  assert.equal(lines.length, 3)
})
