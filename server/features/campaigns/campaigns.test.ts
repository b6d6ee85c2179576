// Tests of campaigns: their settings, defaults, references and deletion.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { assertInvalid, assertNotFound } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

describe('a campaign', () => {
  it('is created with defaults', async () => {
    const { client } = await parley.createAccount({ timeZone: 'Europe/Berlin' })
    const { message, data } = await client.campaigns.create({ name: 'Spring' })
    assert.equal(message, 'Campaign created successfully.')
    const { id, created_at, updated_at, ...rest } = data
    assert.deepEqual([id > 0, created_at], [true, updated_at])
    assert.deepEqual(rest, {
      name: 'Spring',
      channel: 'call',
      status: 'draft',
      pause_reason: null,
      assistant_id: null,
      timezone: 'Europe/Berlin',
      scheduled_start_at: null,
      schedule_windows: [],
      allowed_hours_start_time: null,
      allowed_hours_end_time: null,
      allowed_days: [],
      max_calls_in_parallel: 3,
      messages_per_minute: 10,
      max_retries: 3,
      retry_interval: 60,
      retry_on_voicemail: true,
      retry_on_goal_incomplete: false,
      goal_completion_variable: null,
      mark_complete_when_no_leads: true,
      phone_number_ids: [],
      chatapp_sender_id: null,
      chatapp_template_id: null,
      sms_from_phone_number_id: null,
      sms_body: null,
      text_variable_mapping: {},
      fallback_channel: null,
      purpose: null,
      topic: null,
      require_consent: false,
      use_lead_timezone: false,
      contact_gap: 60,
      contacts_per_day: 3,
      pause_message: null,
      waiting: null,
      leads: { total: 0 },
      attempts: { total: 0 },
      goals: { reached: 0, missed: 0 },
      rates: { answered: null, person: null, goal: null },
      pace_per_hour: null,
      expected_end_at: null,
      started_at: null,
      completed_at: null,
    })
  })

  it('is created as existing clients send it, and read back unchanged', async () => {
    const assistant = await parley.createAssistant({ type: 'outbound' })
    const request = rawRequests(parley, assistant.token)
    const fields = {
      name: 'Renewals',
      timezone: 'America/New_York',
      max_calls_in_parallel: 5,
      allowed_days: ['monday', 'friday'],
      max_retries: 2,
      retry_interval: 120,
      retry_on_voicemail: false,
      retry_on_goal_incomplete: true,
      goal_completion_variable: 'renewed',
      mark_complete_when_no_leads: false,
    }
    const sent = {
      ...fields,
      assistant_id: assistant.uuid,
      allowed_hours_start_time: '9:00',
      allowed_hours_end_time: '17:30:00',
    }
    const { status, body } = await request('POST', '/api/user/campaign', sent)
    const shown = {
      ...fields,
      assistant_id: assistant.id,
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '17:30',
    }
    assert.equal(status, 201)
    for (const path of ['campaign', 'campaigns']) {
      const read = (await request('GET', `/api/user/${path}/${body.data.id}`)).body
      assert.deepEqual(read, { ...read, ...shown })
    }
  })

  it('keeps what an update does not contain, and null restores the default', async () => {
    const { client } = await parley.createAccount()
    const { id } = (
      await client.campaigns.create({
        name: 'Spring',
        max_retries: 5,
        purpose: 'a renewal',
        schedule_windows: [{ start: '22:00', end: '06:00' }],
      })
    ).data
    const { data } = await client.campaigns.update({ id, name: 'Summer', max_retries: null })
    assert.deepEqual(
      [data.name, data.max_retries, data.purpose, data.schedule_windows],
      ['Summer', 3, 'a renewal', [{ start: '22:00', end: '06:00' }]],
    )
  })

  it('refuses values out of range', async () => {
    const { client } = await parley.createAccount()
    const refuses = async (fields: object, field: string) => {
      await assert.rejects(client.campaigns.create({ name: 'x', ...fields }), (error: { errors?: object }) =>
        Object.keys(error.errors ?? {}).some((name) => name.startsWith(field)),
      )
    }
    await refuses({ name: '' }, 'name')
    await refuses({ channel: 'fax' }, 'channel')
    await refuses({ timezone: 'Mars/Olympus' }, 'timezone')
    await refuses({ max_calls_in_parallel: 11 }, 'max_calls_in_parallel')
    await refuses({ retry_interval: 9 }, 'retry_interval')
    await refuses({ allowed_hours_start_time: '24:00' }, 'allowed_hours_start_time')
    await refuses({ allowed_days: ['someday'] }, 'allowed_days')
    await refuses({ schedule_windows: [{ start: '09:00' }] }, 'schedule_windows')
    await refuses({ scheduled_start_at: 'tomorrow' }, 'scheduled_start_at')
  })

  it('refers to records of its account only', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAssistant()]
    const invalid = (field: string) => ({ [field]: [`The selected ${field.replaceAll('_', ' ')} is invalid.`] })
    for (const [field, value] of Object.entries({
      assistant_id: other.id,
      chatapp_sender_id: 1,
      sms_from_phone_number_id: 1,
    }))
      await assertInvalid(owner.client.campaigns.create({ name: 'x', [field]: value }), invalid(field))
    await assertInvalid(owner.client.campaigns.create({ name: 'x', phone_number_ids: [1] }), {
      'phone_number_ids.0': ['The selected phone number ids.0 is invalid.'],
    })
    const { id } = (await other.client.campaigns.create({ name: 'Theirs' })).data
    await assertNotFound(owner.client.campaigns.get({ id }), 'Campaign not found.')
    await assertNotFound(owner.client.campaigns.update({ id, name: 'Mine' }), 'Campaign not found.')
    await assertNotFound(owner.client.campaigns.delete({ id }), 'Campaign not found.')
    assert.deepEqual(await owner.client.campaigns.list(), [])
  })

  it('is deleted with its leads', async () => {
    const { client } = await parley.createAccount()
    const { id } = (await client.campaigns.create({ name: 'Spring' })).data
    await client.leads.create({ campaign_id: id, phone_number: '+14155550100' })
    assert.deepEqual(await client.campaigns.delete({ id }), { message: 'Campaign deleted successfully.' })
    assert.deepEqual([(await client.leads.list({})).total, await client.campaigns.list()], [0, []])
  })
})
