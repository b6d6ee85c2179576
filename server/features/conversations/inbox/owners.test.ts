// Tests of the owners of conversations: takeovers by members, API keys and rules, and what ends them.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertInvalid, refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())

async function open() {
  const account = await parley.createAccount()
  const assistant = await parley.createAssistant({ initial_message: null }, account)
  const [ann, bob] = [
    await signInMember(parley, account.account, 'agent'),
    await signInMember(parley, account.account, 'editor'),
  ]
  const { conversations } = account.client
  const { conversation_id: uuid } = await conversations.create({ assistant_id: assistant.uuid })
  const ownerNow = async () => (await conversations.show({ uuid })).data.owner
  const ownedBy = (member: { userId: number }, name: string) => ({
    kind: 'member' as const,
    member: { id: member.userId, name },
  })
  return {
    ...account,
    conversations,
    uuid,
    ann,
    bob,
    ownerNow,
    annOwns: ownedBy(ann, 'A agent'),
    bobOwns: ownedBy(bob, 'A editor'),
    ask: async (message = 'Hi') => (await parley.anonymous.conversations.sendMessage({ uuid, message })).message,
  }
}

const refusedByAnn = (id: number) =>
  refusedWith(409, { status: false, error: 'A agent owns the conversation.', owner: { id, name: 'A agent' } })

describe('the owner of a conversation', () => {
  it('is the assistant, until a member takes the conversation by writing', async () => {
    const { ann, uuid, ownerNow, annOwns, ask, conversations } = await open()
    assert.deepEqual(await ownerNow(), { kind: 'assistant' })
    assert.equal(await ask(), 'Hello.')
    await ann.client.conversations.write({ uuid, message: 'I am Ann.' })
    assert.deepEqual(await ownerNow(), annOwns)
    assert.equal(await ask(), '')
    const { ai_enabled } = (await conversations.show({ uuid })).data
    assert.equal(ai_enabled, false)
  })

  it('keeps other members out, unless they take the conversation over', async () => {
    const { ann, bob, uuid, ownerNow, annOwns, bobOwns } = await open()
    await ann.client.conversations.setOwner({ uuid, owner: ann.userId })
    const { write, setOwner } = bob.client.conversations
    await assert.rejects(write({ uuid, message: 'Bob here.' }), refusedByAnn(ann.userId))
    for (const owner of ['assistant', 'nobody', bob.userId] as const)
      await assert.rejects(setOwner({ uuid, owner }), refusedByAnn(ann.userId))
    assert.deepEqual(await ownerNow(), annOwns)
    const { data } = await bob.client.conversations.show({ uuid })
    assert.equal(data.history.length, 0)
    await write({ uuid, message: 'Bob here.', take_over: true })
    assert.deepEqual(await ownerNow(), bobOwns)
    assert.deepEqual(await ann.client.conversations.setOwner({ uuid, owner: ann.userId, take_over: true }), {
      status: true,
      owner: annOwns,
      ai_enabled: false,
    })
  })

  it('is one of the members who take the conversation at the same time', async () => {
    const { ann, bob, uuid, ownerNow } = await open()
    const members = [ann, bob, ann, bob]
    const results = await Promise.allSettled(
      members.map(({ client, userId }) => client.conversations.setOwner({ uuid, owner: userId })),
    )
    const owner = (await ownerNow()).member?.id
    for (const [index, { userId }] of members.entries())
      assert.equal(results[index]!.status, userId === owner ? 'fulfilled' : 'rejected')
  })

  it('is one of the members who write at the same time, and only their message is stored', async () => {
    const { ann, bob, uuid, conversations } = await open()
    const members = [ann, bob]
    const results = await Promise.allSettled(
      members.map(({ client, userId }) => client.conversations.write({ uuid, message: `From ${userId}` })),
    )
    const { owner, history } = (await conversations.show({ uuid })).data
    assert.deepEqual(
      history.map(({ content }) => content),
      [`From ${owner.member?.id}`],
    )
    for (const [index, { userId }] of members.entries())
      assert.equal(results[index]!.status, userId === owner.member?.id ? 'fulfilled' : 'rejected')
  })

  it('is changed by API keys without being asked, and by enabling AI replies', async () => {
    const { ann, bob, uuid, ownerNow, annOwns, bobOwns, conversations, ask } = await open()
    await conversations.disableAi({ uuid })
    assert.deepEqual(await ownerNow(), { kind: 'nobody' })
    await ann.client.conversations.disableAi({ uuid })
    assert.deepEqual(await ownerNow(), annOwns)
    // Already disabled.
    await bob.client.conversations.disableAi({ uuid })
    await conversations.disableAi({ uuid })
    assert.deepEqual(await ownerNow(), annOwns)
    // A program that writes does not take the conversation from a member.
    await conversations.write({ uuid, message: 'From a program.' })
    assert.deepEqual(await ownerNow(), annOwns)
    await conversations.setOwner({ uuid, owner: bob.userId })
    assert.deepEqual(await ownerNow(), bobOwns)
    await ann.client.conversations.enableAi({ uuid })
    assert.deepEqual(await ownerNow(), { kind: 'assistant' })
    await conversations.write({ uuid, message: 'From a program.' })
    assert.deepEqual(await ownerNow(), { kind: 'nobody' })
    assert.equal(await ask(), '')
    await conversations.setOwner({ uuid, owner: 'assistant' })
    assert.equal(await ask(), 'Hello.')
  })

  it('can only be a member of the account who may answer', async () => {
    const { account, uuid, conversations, client } = await open()
    const other = await open()
    const viewer = await signInMember(parley, account, 'viewer')
    const invalid = { owner: ['The selected owner is invalid.'] }
    for (const owner of [viewer.userId, other.ann.userId, 999_999_999])
      await assertInvalid(conversations.setOwner({ uuid, owner }), invalid)
    await assertInvalid(conversations.setOwner({ uuid, owner: 'me' as 'nobody' }), invalid)
    await assertInvalid(client.conversations.list({ owner: 'me' }), invalid)
  })

  it('is nobody once the member has left or may no longer answer', async () => {
    const { ann, bob, uuid, ownerNow, conversations, client } = await open()
    await conversations.setOwner({ uuid, owner: ann.userId })
    await client.members.remove({ id: ann.userId })
    assert.deepEqual(await ownerNow(), { kind: 'nobody' })
    await conversations.setOwner({ uuid, owner: bob.userId })
    await client.members.update({ id: bob.userId, role: 'agent' })
    assert.equal((await ownerNow()).kind, 'member')
    await client.members.update({ id: bob.userId, role: 'viewer' })
    assert.deepEqual(await ownerNow(), { kind: 'nobody' })
  })

  it('filters the list', async () => {
    const { ann, bob, uuid, conversations, client } = await open()
    const idsOf = async (owner: 'assistant' | 'nobody' | 'me' | number, by = client) =>
      (await by.conversations.list({ owner })).data.map(({ id }) => id)
    assert.deepEqual([await idsOf('assistant'), await idsOf('nobody')], [[uuid], []])
    await conversations.disableAi({ uuid })
    assert.deepEqual([await idsOf('assistant'), await idsOf('nobody')], [[], [uuid]])
    await conversations.setOwner({ uuid, owner: ann.userId })
    assert.deepEqual([await idsOf('nobody'), await idsOf(ann.userId), await idsOf(bob.userId)], [[], [uuid], []])
    assert.deepEqual([await idsOf('me', ann.client), await idsOf('me', bob.client)], [[uuid], []])
  })
})
