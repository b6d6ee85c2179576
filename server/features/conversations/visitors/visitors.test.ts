// Tests of anonymous visitors: their limits and costs, and the widget on other websites.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Client, createClient, ParleyError } from '#sdk/index.ts'
import { configFrom } from '#server/config.ts'
import { addressKey } from '#server/platform/security/address-key.ts'
import { injectFetch } from '#testing/app/inject.ts'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp, type TestApp, type TestAssistant, type TestOptions, testBaseUrl } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const dayMs = 86_400_000
const website = 'https://shop.example'
const absent = refusedWith(404, { status: false, error: 'Assistant not found' })
const types = ['widget', 'test'] as const

const visitor = {
  conversationsPerMinutePerAddress: 1000,
  messagesPerMinutePerAddress: 1000,
  readsPerMinutePerAddress: 1000,
  widgetsPerMinutePerAddress: 1000,
  messagesPerConversation: 200,
  messagesPerDay: 5000,
  messagesPerDayPerAddress: 500,
  spendPerDayMicros: 50_000_000,
  callsPerMinutePerAddress: 10,
  callsPerDayPerAddress: 50,
  callsPerAddress: 3,
  callSeconds: 600,
  filesPerMinutePerAddress: 30,
  fileBytesPerDay: 100_000_000,
  fileBytesPerDayPerAddress: 10_000_000,
}

function from(parley: TestApp, address: string): Client {
  return createClient({ baseUrl: testBaseUrl, fetch: injectFetch(parley.app.http, address) })
}

async function talk(client: Client, { uuid }: TestAssistant, type: 'widget' | 'test' = 'widget') {
  const { conversation_id } = await client.conversations.create({ assistant_id: uuid, type })
  return () => client.conversations.sendMessage({ uuid: conversation_id, message: 'Hi' })
}

const tooMany =
  (limit: number) =>
  (error: unknown): true => {
    assert.ok(error instanceof ParleyError)
    const header = (name: string) => Number(error.headers.get(name) ?? Number.NaN)
    const retryAfter = header('retry-after')
    assert.ok(retryAfter > 0)
    assert.deepEqual(
      [error.status, error.body['message'], error.body['retry_after']],
      [429, 'Too Many Attempts.', retryAfter],
    )
    assert.deepEqual([header('x-ratelimit-limit'), header('x-ratelimit-remaining')], [limit, 0])
    assert.ok(Math.abs(header('x-ratelimit-reset') - Date.now() / 1000 - retryAfter) < 10)
    return true
  }

/** Starts a server with the default limits for visitors, except for the given ones. */
const startLimited = (limits: Partial<typeof visitor> = {}, settings: TestOptions['settings'] = {}) =>
  startTestApp({ script: 'Hello.', settings: { visitor: { ...visitor, ...limits }, ...settings } })

describe('visitors', () => {
  it('get a number of free test messages of an assistant a day, its owner any number', async () => {
    await using parley = await startLimited({}, { anonymousTestMessagesPerDay: 3 })
    const ada = await parley.createAssistant()
    const one = await talk(from(parley, '192.0.2.1'), ada, 'test')
    const two = await talk(from(parley, '192.0.2.2'), ada, 'test')
    await Promise.all([one(), two(), one()])
    await assert.rejects(two(), tooMany(3))
    const stranger = await parley.createAccount()
    await assert.rejects(await talk(stranger.client, ada, 'test'), tooMany(3))
    await (await talk(ada.client, ada, 'test'))()
    await (await talk(from(parley, '192.0.2.1'), ada))()
    await parley.turnClock(dayMs)
    await two()
  })

  it('do not use a free message when the model fails', async () => {
    await using parley = await startLimited({}, { anonymousTestMessagesPerDay: 1 })
    const ada = await parley.createAssistant()
    const send = await talk(parley.anonymous, ada, 'test')
    parley.model.use({ status: 400 })
    await assert.rejects(send())
    parley.model.use('Hello.')
    await send()
    await assert.rejects(send(), tooMany(1))
  })

  it('do not get the reason of a failed answer, which its owner gets', async () => {
    await using parley = await startLimited()
    const ada = await parley.createAssistant()
    parley.model.use({ status: 401 })
    const failed = (reason: string) =>
      refusedWith(400, { status: false, error: `Failed to process message: ${reason}` })
    await assert.rejects(
      (await talk(ada.client, ada))(),
      failed('The model vendor refused the key (HTTP 401): Scripted failure.'),
    )
    const withoutReason = failed('The assistant has no answer at the moment.')
    await assert.rejects((await talk(parley.anonymous, ada))(), withoutReason)
    await assert.rejects((await talk((await parley.createAccount()).client, ada))(), withoutReason)
  })

  it('are limited by IPv4 address and by the /64 prefix of IPv6 addresses', async () => {
    await using parley = await startLimited({ conversationsPerMinutePerAddress: 2, messagesPerMinutePerAddress: 3 })
    const ada = await parley.createAssistant()
    const neighbour = from(parley, '2001:db8:1:2:ffff::9')
    const send = await talk(from(parley, '2001:db8:1:2::1'), ada)
    await send()
    await (await talk(from(parley, '192.0.2.1'), ada))()
    await (await talk(ada.client, ada))()
    const more = await talk(neighbour, ada)
    await assert.rejects(talk(neighbour, ada), tooMany(2))
    await send()
    await more()
    await assert.rejects(more(), tooMany(3))
    await talk(from(parley, '2001:db8:1:3::1'), ada)
    assert.equal(addressKey('::ffff:192.0.2.1'), '192.0.2.1')
  })

  it('are limited per conversation, and by their cost for the owner in a day', async () => {
    await using parley = await startLimited({ messagesPerConversation: 2, spendPerDayMicros: 30_000 })
    const ada = await parley.createAssistant()
    const before = await ada.balance()
    const send = await talk(parley.anonymous, ada)
    await send()
    await send()
    await assert.rejects(send(), tooMany(2))
    const next = await talk(parley.anonymous, ada)
    await next()
    await assert.rejects(next(), tooMany(3))
    assert.equal(before - (await ada.balance()), 30)
    await (await talk(ada.client, ada))()
  })

  it('are limited by the messages that an assistant answers in a day, even if a message costs nothing', async () => {
    const prices = { ...configFrom({}).settings.prices, widgetMessageMicros: 0 }
    await using parley = await startLimited({ messagesPerDay: 3, spendPerDayMicros: 0 }, { prices })
    const ada = await parley.createAssistant()
    const one = await talk(from(parley, '192.0.2.1'), ada)
    const two = await talk(from(parley, '192.0.2.2'), ada, 'test')
    await Promise.all([one(), two(), one()])
    for (const send of [one, two]) await assert.rejects(send(), tooMany(3))
    await (await talk(ada.client, ada))()
    await (await talk(from(parley, '192.0.2.1'), await parley.createAssistant()))()
    await parley.turnClock(dayMs)
    await one()
  })

  it('are limited by the messages from one address to all assistants in a day', async () => {
    await using parley = await startLimited({ messagesPerDayPerAddress: 3 })
    const ada = await parley.createAssistant()
    const widget = await talk(from(parley, '2001:db8:1:2::1'), ada)
    const test = await talk(from(parley, '2001:db8:1:2:ffff::9'), await parley.createAssistant(), 'test')
    parley.model.use({ status: 400 })
    await assert.rejects(widget())
    parley.model.use('Hello.')
    await Promise.all([widget(), test(), widget()])
    for (const send of [widget, test]) await assert.rejects(send(), tooMany(3))
    await (await talk(from(parley, '2001:db8:1:3::1'), ada))()
    await (await talk(ada.client, ada))()
    await parley.turnClock(dayMs)
    await widget()
  })

  it('are counted by a hash of their address that changes daily and is deleted after two days', async () => {
    await using parley = await startLimited()
    const { db } = parley.app.context
    const send = await talk(from(parley, '192.0.2.77'), await parley.createAssistant())
    const stored = async () =>
      (await sql<{ row: string }>`select a::text as row from conversation_visitor_addresses a order by 1`.execute(db))
        .rows
    await send()
    const [first, ...others] = await stored()
    assert.match(first!.row, /^\(\d{4}-\d\d-\d\d,[0-9a-f]{64},1,0,0\)$/)
    assert.deepEqual(others, [])
    await parley.turnClock(dayMs)
    await send()
    await parley.runCron('conversations.forget-visitors')
    const both = await stored()
    assert.equal(new Set(both.map(({ row }) => row.split(',')[1])).size, 2)
    await parley.turnClock(dayMs)
    await parley.runCron('conversations.forget-visitors')
    assert.deepEqual(await stored(), both.slice(1))
  })

  it('find no assistant whose widget is disabled, or is requested from another website', async () => {
    await using parley = await startLimited()
    const off = await parley.createAssistant({ widget_enabled: false })
    for (const type of types) {
      await assert.rejects(talk(parley.anonymous, off, type), absent)
      await (await talk(off.client, off, type))()
    }

    const bound = await parley.createAssistant({ widget_origins: [website] })
    for (const type of types) {
      const create = (origin?: string) =>
        parley.anonymous.conversations.create({ assistant_id: bound.uuid, type }, origin ? { headers: { origin } } : {})
      await assert.rejects(create('https://evil.example'), absent)
      await assert.rejects(create(), absent)
      const { conversation_id: uuid } = await create(website)
      const send = (origin: string) =>
        parley.anonymous.conversations.sendMessage({ uuid, message: 'Hi' }, { headers: { origin } })
      await send(website)
      await assert.rejects(send('https://evil.example'), absent)
    }

    const pattern = bound.client.assistants.update({ id: bound.id, widget_origins: ['https://*.shop.example'] })
    const errors = { 'widget_origins.0': ['The widget origins.0 format is invalid.'] }
    await assert.rejects(pattern, refusedWith(422, { message: 'Validation failed', errors }))
  })

  it('find no deactivated assistant, even in open conversations, but its owner does', async () => {
    await using parley = await startLimited()
    const ada = await parley.createAssistant()
    const { anonymous } = parley
    const [widget, test] = [await talk(anonymous, ada), await talk(anonymous, ada, 'test')]
    await widget()
    await ada.client.assistants.deactivate({ id: ada.id })
    const balance = await ada.balance()
    for (const send of [widget, test]) await assert.rejects(send(), absent)
    for (const type of types) await assert.rejects(talk(anonymous, ada, type), absent)
    await assert.rejects(talk((await parley.createAccount()).client, ada), absent)
    assert.equal(await ada.balance(), balance)
    await (await talk(ada.client, ada, 'test'))()
    await ada.client.assistants.activate({ id: ada.id })
    await widget()
  })

  it('set every variable of the assistant unless it lists those that they may set', async () => {
    await using parley = await startLimited()
    const ada = await parley.createAssistant({
      initial_message: 'Hello {{name}}, we open at {{opening_time}}.',
      system_prompt: 'Open at {{opening_time}}. Table: {{table}}.',
      variables: { name: '', opening_time: '7:00' },
    })
    const variables = { name: 'Eve', opening_time: '9:00', table: '4', other: 'x' }
    const ask = async (client: Client) => {
      const { conversation_id: uuid, history } = await client.conversations.create({
        assistant_id: ada.uuid,
        variables,
      })
      await client.conversations.sendMessage({ uuid, message: 'Hi' })
      const { variables: stored } = await client.conversations.get({ uuid })
      return [history[0]?.content, promptOf(parley.model.requests.at(-1))[0]!.split('\n')[0], stored]
    }
    const filled = ['Hello Eve, we open at 9:00.', 'system: Open at 9:00. Table: 4.']
    const { other: _, ...known } = variables
    assert.deepEqual(await ask(parley.anonymous), [...filled, known])
    assert.deepEqual(await ask((await parley.createAccount()).client), [...filled, known])
    assert.deepEqual(await ask(ada.client), [...filled, variables])

    const restrict = (visitor_variables: string[] | null) =>
      ada.client.assistants.update({ id: ada.id, visitor_variables })
    await restrict(['opening_time'])
    const partly = ['Hello , we open at 9:00.', 'system: Open at 9:00. Table: .', { opening_time: '9:00' }]
    assert.deepEqual(await ask(parley.anonymous), partly)
    await restrict([])
    assert.deepEqual(await ask(parley.anonymous), ['Hello , we open at 7:00.', 'system: Open at 7:00. Table: .', {}])
    assert.deepEqual(await ask(ada.client), [...filled, variables])
    await restrict(null)
    assert.deepEqual(await ask(parley.anonymous), [...filled, known])
  })

  it('can use the widget from browsers on another website', async () => {
    await using parley = await startLimited()
    const ada = await parley.createAssistant()
    const request = rawRequests(parley)
    const preflight = (path: string, method: string) =>
      request('OPTIONS', path, undefined, { origin: website, 'access-control-request-method': method })
    const { status, headers } = await preflight('/api/conversations', 'POST')
    const allowed = [status, headers['access-control-allow-origin'], headers['access-control-allow-methods']]
    assert.deepEqual(allowed, [204, '*', 'POST'])
    assert.equal((await preflight('/api/conversations/some-id/messages', 'POST')).status, 204)
    const other = await preflight('/api/user/conversations', 'GET')
    assert.equal(other.headers['access-control-allow-origin'], undefined)

    assert.equal((await request('GET', '/api/conversations')).headers['allow'], 'POST')
    const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
    const read = await request('GET', `/api/conversations/${uuid}`, undefined, { origin: website })
    assert.equal(read.headers['access-control-allow-origin'], '*')
  })
})
