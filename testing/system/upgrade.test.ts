// Upgrades: a database of the first release is migrated to the newest schema, and its data still works.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createClient } from '#sdk/index.ts'
import { openApp } from '#server/app.ts'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { configFrom } from '#server/config.ts'
import { selectBrokenBalances } from '#server/features/billing/index.ts'
import { crons } from '#server/features.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createEmptyDatabase } from '../app/database.ts'
import { injectFetch } from '../app/inject.ts'
import { testBaseUrl } from '../app/test-app.ts'
import { openReceiver } from '../emulators/receiver.ts'

const lastMigrationOfRelease = '0009-messages'
const apiKey = '1|abcdefghijklmnopqrstuvwxyz0123456789ABCD'
const log = createLog({ level: 'silent', pretty: false })
const assistantUuid = 'd5f5a4cf-1a83-4cc0-8591-aa145dad8282'
const [widgetUuid, chatappUuid] = ['9370c6c9-5ad9-403a-b4ef-03cb9a3f539c', '86f53654-7f0c-491e-8360-b8d9b2646947']
const customer = '+447700900002'

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const receiver = opened.use(await openReceiver())
const { connectionString } = opened.use(await createEmptyDatabase())
await createFirstRelease(connectionString, receiver.url)
const dataDir = await mkdtemp(join(tmpdir(), 'parley-upgrade-'))
opened.defer(() => rm(dataDir, { recursive: true, force: true }))
const config = configFrom({
  DATA_DIR: dataDir,
  DATABASE_URL: connectionString,
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  TWILIO_ACCOUNT_SID: `AC${'2'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '2'.repeat(32),
  // Nothing listens there: the test sends no message.
  TWILIO_API_BASE_URL: 'http://127.0.0.1:9',
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
})
const app = opened.use(await openApp(config, { log, jobsRunning: false, strictReplies: true }))
await app.http.ready()
const fetch = injectFetch(app.http)
const client = createClient({ baseUrl: testBaseUrl, apiKey, fetch })

describe('a database of the first release, after an upgrade', () => {
  it('has every migration', async () => {
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(app.context.db)
    assert.deepEqual(
      rows.map(({ name }) => name),
      (await readMigrations()).map(({ name }) => name),
    )
  })

  it('keeps the account, its balance and its settings', async () => {
    const { name, email, total_balance } = await client.accounts.me()
    assert.deepEqual([name, email, total_balance], ['Bakery', 'owner@bakery.example', 999.7])
    assert.equal((await client.accounts.listApiKeys()).api_keys.length, 1)
    const voices = await client.catalogues.voices({ language_id: 1 })
    assert.ok(voices.some(({ name }) => name === 'Own voice'))
  })

  it('shows what the entries of the ledger were spent on', async () => {
    const { data } = await client.billing.listTransactions()
    assert.partialDeepStrictEqual(data, [
      { kind: 'chatapp-message', channel: 'chatapp', assistant_id: 1, conversation_id: chatappUuid, messages: 1 },
      { kind: 'widget-message', channel: 'widget', assistant_id: 1, conversation_id: widgetUuid, messages: 1 },
      { kind: 'top-up', channel: null, reference: 'invoice 1', messages: 0 },
    ])
    const { data: usage } = await client.billing.getUsage({ group_by: 'channel' })
    assert.deepEqual(
      usage.map(({ channel, cost_usd }) => [channel, cost_usd]),
      [
        ['chatapp', 0.01],
        ['widget', 0.01],
      ],
    )
    assert.deepEqual(await selectBrokenBalances(app.context.db), [])
  })

  it('keeps the assistant with its settings, folder, label and tool, which can be changed', async () => {
    const { data } = await client.assistants.get({ id: 1 })
    assert.partialDeepStrictEqual(data, {
      name: 'Ada',
      status: 'active',
      voice_id: 1,
      folder_id: 1,
      max_duration: 300,
      speech_speed: 1.1,
    })
    assert.deepEqual([data.label_ids, data.tool_ids, data.variables], [[1], [1], { city: 'Lyon' }])
    assert.deepEqual(data.tools, [{ type: 'end_call', data: { message: 'Goodbye!' } }])
    await client.assistants.update({ id: 1, ringing_time: 45 })
    const { updated_at, ...changed } = (await client.assistants.get({ id: 1 })).data
    assert.deepEqual({ ...changed, updated_at: data.updated_at }, { ...data, ringing_time: 45, version: 2 })
    assert.notEqual(updated_at, data.updated_at)
    assert.deepEqual(
      [(await client.folders.list()).data[0]?.name, (await client.labels.list()).data[0]?.name],
      ['Shops', 'Live'],
    )
    // The value behind the mask can be decrypted.
    const { data: tool } = await client.tools.update({
      id: 1,
      headers: { authorization: '********cdef', 'x-shop': 'bakery' },
    })
    assert.equal(tool.headers['authorization'], '********cdef')
  })

  it('ends the open conversation and sends the pending webhooks, signed with the stored secret', async () => {
    await app.worker!.runDue()
    const { data } = await client.webhooks.listDeliveries()
    assert.deepEqual(
      data.map(({ id, status }) => [id, status]),
      [
        [3, 'delivered'],
        [2, 'delivered'],
        [1, 'delivered'],
      ],
    )
    assert.equal((await client.webhooks.getDelivery({ id: 2 })).attempt_log.length, 2)
    assert.equal(receiver.requests.length, 2)
    for (const { headers, body } of receiver.requests) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const signature = createHmac('sha256', 'a signing secret of 24 b').update(signed).digest('base64')
      assert.equal(headers['webhook-signature'], `v1,${signature}`)
    }
    const { rows } = await sql`select from graphile_worker.jobs where last_error is not null`.execute(app.context.db)
    assert.equal(rows.length, 0)
  })

  it('continues the conversation and charges for the new message', async () => {
    const before = (await client.accounts.me()).total_balance
    const history = async () =>
      (await client.conversations.get({ uuid: widgetUuid })).history.map(({ content }) => content)
    assert.deepEqual(await history(), ['Hello from Lyon!', 'When do you close?', 'We close at six.'])
    const { message } = await client.conversations.sendMessage({ uuid: widgetUuid, message: 'And on Sundays?' })
    assert.deepEqual((await history()).slice(-2), ['And on Sundays?', message])
    assert.equal((await client.accounts.me()).total_balance, Math.round((before - 0.1) * 10) / 10)
  })

  it('replays the stored reply of an idempotency key', async () => {
    const request = new Request(`${testBaseUrl}/api/conversations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'order 42',
      },
      body: JSON.stringify({ assistant_id: assistantUuid }),
    })
    const response = await fetch(request)
    assert.deepEqual([response.status, response.headers.get('idempotent-replayed')], [200, 'true'])
    assert.equal(((await response.json()) as { conversation_id: string }).conversation_id, widgetUuid)
  })

  it('keeps the sender, its template, messages and media, and receives new messages', async () => {
    assert.equal((await client.senders.list({})).data[0]?.phone_number, '+14155550001')
    const { data: templates } = await client.senders.listTemplates({ senderId: 1 })
    assert.deepEqual([templates.length, templates[0]?.name], [1, 'order_shipped'])
    const session = await client.messages.sessionStatus({ sender_id: 1, recipient_phone: customer })
    assert.deepEqual([session.conversation_uuid, session.session_status.is_open], [chatappUuid, false])

    const form = {
      AccountSid: `AC${'1'.repeat(32)}`,
      MessageSid: `SM${'3'.repeat(32)}`,
      From: `whatsapp:${customer}`,
      To: 'whatsapp:+14155550001',
      Body: 'One more question',
      WaId: customer.slice(1),
      ProfileName: 'Ann',
      NumMedia: '0',
    }
    const url = `${app.context.settings.publicUrl}/carrier/twilio/message`
    const signature = signTwilioWebhook({ authToken: '0123456789abcdef0123456789abcdef', url, form })
    const callback = new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      body: new URLSearchParams(form).toString(),
    })
    assert.equal((await fetch(callback)).status, 200)
    await app.worker!.runDue()
    const { history } = (await client.conversations.show({ uuid: chatappUuid })).data
    assert.deepEqual(
      history.map(({ sent_by, content, attachments = [] }) => [sent_by, content, attachments.length]),
      [
        ['assistant', 'Ann, your order is on its way.', 0],
        ['customer', 'Thanks!', 1],
        ['customer', 'One more question', 0],
      ],
    )
    const { session_status } = await client.messages.sessionStatus({ sender_id: 1, recipient_phone: customer })
    assert.equal(session_status.is_open, true)
  })

  it('processes a report that waited during the upgrade, with its reason', async () => {
    const uuid = '801690cb-f669-4b65-a787-c079a686e599'
    const { run } = crons.find(({ name }) => name === 'messages.pick-up-forgotten')!
    await run(app.context)
    await app.worker!.runDue()
    const { rows } = await sql`
      select error_code, failure_reason from chatapp_messages where uuid = ${uuid}`.execute(app.context.db)
    assert.deepEqual(rows, [{ errorCode: 21610, failureReason: 'opted_out' }])
  })
})

/** Migrates an empty database to the first release and fills every table of it. */
async function createFirstRelease(connectionString: string, receiverUrl: string): Promise<void> {
  await using database = openDatabase(connectionString, { maxConnections: 2, name: 'first release' })
  const { pool } = database
  const migrations = (await readMigrations()).filter(({ name }) => name <= lastMigrationOfRelease)
  await migrate(pool, migrations, () => migrateJobs(pool, log))
  const record = await readFile(new URL('upgrade-from-0.1.sql', import.meta.url), 'utf8')
  await pool.query(
    record.replaceAll('http://receiver.test', receiverUrl).replaceAll('receiver.test', new URL(receiverUrl).host),
  )
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select from ${name} limit 1`)
    assert.equal(rowCount, 1, `the record of the first release has no row of ${name}`)
  }
}
