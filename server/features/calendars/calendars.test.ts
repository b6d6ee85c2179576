// Tests of connecting calendars.
import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { calComEventType, openCalCom } from '#testing/emulators/cal-com.ts'
import { emulatedApiKey } from '#testing/emulators/calendar.ts'
import { calendlyEventType, openCalendly } from '#testing/emulators/calendly.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const calCom = await openCalCom()
const calendly = await openCalendly()
const parley = await startTestApp({ config: { allowPrivate: [calCom.host, calendly.host, '127.0.0.1:9'] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await calCom[Symbol.asyncDispose]()
  await calendly[Symbol.asyncDispose]()
})
afterEach(() => assert.deepEqual([...calCom.violations, ...calendly.violations], []))

const away = 'The calendar provider cannot be reached. Try again later.'

describe('calendars', () => {
  const given = { provider: 'calcom' as const, access_key: emulatedApiKey, server_url: `${calCom.url}/` }

  it('connects a calendar, stores its event types and masks the API key', async () => {
    const { client } = await parley.createAccount()
    const { data } = await client.calendars.create(given)
    const { id, created_at: _created, updated_at: _updated, ...shown } = data
    assert.deepEqual(shown, {
      provider: 'calcom',
      server_url: calCom.url,
      owner: 'Ada',
      access_key: '********cdef',
      unreadable: false,
      event_types: [{ reference: calComEventType, name: 'Consultation', duration_minutes: 30 }],
    })
    assert.deepEqual((await client.calendars.get({ id })).data, data)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(c)::text || encode(c.sealed_api_key, 'escape') as row from calendars c where id = ${id}`.execute(
      parley.app.context.db,
    )
    assert.ok(!rows[0]!.row.includes(emulatedApiKey), 'the API key is stored in plain text')
  })

  it('needs the API key again if it was encrypted with another master key', async () => {
    const { client } = await parley.createAccount()
    const { id } = (await client.calendars.create(given)).data
    await sql`update calendars set sealed_api_key = ${Buffer.alloc(64)} where id = ${id}`.execute(parley.app.context.db)
    assert.equal((await client.calendars.get({ id })).data.unreadable, true)
    await assert.rejects(
      client.calendars.update({ id }),
      refusedWith(422, {
        message:
          'The API key of the calendar was encrypted with another master key. Enter it again, or restore the former master key.',
        error_code: 'SEALED_WITH_OTHER_KEY',
      }),
    )
    assert.equal((await client.calendars.update({ id, access_key: emulatedApiKey })).data.unreadable, false)
  })

  it('reads all pages of event types of Calendly', async () => {
    const { client } = await parley.createAccount()
    const { data } = await client.calendars.create({ ...given, provider: 'calendly', server_url: calendly.url })
    assert.deepEqual(
      data.event_types.map(({ reference }) => reference),
      [calendlyEventType],
    )
  })

  it('updates the calendar of an owner who is connected already', async () => {
    const { client } = await parley.createAccount()
    const first = await client.calendars.create(given)
    const second = await client.calendars.create(given)
    assert.equal(second.data.id, first.data.id)
    await client.calendars.update({ id: first.data.id })
    assert.equal((await client.calendars.list()).data.length, 1)
  })

  it('refuses an API key that the provider rejects, a private address and a provider that is away', async () => {
    const { client } = await parley.createAccount()
    const connect = (fields: object) => client.calendars.create({ ...given, ...fields })
    await assert.rejects(connect({ access_key: 'wrong' }), {
      body: {
        message: 'The calendar provider rejected this API key.',
        errors: { access_key: ['The calendar provider rejected this API key.'] },
      },
    })
    await assert.rejects(connect({ server_url: 'http://192.168.1.1/' }), { status: 422 })
    await assert.rejects(
      connect({ server_url: 'http://127.0.0.1:9' }),
      refusedWith(422, { message: away, errors: { server_url: [away] } }),
    )
    assert.deepEqual((await client.calendars.list()).data, [])
  })

  it('lets assistants use only event types of connected calendars of their own account', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const { id } = (await owner.client.calendars.create(given)).data
    const tools = [{ type: 'calendar_integration' as const, calcom_event_type: calComEventType }]
    await owner.client.assistants.create({ name: 'Ada', tools })
    await assert.rejects(other.client.assistants.create({ name: 'Eve', tools }), { status: 422 })
    await owner.client.calendars.delete({ id })
    await assert.rejects(owner.client.assistants.create({ name: 'Ada', tools }), { status: 422 })
    await assert.rejects(owner.client.calendars.get({ id }), { status: 404 })
  })
})
