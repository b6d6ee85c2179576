// Tests of transactions: rollback, retries after a deadlock, and no access to outside services.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { portCalls } from '../failpoints/failpoint.ts'
import { asAccount, type Tx } from './context.ts'
import { transaction } from './transaction.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app
await sql`create table wells (id int primary key, water int not null)`.execute(context.db)
await sql`insert into wells values (1, 0), (2, 0)`.execute(context.db)

describe('a transaction', () => {
  const fill = (tx: Pick<Tx, 'db'>, id: number) =>
    sql`update wells set water = water + 1 where id = ${id}`.execute(tx.db)
  const water = async () =>
    (await sql<{ water: number }>`select water from wells order by id`.execute(context.db)).rows.map((row) => row.water)

  it('is rolled back when its work fails', async () => {
    const before = await water()
    const work = transaction(context, async (tx) => {
      await fill(tx, 1)
      throw new Error('enough')
    })
    await assert.rejects(work, /enough/)
    assert.deepEqual(await water(), before)
  })

  it('is retried after a deadlock', async () => {
    const before = await water()
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const committed = Promise.withResolvers<void>()
    let attempts = 0
    const cross = (first: number, second: number) =>
      transaction(context, async (tx) => {
        // Otherwise the second attempt could cause another deadlock.
        if (++attempts === 3) await committed.promise
        await fill(tx, first)
        both[first - 1]!.resolve()
        await both[second - 1]!.promise
        await fill(tx, second)
      }).then(committed.resolve)
    await Promise.all([cross(1, 2), cross(2, 1)])
    assert.equal(attempts, 3)
    assert.deepEqual(
      await water(),
      before.map((level) => level + 2),
    )
  })

  it('fails after four attempts, and immediately on any other error', async () => {
    let attempts = 0
    const fail = (state: string) =>
      transaction(context, async (tx) => {
        attempts++
        await sql`do ${sql.raw(`$$ begin raise exception 'again' using errcode = '${state}'; end $$`)}`.execute(tx.db)
      })
    await assert.rejects(fail('40001'), /again/)
    assert.equal(attempts, 4)
    await assert.rejects(fail('23505'), /again/)
    assert.equal(attempts, 5)
  })

  it('has no outside services, neither for the compiler nor at run time', async () => {
    const ctx = asAccount(context, { id: 1, kind: 'direct', timeZone: 'UTC', country: 'US' })
    await transaction(ctx, async (tx) => {
      // @ts-expect-error
      assert.equal(tx.languageModel, undefined)
      // @ts-expect-error
      assert.equal(tx.fetcher, undefined)
      assert.deepEqual(
        Object.keys(portCalls).filter((service) => service in tx),
        [],
      )
      // @ts-expect-error a transaction does not begin another one
      const inner = () => transaction(tx, async () => {})
      assert.equal(typeof inner, 'function')
      assert.notEqual(tx.db, ctx.db)
      assert.equal(tx.account.id, 1)
      assert.equal(typeof tx.newId(), 'string')
    })
  })
})
