// Tests of the views that members save, and of what the list shows of the latest message.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { maxViews } from '#contract/conversations/inbox-records.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertInvalid, assertNotFound, refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ carrier: {}, script: 'We open at nine.' })
after(() => parley[Symbol.asyncDispose]())

async function open() {
  const owner = await parley.createAccount()
  const signIn = async () => (await signInMember(parley, owner.account, 'agent')).client
  return { ...owner, ann: await signIn(), bob: await signIn() }
}

describe('saved views', () => {
  it('belong to the member who saved them', async () => {
    const { ann, bob, client } = await open()
    const label = (await client.conversationLabels.create({ name: 'VIP' })).data
    const filters = { owner: 'me', unread: true, conversation_label_id: label.id } as const
    const { data: view } = await ann.conversationViews.create({ name: 'Important', filters })
    assert.deepEqual([view.name, view.filters], ['Important', filters])
    await ann.conversationViews.create({ name: 'By text', filters: { type: 'sms', snoozed: false } })
    assert.deepEqual(
      (await ann.conversationViews.list()).data.map(({ name }) => name),
      ['By text', 'Important'],
    )
    assert.deepEqual((await bob.conversationViews.list()).data, [])
    await assertNotFound(bob.conversationViews.delete({ id: view.id }), 'View not found')
    await assertNotFound(bob.conversationViews.update({ id: view.id, name: 'Mine' }), 'View not found')
    const { data: renamed } = await ann.conversationViews.update({ id: view.id, name: 'Urgent' })
    assert.deepEqual([renamed.name, renamed.filters], ['Urgent', filters])
    const { data: changed } = await ann.conversationViews.update({ id: view.id, filters: {} })
    assert.deepEqual([changed.name, changed.filters], ['Urgent', {}])
    await ann.conversationViews.delete({ id: view.id })
    assert.equal((await ann.conversationViews.list()).data.length, 1)
  })

  it('have unique names, labels of the account, and a maximum', async () => {
    const { ann, bob } = await open()
    const other = await parley.createAccount()
    const foreign = (await other.client.conversationLabels.create({ name: 'VIP' })).data
    const create = (name: string, filters = {}) => ann.conversationViews.create({ name, filters })
    await create('Waiting')
    await bob.conversationViews.create({ name: 'Waiting', filters: {} })
    await assertInvalid(create('waiting'), { name: ['The name has already been taken.'] })
    await assertInvalid(create('Foreign', { conversation_label_id: foreign.id }), {
      'filters.conversation_label_id': ['The selected filters.conversation label id is invalid.'],
    })
    for (let count = 1; count < maxViews - 2; count++) await create(`View ${count}`)
    // Simultaneous requests do not exceed the maximum.
    const last = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => create(name)))
    assert.equal(last.filter(({ status }) => status === 'fulfilled').length, 2)
    assert.equal((await ann.conversationViews.list()).data.length, maxViews)
    const full = refusedWith(409, { message: `There can be at most ${maxViews} views.` })
    await assert.rejects(create('One more'), full)
  })

  it('are not kept for an operator who is not a member', async () => {
    const [own, { account }] = [await open(), await open()]
    const operator = await signInMember(parley, own.account, 'owner', { isOperator: true })
    await operator.client.session.switchAccount({ account_id: account.id })
    const { conversationViews } = operator.client
    assert.deepEqual((await conversationViews.list()).data, [])
    const refused = refusedWith(403, { message: 'Views are saved for members of the account only.' })
    await assert.rejects(conversationViews.create({ name: 'Waiting', filters: {} }), refused)
  })
})

describe('the list of conversations', () => {
  it('shows the beginning of the latest message, and when it arrived', async () => {
    const assistant = await parley.createAssistant({ initial_message: null })
    const { conversations } = assistant.client
    const { conversation_id: uuid } = await conversations.create({ assistant_id: assistant.uuid })
    const latest = async () => (await conversations.list({ sort: 'activity' })).data[0]!
    assert.equal((await latest()).last_message, null)
    await parley.anonymous.conversations.sendMessage({ uuid, message: 'When do you open?' })
    const { last_message: answer, last_activity_at } = await latest()
    assert.deepEqual([answer!.content, answer!.sent_by], ['We open at nine.', 'assistant'])
    assert.ok(last_activity_at.endsWith('Z'))
    await conversations.write({ uuid, message: 'x'.repeat(300) })
    const { last_message: written } = await latest()
    assert.deepEqual([written!.content, written!.sent_by], ['x'.repeat(200), 'human'])
    const viewer = await signInMember(parley, assistant.account, 'viewer')
    const [masked] = (await viewer.client.conversations.list()).data
    assert.ok(!masked!.last_message!.content.includes('x'))
  })
})
