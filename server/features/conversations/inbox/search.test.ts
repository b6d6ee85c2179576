// Tests of the search of conversations, and of their order by activity.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())

async function open() {
  const account = await parley.createAccount()
  const assistant = await parley.createAssistant({ initial_message: null }, account)
  const { conversations } = account.client
  const talk = async (...messages: string[]) => {
    const { conversation_id: uuid } = await conversations.create({ assistant_id: assistant.uuid })
    for (const message of messages) await conversations.sendMessage({ uuid, message })
    return uuid
  }
  const find = async (search: string) => (await conversations.list({ search })).data.map(({ id }) => id)
  return { ...account, assistant, conversations, talk, find }
}

describe('the search of conversations', () => {
  it('finds words of one message by their beginnings, in any case and script', async () => {
    const { talk, find } = await open()
    const cake = await talk('Do you have a Cinnamon-Bun?', 'My address is jo.doe@example.com/order_77')
    const tea = await talk('Süßer Tee für Zoë, bitte', 'Ein Zimt-Brötchen')
    const russian = await talk('Сколько стоит доставка?')
    for (const text of ['cinnamon', 'CINN', 'bun cinn', 'example', 'doe', '77', 'order_77', 'cinnamon-bun'])
      assert.deepEqual(await find(text), [cake], text)
    for (const text of ['süßer', 'zoë', 'tee für']) assert.deepEqual(await find(text), [tea], text)
    assert.deepEqual(await find('ДОСТАВ'), [russian])
    // Words of two messages, the inside of a word, and a beginning that is too short.
    for (const text of ['tee zimt', 'namon', 'ci', '%', '_', '\\', "'", "zzz' | 'tee", ':*', '(((', '🙂'])
      assert.deepEqual(await find(text), [], text)
    assert.equal((await find('')).length, 3)
  })

  it('finds customers by a part of their identifier, and by any form of their phone number', async () => {
    const { conversations, assistant, find } = await open()
    const ask = async (customer_identifier: string) =>
      (await conversations.generateReply({ assistant_id: assistant.id, customer_identifier, message: 'Hi' }))
        .conversation_id
    const [grace, number] = [await ask('Grace_Hopper%100'), await ask('+14155550123')]
    for (const text of ['hopper', 'e_h', '%100', 'GRACE_HOPPER']) assert.deepEqual(await find(text), [grace], text)
    for (const text of ['555', '+1 (415) 555-0123', '14155550123']) assert.deepEqual(await find(text), [number], text)
    assert.deepEqual(await find('e%h'), [])
  })

  it('finds nothing of other accounts, and is refused for viewers', async () => {
    const [one, other] = [await open(), await open()]
    await one.talk('Cinnamon')
    assert.deepEqual(await other.find('cinnamon'), [])
    const viewer = await signInMember(parley, one.account, 'viewer')
    await assert.rejects(viewer.client.conversations.list({ search: 'cinnamon' }), { status: 403 })
  })

  it('is combined with other filters and pages', async () => {
    const { talk, conversations } = await open()
    const [first, second] = [await talk('Tea please'), await talk('More tea')]
    await talk('Coffee')
    await conversations.disableAi({ uuid: first })
    const owned = await conversations.list({ search: 'tea', owner: 'nobody' })
    assert.deepEqual([owned.total, owned.data[0]?.id], [1, first])
    const page = await conversations.list({ search: 'tea', per_page: 1 })
    assert.deepEqual([page.total, page.data[0]?.id], [2, second])
    const next = await conversations.list({ search: 'tea', per_page: 1, cursor: page.next_cursor! })
    assert.deepEqual([next.data[0]?.id, next.next_cursor], [first, null])
  })
})

describe('the order by activity', () => {
  it('lists the conversation with the latest message first, in pages', async () => {
    const { talk, conversations } = await open()
    const uuids = [await talk('One'), await talk('Two'), await talk('Three')]
    await conversations.write({ uuid: uuids[0]!, message: 'Still there?' })
    const order = [uuids[0], uuids[2], uuids[1]]
    const first = await conversations.list({ sort: 'activity', per_page: 2 })
    const second = await conversations.list({ sort: 'activity', per_page: 2, cursor: first.next_cursor! })
    assert.deepEqual(
      [...first.data, ...second.data].map(({ id }) => id),
      order,
    )
    const back = await conversations.list({ sort: 'activity', per_page: 2, cursor: second.prev_cursor! })
    assert.deepEqual(
      back.data.map(({ id }) => id),
      order.slice(0, 2),
    )
    await assertInvalid(conversations.list({ cursor: first.next_cursor! }), {
      cursor: ['The selected cursor is invalid.'],
    })
  })
})
