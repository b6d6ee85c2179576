// Tests that messages that arrive while their sender is erased are stored completely or not at all.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { selectBrokenBalances } from '#server/features/billing/index.ts'
import { startTestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { findTraces } from '../features/find-traces.ts'

const parley = await startTestApp({ carrier: {}, script: 'We close at six.', jobsRunning: true })
after(() => parley[Symbol.asyncDispose]())
const { db } = parley.app.context

/** Messages without their conversation, contacts of another conversation, and jobs that failed. */
async function findHalves(): Promise<object[]> {
  const { rows } = await sql<object>`
    select 'message' as kind, m.id::text as of from chatapp_messages m
    where m.conversation_id is not null and not exists (
      select from conversations c where c.account_id = m.account_id and c.id = m.conversation_id)
    union all
    select 'media', d.id::text from chatapp_media d where d.message_id is null
    union all
    select 'job', t.identifier || ': ' || j.last_error from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
    where j.last_error is not null`.execute(db)
  return rows
}

it('messages that arrive during erasures leave no halves, and a last erasure leaves no trace', async () => {
  const sender = await parley.createSender()
  const phone = parley.createPhoneNumber()
  const erase = () => sender.client.privacy.erasePerson({ identifier: phone }).catch(({ status }) => status)
  const write = (index: number) =>
    parley.carrier.phones.send({ from: phone, to: sender.number, body: `Is number ${index} open?` })
  for (let round = 0; round < 6; round++) {
    await Promise.all([write(round), erase(), write(round), erase(), sender.sendTemplate(phone), write(round)])
    await parley.carrier.control.settled()
  }
  await parley.turnClock(10_000)
  await parley.carrier.control.settled()
  await erase()
  const { data: receipts } = await sender.client.privacy.listErasures({})
  assert.ok(receipts.some(({ deleted }) => deleted.messages > 0))
  await until(async () => {
    await parley.turnClock(10_000)
    await parley.carrier.control.settled()
    const { data } = await sender.client.privacy.listErasures({})
    return data.every(({ status }) => status === 'completed')
  })
  await erase()
  assert.deepEqual(await findHalves(), [])
  assert.deepEqual(await findTraces(parley, [phone.slice(1)]), [])
  assert.deepEqual(await selectBrokenBalances(db), [])
})
