// Tests that people of rows from before there were contacts become contacts, once, even if one of them writes at the same time.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'

const parley = await startTestApp({ carrier: {}, script: 'We will see to it.' })
after(() => parley[Symbol.asyncDispose]())
const { db } = parley.app.context

it('people of rows from before there were contacts become contacts', async () => {
  const sender = await parley.createSender()
  const [phone, other] = [parley.createPhoneNumber(), parley.createPhoneNumber()]
  await parley.askAssistant(sender, phone, 'Hi', { profileName: 'Ann' })
  await parley.askAssistant(sender, 'US.771', 'Hi')
  const caller = await parley.createCallingAssistant({ owner: sender })
  await sender.client.calls.make({ assistant_id: caller.id, phone_number: other })
  await sql`delete from contacts`.execute(db)
  await sql`delete from contact_collections`.execute(db)
  // Writes again before the others are collected.
  await parley.askAssistant(sender, 'US.771', 'Hello?')

  const collect = async () => {
    for (const cron of ['messages.collect-contacts', 'calls.collect-contacts']) await parley.runCron(cron)
  }
  await collect()
  const list = async () =>
    (await sender.client.contacts.list({})).data.map(({ name, addresses }) => [
      name,
      ...addresses.map(({ address }) => address),
    ])
  const expected = [
    ['Ann', phone],
    [null, other],
    ['Sandbox user', 'US.771'],
  ]
  assert.deepEqual((await list()).toSorted(), expected.toSorted())
  const { rows } = await sql`select distinct done, position from contact_collections`.execute(db)
  assert.deepEqual(rows, [{ done: true, position: null }])

  // What an account removes later does not come back.
  await sql`delete from contacts`.execute(db)
  await collect()
  assert.deepEqual(await list(), [])
})
