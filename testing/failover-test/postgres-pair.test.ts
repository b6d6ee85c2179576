// The two servers replicate, and change their roles again and again.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { postgresMissing } from '../database/debian-postgres.ts'
import { openPostgresPair } from './postgres-pair.ts'

it('keeps every commit over promotions after a freeze and a kill', { skip: postgresMissing }, async () => {
  await using pair = await openPostgresPair()
  await pair.primary().query('create table numbers (number int)')
  for (const [number, end] of [
    [1, 'freeze'],
    [2, 'kill'],
  ] as const) {
    await pair.primary().query(`insert into numbers values (${number})`)
    await pair.primary()[end]()
    await pair.promote()
    await pair.untilWritable()
    await pair.restoreStandby()
  }
  const onStandby = await pair.standby().query('select array_agg(number order by number) as numbers from numbers')
  assert.deepEqual(onStandby, [{ numbers: [1, 2] }])
  await assert.rejects(pair.standby().query('insert into numbers values (3)'), { code: '25006' })
})
