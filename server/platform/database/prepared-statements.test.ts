// Prepared statements: which texts are prepared, and how they continue after errors and changed columns.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#testing/app/database.ts'
import { createPreparation } from './prepared-statements.ts'

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const client = new pg.Client(opened.use(await createTestDatabase()).connectionString)
opened.defer(() => client.end())
await client.connect()
createPreparation()(client)

describe('prepared statements', () => {
  const prepared = async (): Promise<string[]> => {
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
    return rows.map(({ statement }) => statement)
  }

  it('prepares texts with parameters from their third use', async () => {
    for (let use = 0; use < 5; use++) await client.query('select $1::int as often', [use])
    for (let use = 0; use < 2; use++) await client.query('select $1::int as seldom', [use])
    for (let use = 0; use < 5; use++) await client.query('select 1 as constant')
    assert.deepEqual(await prepared(), ['select $1::int as often'])
  })

  it('returns the result of each use', async () => {
    for (let use = 0; use < 5; use++) {
      const { rows } = await client.query('select $1::int + $2::int as sum', [use, 1])
      assert.deepEqual(rows, [{ sum: use + 1 }])
    }
  })

  it('continues after a column has changed', async () => {
    await client.query('create temporary table shelf (id int, width int)')
    await client.query('insert into shelf values (1, 80)')
    const read = () => client.query('select width from shelf where id = $1', [1])
    for (let use = 0; use < 5; use++) await read()
    await client.query("alter table shelf alter column width type text using width || ' cm'")
    await assert.rejects(read, /cached plan/)
    for (let use = 0; use < 5; use++) assert.deepEqual((await read()).rows, [{ width: '80 cm' }])
  })

  it('reports errors, and continues after them', async () => {
    const divide = (by: number) => client.query('select 10 / $1::int as part', [by])
    for (let use = 0; use < 3; use++) await assert.rejects(divide(0), /division by zero/)
    assert.deepEqual((await divide(5)).rows, [{ part: 2 }])
  })

  it('keeps its statements through a transaction that is rolled back', async () => {
    const half = (whole: number) => client.query('select $1::int / 2 as half', [whole])
    await client.query('begin')
    for (let use = 0; use < 4; use++) await half(8)
    await client.query('rollback')
    assert.deepEqual((await half(6)).rows, [{ half: 3 }])
  })
})
