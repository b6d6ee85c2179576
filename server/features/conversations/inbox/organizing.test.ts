// Tests of what members do with conversations: notes, labels, saved replies, snoozes and reading.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { maxLabels } from '#contract/conversations/inbox-records.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertInvalid, assertNotFound, refusedWith } from '#testing/requests/expect-refusal.ts'

const minuteMs = 60_000

const parley = await startTestApp({ carrier: {}, script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())

async function open() {
  const account = await parley.createAccount()
  const assistant = await parley.createAssistant({ initial_message: null }, account)
  const { conversations } = account.client
  const start = async (variables: Record<string, string> = {}) =>
    (await conversations.create({ assistant_id: assistant.uuid, variables })).conversation_id
  return {
    ...account,
    assistant,
    conversations,
    start,
    uuid: await start({ customer_name: 'Grace' }),
    ask: (uuid: string) => parley.anonymous.conversations.sendMessage({ uuid, message: 'Hi' }),
    signIn: (role: 'agent' | 'viewer') => signInMember(parley, account.account, role),
  }
}

const absent = refusedWith(404, { status: false, error: 'Conversation not found' })

describe('notes', () => {
  it('are written by members and API keys, and are read by neither the customer nor the model', async () => {
    const { conversations, uuid, ask, signIn } = await open()
    const ann = await signIn('agent')
    await ann.client.conversations.createNote({ uuid, text: 'Is a baker.' })
    const { data: second } = await conversations.createNote({ uuid, text: 'Owes us 20 €.' })
    const { data } = await conversations.listNotes({ uuid })
    const seen = data.map(({ author, text }) => [author.id, text])
    assert.deepEqual(seen, [
      [ann.userId, 'Is a baker.'],
      [null, 'Owes us 20 €.'],
    ])
    await ask(uuid)
    const asked = JSON.stringify(parley.model.requests.at(-1))
    const { history } = await parley.anonymous.conversations.get({ uuid })
    for (const text of ['baker', 'Owes'])
      assert.ok(!asked.includes(text) && !JSON.stringify(history).includes(text), text)
    await ann.client.conversations.deleteNote({ uuid, noteId: second.id })
    assert.deepEqual((await conversations.listNotes({ uuid })).data, [data[0]])
    const gone = refusedWith(404, { status: false, error: 'Note not found' })
    await assert.rejects(conversations.deleteNote({ uuid, noteId: second.id }), gone)
  })

  it('belong to one conversation, and are masked for viewers', async () => {
    const { conversations, uuid, start, signIn } = await open()
    const { id: noteId } = (await conversations.createNote({ uuid, text: 'Is a baker.' })).data
    const other = await start()
    const gone = refusedWith(404, { status: false, error: 'Note not found' })
    await assert.rejects(conversations.deleteNote({ uuid: other, noteId }), gone)
    await assert.rejects(conversations.createNote({ uuid: crypto.randomUUID(), text: 'x' }), absent)
    const viewer = await signIn('viewer')
    // Viewers get other ids of conversations.
    const listed = (await viewer.client.conversations.list()).data
    const notes = await Promise.all(listed.map(({ id }) => viewer.client.conversations.listNotes({ uuid: id })))
    const data = notes.flatMap((each) => each.data)
    assert.deepEqual([data.length, JSON.stringify(data).includes('baker')], [1, false])
  })
})

describe('labels of conversations', () => {
  it('are set together, filter the list and count their conversations', async () => {
    const { conversations, client, uuid, start, signIn } = await open()
    const { data: vip } = await client.conversationLabels.create({ name: 'VIP', color: 'red' })
    const { data: sales } = await client.conversationLabels.create({ name: 'Sales' })
    const other = await start()
    const ann = await signIn('agent')
    const { setLabels, list } = ann.client.conversations
    const { labels } = await setLabels({ uuid, conversation_label_ids: [vip.id, sales.id, vip.id] })
    const [saved, loud] = [
      { id: sales.id, name: 'Sales', color: null },
      { id: vip.id, name: 'VIP', color: 'red' },
    ]
    assert.deepEqual(labels, [saved, loud])
    await setLabels({ uuid: other, conversation_label_ids: [sales.id] })
    assert.deepEqual((await conversations.show({ uuid })).data.labels, [saved, loud])
    const idsOf = async (label: number) => (await list({ label })).data.map(({ id }) => id)
    assert.deepEqual([await idsOf(vip.id), await idsOf(sales.id)], [[uuid], [other, uuid]])
    await setLabels({ uuid, conversation_label_ids: [] })
    const { data } = await client.conversationLabels.list()
    assert.deepEqual(
      data.map(({ name, conversations_count }) => [name, conversations_count]),
      [
        ['Sales', 1],
        ['VIP', 0],
      ],
    )
    await client.conversationLabels.delete({ id: sales.id })
    assert.deepEqual((await conversations.show({ uuid: other })).data.labels, [])
  })

  it('have unique names, and belong to the account', async () => {
    const { client, conversations, uuid } = await open()
    const { id } = (await client.conversationLabels.create({ name: 'VIP' })).data
    const second = (await client.conversationLabels.create({ name: 'Second' })).data
    const taken = { name: ['The name has already been taken.'] }
    await assertInvalid(client.conversationLabels.create({ name: 'vip' }), taken)
    await assertInvalid(client.conversationLabels.update({ id: second.id, name: 'vip' }), taken)
    assert.equal((await client.conversationLabels.update({ id, color: '#fff' })).data.color, '#fff')
    const other = await open()
    const invalid = { 'conversation_label_ids.1': ['The selected conversation label is invalid.'] }
    const { id: foreign } = (await other.client.conversationLabels.create({ name: 'VIP' })).data
    await assertInvalid(conversations.setLabels({ uuid, conversation_label_ids: [id, foreign] }), invalid)
    await assertNotFound(client.conversationLabels.delete({ id: foreign }), 'Label not found')
  })

  it('are limited in number', async () => {
    const { client } = await open()
    const create = (count: number) => client.conversationLabels.create({ name: `Label ${count}` })
    await Promise.all(Array.from({ length: maxLabels }, (_, count) => create(count)))
    await assert.rejects(create(maxLabels), refusedWith(409, { message: `There can be at most ${maxLabels} labels.` }))
  })
})

describe('saved replies', () => {
  it('are filled in with the values of the conversation', async () => {
    const { client, conversations, uuid, signIn } = await open()
    const text = 'Thanks, {{customer_name}}! {{unknown}}{{agent_name}}'
    const { id } = (await client.savedReplies.create({ shortcut: 'thanks', text })).data
    const ann = await signIn('agent')
    const filled = await ann.client.conversations.fillSavedReply({ uuid, savedReplyId: id })
    assert.equal(filled.text, 'Thanks, Grace! A agent')
    await client.savedReplies.update({ id, text: 'Bye.' })
    assert.equal((await conversations.fillSavedReply({ uuid, savedReplyId: id })).text, 'Bye.')
    assert.deepEqual(
      (await ann.client.savedReplies.list()).data.map(({ shortcut, text }) => [shortcut, text]),
      [['thanks', 'Bye.']],
    )
    await client.savedReplies.delete({ id })
    const gone = refusedWith(404, { status: false, error: 'Saved reply not found' })
    await assert.rejects(conversations.fillSavedReply({ uuid, savedReplyId: id }), gone)
  })

  it('have unique shortcuts without spaces', async () => {
    const { client } = await open()
    await client.savedReplies.create({ shortcut: 'thanks', text: 'Thanks!' })
    await assertInvalid(client.savedReplies.create({ shortcut: 'Thanks', text: 'x' }), {
      shortcut: ['The shortcut has already been taken.'],
    })
    await assertInvalid(client.savedReplies.create({ shortcut: 'a b', text: 'x' }), {
      shortcut: ['The shortcut format is invalid.'],
    })
  })
})

describe('a snoozed conversation', () => {
  it('wakes at its time, when the customer writes, and on request', async () => {
    const { conversations, uuid, ask, client } = await open()
    const until = (ms: number) => new Date(parley.app.context.now().getTime() + ms).toISOString()
    const listed = async (snoozed: boolean) => (await client.conversations.list({ snoozed })).total
    const { snoozed_until } = await conversations.snooze({ uuid, until: until(10 * minuteMs) })
    assert.equal((await conversations.show({ uuid })).data.snoozed_until, snoozed_until)
    assert.deepEqual([await listed(true), await listed(false)], [1, 0])
    await conversations.write({ uuid, message: 'One moment.' })
    assert.equal(await listed(true), 1)
    await parley.turnClock(11 * minuteMs)
    assert.deepEqual([await listed(true), await listed(false)], [0, 1])
    assert.equal((await conversations.show({ uuid })).data.snoozed_until, null)
    await conversations.snooze({ uuid, until: until(10 * minuteMs) })
    await ask(uuid)
    assert.deepEqual([await listed(true), await listed(false)], [0, 1])
    await conversations.snooze({ uuid, until: until(10 * minuteMs) })
    assert.equal((await conversations.snooze({ uuid, until: null })).snoozed_until, null)
    assert.equal(await listed(true), 0)
    const invalid = { until: ['The until must be in the future, and at most a year from now.'] }
    for (const ms of [-minuteMs, 0, 400 * 1440 * minuteMs])
      await assertInvalid(conversations.snooze({ uuid, until: until(ms) }), invalid)
  })
})

describe('a conversation of the chat app', () => {
  it('wakes and becomes unread when the customer writes, but not when the account does', async () => {
    const sender = await parley.createSender()
    const ann = await signInMember(parley, sender.account, 'agent')
    const phone = parley.createPhoneNumber()
    const now = async () => {
      const [item] = (await ann.client.conversations.list()).data
      return { uuid: item!.id, unread: item!.unread, isSnoozed: item!.snoozed_until !== null }
    }
    await parley.askAssistant(sender, phone, 'Hi')
    const { uuid } = await now()
    assert.deepEqual(await now(), { uuid, unread: 1, isSnoozed: false })
    await ann.client.conversations.markRead({ uuid })
    const until = new Date(parley.app.context.now().getTime() + 1440 * minuteMs).toISOString()
    await ann.client.conversations.snooze({ uuid, until })
    await sender.sendFreeform(phone, 'We open at nine.')
    assert.deepEqual(await now(), { uuid, unread: 0, isSnoozed: true })
    await parley.askAssistant(sender, phone, 'Thanks')
    assert.deepEqual(await now(), { uuid, unread: 1, isSnoozed: false })
  })
})

describe('reading', () => {
  it('is counted for each member', async () => {
    const { conversations, uuid, start, ask, signIn, client } = await open()
    const [ann, bob] = [await signIn('agent'), await signIn('agent')]
    const quiet = await start()
    const unreadOf = async (member: typeof ann) =>
      new Map((await member.client.conversations.list()).data.map(({ id, unread }) => [id, unread]))
    await ask(uuid)
    await ask(uuid)
    assert.deepEqual([...(await unreadOf(ann))].sort(), [...new Map([[quiet, 0]]).set(uuid, 2)].sort())
    await ann.client.conversations.markRead({ uuid })
    assert.deepEqual([(await unreadOf(ann)).get(uuid), (await unreadOf(bob)).get(uuid)], [0, 2])
    const listed = async (member: typeof ann, unread: boolean) =>
      (await member.client.conversations.list({ unread })).data.map(({ id }) => id)
    assert.deepEqual([await listed(ann, true), await listed(bob, true)], [[], [uuid]])
    assert.deepEqual([await listed(ann, false), await listed(bob, false)], [[quiet, uuid], [quiet]])
    await ann.client.conversations.markUnread({ uuid })
    await ann.client.conversations.markUnread({ uuid: quiet })
    assert.deepEqual([(await unreadOf(ann)).get(uuid), await listed(ann, true)], [1, [uuid]])
    await ann.client.conversations.markRead({ uuid })
    const unknown = crypto.randomUUID()
    await assert.rejects(ann.client.conversations.markUnread({ uuid: unknown }), absent)
    await ask(uuid)
    assert.equal((await ann.client.conversations.show({ uuid })).data.unread, 1)
    await ann.client.conversations.write({ uuid, message: 'Ann here.' })
    assert.equal((await unreadOf(ann)).get(uuid), 0)
    assert.equal((await conversations.show({ uuid })).data.unread, null)
    await assertInvalid(client.conversations.list({ unread: true }), { unread: ['The selected unread is invalid.'] })
  })
})
