// Anonymous visitors: from where, how often, and at what cost to the owner; and the widget on other people's sites.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Client, createClient, ParleyError } from '#sdk/index.ts'
import { configFrom } from '#server/config.ts'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { injectFetch } from '#server/testing/inject.ts'
import { promptOf } from '#server/testing/scripted-model.ts'
import { startTestApp, type TestApp, type TestAssistant, testBaseUrl } from '#server/testing/test-app.ts'
import { addressKey } from './visitor.ts'

const dayMs = 86_400_000
const shop = 'https://shop.example'

const visitor = {
  conversationsPerMinutePerAddress: 1000,
  messagesPerMinutePerAddress: 1000,
  readsPerMinutePerAddress: 1000,
  messagesPerConversation: 200,
  messagesPerDay: 5000,
  messagesPerDayPerAddress: 500,
  spendPerDayMicros: 50_000_000,
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
    assert.equal(error.status, 429)
    assert.equal(error.body['message'], 'Too Many Attempts.')
    assert.ok((error.body['retry_after'] as number) > 0)
    const header = (name: string) => Number(error.headers.get(name) ?? Number.NaN)
    assert.equal(header('retry-after'), error.body['retry_after'])
    assert.deepEqual([header('x-ratelimit-limit'), header('x-ratelimit-remaining')], [limit, 0])
    const wait = header('x-ratelimit-reset') - Date.now() / 1000
    assert.ok(Math.abs(wait - header('retry-after')) < 10)
    return true
  }

describe('visitors', () => {
  it('get so many free test messages of an assistant a day, its owner any number', async () => {
    await using parley = await startTestApp({ script: 'Hello.', settings: { anonymousTestMessagesPerDay: 3, visitor } })
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

  it('do not lose a free message to a model that fails', async () => {
    await using parley = await startTestApp({ script: 'Hello.', settings: { anonymousTestMessagesPerDay: 1, visitor } })
    const ada = await parley.createAssistant()
    const send = await talk(parley.anonymous, ada, 'test')
    parley.model.use({ status: 400 })
    await assert.rejects(send())
    parley.model.use('Hello.')
    await send()
    await assert.rejects(send(), tooMany(1))
  })

  it('hear nothing of the trouble with a model that its owner hears of', async () => {
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor } })
    const ada = await parley.createAssistant()
    parley.model.use({ status: 401 })
    const told = (reason: string) => refusedWith(400, { status: false, error: `Failed to process message: ${reason}` })
    await assert.rejects((await talk(ada.client, ada))(), told('The model vendor refused the key (HTTP 401).'))
    const coarse = told('The assistant has no answer at the moment.')
    await assert.rejects((await talk(parley.anonymous, ada))(), coarse)
    await assert.rejects((await talk((await parley.createAccount()).client, ada))(), coarse)
  })

  it('are limited by address, in IPv6 by the network that one subscriber has', async () => {
    const limits = { ...visitor, conversationsPerMinutePerAddress: 2, messagesPerMinutePerAddress: 3 }
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor: limits } })
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

  it('are limited by conversation, and by what they may cost the owner a day', async () => {
    const limits = { ...visitor, messagesPerConversation: 2, spendPerDayMicros: 30_000 }
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor: limits } })
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
    const limits = { ...visitor, messagesPerDay: 3, spendPerDayMicros: 0 }
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor: limits, prices } })
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

  it('are limited by the messages that come from one address in a day, to whichever assistants', async () => {
    const limits = { ...visitor, messagesPerDayPerAddress: 3 }
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor: limits } })
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

  it('leave no address behind, and nothing of the day before yesterday', async () => {
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor } })
    const { db } = parley.app.context
    const send = await talk(from(parley, '192.0.2.77'), await parley.createAssistant())
    const stored = async () =>
      (await sql<{ row: string }>`select a::text as row from conversation_visitor_addresses a order by 1`.execute(db))
        .rows
    await send()
    const [first, ...none] = await stored()
    assert.match(first!.row, /^\(\d{4}-\d\d-\d\d,[0-9a-f]{64},1\)$/)
    assert.deepEqual(none, [])
    await parley.turnClock(dayMs)
    await send()
    await parley.runCron('conversations.forget-visitors')
    const both = await stored()
    assert.equal(new Set(both.map(({ row }) => row.split(',')[1])).size, 2)
    await parley.turnClock(dayMs)
    await parley.runCron('conversations.forget-visitors')
    assert.deepEqual(await stored(), both.slice(1))
  })

  it('find no assistant whose widget is switched off, or is asked for from another site', async () => {
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor } })
    const off = await parley.createAssistant({ widget_enabled: false })
    const absent = refusedWith(404, { status: false, error: 'Assistant not found' })
    for (const type of ['widget', 'test'] as const) {
      await assert.rejects(talk(parley.anonymous, off, type), absent)
      await (await talk(off.client, off, type))()
    }

    const bound = await parley.createAssistant({ widget_origins: [shop] })
    for (const type of ['widget', 'test'] as const) {
      const create = (origin?: string) =>
        parley.anonymous.conversations.create({ assistant_id: bound.uuid, type }, origin ? { headers: { origin } } : {})
      await assert.rejects(create('https://evil.example'), absent)
      await assert.rejects(create(), absent)
      const { conversation_id: uuid } = await create(shop)
      const send = (origin: string) =>
        parley.anonymous.conversations.sendMessage({ uuid, message: 'Hi' }, { headers: { origin } })
      await send(shop)
      await assert.rejects(send('https://evil.example'), absent)
    }

    // It would let nobody in.
    const pattern = bound.client.assistants.update({ id: bound.id, widget_origins: ['https://*.shop.example'] })
    const sentence = 'The widget origins.0 format is invalid.'
    const errors = { 'widget_origins.0': [sentence] }
    await assert.rejects(pattern, refusedWith(422, { message: 'Validation failed', errors }))
  })

  it('find no assistant that was deactivated by hand, in open conversations neither; its owner talks on', async () => {
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor } })
    const ada = await parley.createAssistant()
    const absent = refusedWith(404, { status: false, error: 'Assistant not found' })
    const { anonymous } = parley
    const [widget, test] = [await talk(anonymous, ada), await talk(anonymous, ada, 'test')]
    await widget()
    await ada.client.assistants.deactivate({ id: ada.id })
    const balance = await ada.balance()
    for (const send of [widget, test]) await assert.rejects(send(), absent)
    for (const type of ['widget', 'test'] as const) await assert.rejects(talk(anonymous, ada, type), absent)
    const other = await parley.createAccount()
    await assert.rejects(talk(other.client, ada), absent)
    assert.equal(await ada.balance(), balance)
    await (await talk(ada.client, ada, 'test'))()
    await ada.client.assistants.activate({ id: ada.id })
    await widget()
  })

  it('set every variable of the assistant unless it lists those that they may set', async () => {
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor } })
    const ada = await parley.createAssistant({
      initial_message: 'Hello {{name}}, we open at {{opening_time}}.',
      system_prompt: 'Open at {{opening_time}}. Table: {{table}}.',
      variables: { name: '', opening_time: '7:00' },
    })
    const variables = { name: 'Eve', opening_time: '9:00', table: '4', other: 'x' }
    const ask = async (client: Client) => {
      const started = await client.conversations.create({ assistant_id: ada.uuid, variables })
      const uuid = started.conversation_id
      await client.conversations.sendMessage({ uuid, message: 'Hi' })
      const { variables: stored } = await client.conversations.get({ uuid })
      return [started.history[0]?.content, promptOf(parley.model.requests.at(-1))[0]!.split('\n')[0], stored]
    }
    const filled = ['Hello Eve, we open at 9:00.', 'system: Open at 9:00. Table: 4.']
    const { other: _, ...known } = variables
    assert.deepEqual(await ask(parley.anonymous), [...filled, known])
    assert.deepEqual(await ask((await parley.createAccount()).client), [...filled, known])
    assert.deepEqual(await ask(ada.client), [...filled, variables])

    const restrict = (visitor_variables: string[] | null) =>
      ada.client.assistants.update({ id: ada.id, visitor_variables })
    await restrict(['opening_time'])
    assert.deepEqual(await ask(parley.anonymous), [
      'Hello , we open at 9:00.',
      'system: Open at 9:00. Table: .',
      { opening_time: '9:00' },
    ])
    await restrict([])
    assert.deepEqual(await ask(parley.anonymous), ['Hello , we open at 7:00.', 'system: Open at 7:00. Table: .', {}])
    assert.deepEqual(await ask(ada.client), [...filled, variables])
    await restrict(null)
    assert.deepEqual(await ask(parley.anonymous), [...filled, known])
  })

  it('may talk from a page of another site: browsers get their questions before answered', async () => {
    await using parley = await startTestApp({ script: 'Hello.', settings: { visitor } })
    const ada = await parley.createAssistant()
    const ask = (path: string, method: string) =>
      parley.fetch(
        new Request(`${testBaseUrl}${path}`, {
          method: 'OPTIONS',
          headers: { origin: shop, 'access-control-request-method': method },
        }),
      )
    const allowed = await ask('/api/conversations', 'POST')
    assert.equal(allowed.status, 204)
    assert.equal(allowed.headers.get('access-control-allow-origin'), '*')
    assert.equal(allowed.headers.get('access-control-allow-methods'), 'POST')
    assert.equal((await ask('/api/conversations/some-id/messages', 'POST')).status, 204)
    assert.equal((await ask('/api/user/conversations', 'GET')).headers.get('access-control-allow-origin'), null)

    const wrong = await parley.fetch(new Request(`${testBaseUrl}/api/conversations`))
    assert.equal(wrong.headers.get('allow'), 'POST')
    const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
    const read = await parley.fetch(
      new Request(`${testBaseUrl}/api/conversations/${uuid}`, { headers: { origin: shop } }),
    )
    assert.equal(read.headers.get('access-control-allow-origin'), '*')
  })
})
