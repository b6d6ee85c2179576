// Tests of handovers: by keyword, on request and after failures, within office hours, to whom, and what the customer reads.
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { refusedFor } from '#testing/features/assistant-settings.ts'
import { newestConversation } from '#testing/features/messages.ts'
import { heldAnswer, type Script } from '#testing/language-models/script.ts'
import { payloadOf } from '#testing/requests/payload.ts'

const minuteMs = 60_000
const hook = await openReceiver(() => ({}))
const parley = await startTestApp({
  carrier: {},
  script: 'Hello.',
  config: { allowPrivate: [new URL(hook.url).host] },
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
})
beforeEach(() => parley.model.use('Hello.'))

type Rules = NonNullable<NonNullable<Parameters<TestApp['createAssistant']>[0]>['handover']>
const wait = 'A colleague will answer soon.'

async function open(handover: Rules, account?: Awaited<ReturnType<TestApp['createAccount']>>, timezone = 'UTC') {
  const assistant = await parley.createAssistant({ initial_message: null, handover, timezone }, account)
  const { conversations } = assistant.client
  const start = async () => (await conversations.create({ assistant_id: assistant.uuid })).conversation_id
  const uuid = await start()
  const ask = async (message: string, of = uuid) => {
    const reply = await parley.anonymous.conversations.sendMessage({ uuid: of, message })
    return [reply.message, reply.ai_enabled] as const
  }
  const ownerOf = async (of = uuid) => (await conversations.show({ uuid: of })).data.owner
  return { ...assistant, conversations, uuid, start, ask, ownerOf }
}

/** The model calls the tool if it has it. */
const asksForPerson = (said: string[] = []): Script => [
  { pieces: [...said, { tool: 'hand_over', arguments: {} }] },
  'Goodbye.',
]

describe('a keyword of the customer', () => {
  it('hands the conversation over with the message, free of charge, until the assistant gets it back', async () => {
    const { ask, ownerOf, balance, conversations, uuid } = await open({
      keywords: ['Human', 'real person'],
      message: wait,
    })
    assert.deepEqual(await ask('Hi'), ['Hello.', true])
    const before = await balance()
    const asked = parley.model.requests.length
    assert.deepEqual(await ask('I want to talk to a HUMAN!'), [wait, false])
    assert.equal(parley.model.requests.length, asked)
    assert.equal(await balance(), before)
    assert.deepEqual(await ownerOf(), { kind: 'nobody' })
    assert.deepEqual(await ask('human?'), ['', false])
    await conversations.enableAi({ uuid })
    assert.deepEqual(await ask('Humanity is great'), ['Hello.', true])
    assert.deepEqual(await ask('A real… person, please'), [wait, false])
    const { data } = await conversations.show({ uuid })
    const texts = data.history.map(({ sent_by, content }) => `${sent_by}: ${content}`)
    assert.deepEqual(texts.slice(2, 4), ['customer: I want to talk to a HUMAN!', `assistant: ${wait}`])
    assert.equal(data.message_count, 9)
  })

  it('is found in scripts without spaces, and needs no message', async () => {
    const { ask, ownerOf, conversations, uuid } = await open({ keywords: ['人工', 'mensch'] })
    assert.deepEqual(await ask('Menschlich'), ['Hello.', true])
    assert.deepEqual(await ask('请转人工客服'), ['', false])
    assert.deepEqual(await ownerOf(), { kind: 'nobody' })
    const { data } = await conversations.show({ uuid })
    assert.deepEqual([data.history.length, data.message_count], [3, 3])
  })

  it('hands a conversation of the chat app over once, however many messages arrive', async () => {
    const sender = await parley.createSender()
    const { data: assistants } = await sender.client.assistants.list()
    const handover = { keywords: ['human'], message: wait }
    await sender.client.assistants.update({ id: assistants[0]!.id, handover })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'Are you human?')
    await parley.askAssistant(sender, phone, 'A human, please')
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(phone), [wait])
    const { owner, history } = await newestConversation(sender)
    assert.deepEqual([owner.kind, history.length], ['nobody', 3])
  })
})

describe('a customer who asks for a person', () => {
  it('gets one by the tool of the assistant, with the message after the words of the model', async () => {
    const { ask, ownerOf } = await open({ on_request: true, message: wait })
    parley.model.use(asksForPerson(['One moment.']))
    assert.deepEqual(await ask('Can I talk to someone?'), [`One moment.\n\n${wait}`, false])
    assert.deepEqual(await ownerOf(), { kind: 'nobody' })
  })

  it('is answered by the model if the rules have no message', async () => {
    const { ask } = await open({ on_request: true })
    parley.model.use(asksForPerson())
    assert.deepEqual(await ask('Can I talk to someone?'), ['Goodbye.', false])
  })

  it('has no tool without the rule', async () => {
    const { ask } = await open({ keywords: ['human'] })
    await ask('Can I talk to someone?')
    assert.equal(JSON.stringify(parley.model.requests.at(-1)?.body).includes('hand_over'), false)
  })

  it('stays with the member who took the conversation over while the assistant was answering', async () => {
    const account = await parley.createAccount()
    const ann = await signInMember(parley, account.account, 'agent')
    const { ask, uuid, ownerOf } = await open({ on_request: true, message: wait }, account)
    const held = heldAnswer([{ tool: 'hand_over', arguments: {} }], 'Goodbye.')
    parley.model.use(held.script)
    const asking = ask('Can I talk to someone?')
    await held.asked
    await ann.client.conversations.write({ uuid, message: 'Ann here.' })
    held.release()
    assert.deepEqual(await asking, ['', false])
    assert.equal((await ownerOf()).member?.id, ann.userId)
  })
})

describe('an assistant that cannot answer', () => {
  it('hands over after as many failures in succession as its rules say', async () => {
    const { ask, ownerOf, balance } = await open({ after_failures: 2, message: wait })
    const before = await balance()
    parley.model.use({ status: 400 })
    await assert.rejects(ask('One'), { status: 400 })
    parley.model.use('Hello.')
    assert.deepEqual(await ask('Two'), ['Hello.', true])
    parley.model.use({ status: 400 })
    await assert.rejects(ask('Three'), { status: 400 })
    assert.deepEqual(await ask('Four'), [wait, false])
    assert.deepEqual(await ownerOf(), { kind: 'nobody' })
    assert.equal(before - (await balance()), 10)
  })
})

describe('office hours', () => {
  const now = parley.app.context.now()
  const at = (hours: number) => new Date(now.getTime() + hours * 60 * minuteMs).toISOString().slice(11, 16)
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
  const from = (start: number, end: number) => [{ days: [...days], start: at(start), end: at(end) }]

  it('limit the rules: outside of them the customer gets another message, and the assistant continues', async () => {
    const office_hours = { windows: from(2, 4), closed_message: 'We are closed.' }
    const { ask, ownerOf } = await open({ keywords: ['human'], on_request: true, message: wait, office_hours })
    assert.deepEqual(await ask('A human!'), ['We are closed.', true])
    assert.deepEqual(await ask('Hi'), ['Hello.', true])
    parley.model.use(asksForPerson())
    assert.deepEqual(await ask('Someone else, please'), ['We are closed.\n\nGoodbye.', true])
    assert.deepEqual(await ownerOf(), { kind: 'assistant' })
  })

  it('apply in the time zone of the assistant, also over midnight', async () => {
    for (const [start, end, isOpen] of [
      [-1, 1, true],
      [-1, -2, true],
      [1, -1, false],
    ] as const) {
      // Tokyo is nine hours ahead all year.
      const office_hours = { windows: from(start + 9, end + 9) }
      const { ask } = await open({ keywords: ['human'], message: wait, office_hours }, undefined, 'Asia/Tokyo')
      assert.deepEqual(await ask('A human!'), isOpen ? [wait, false] : ['Hello.', true], `${start} to ${end}`)
    }
  })
})

describe('the rules of an assistant', () => {
  it('have defaults, and are replaced and cleared as a whole', async () => {
    const { id, client } = await open({ keywords: ['human'], message: wait })
    const rules = async () => (await client.assistants.get({ id })).data.handover
    const none = { after_failures: null, office_hours: null, webhook_url: null }
    assert.deepEqual(await rules(), { keywords: ['human'], on_request: false, to: 'nobody', message: wait, ...none })
    await client.assistants.update({ id, handover: { on_request: true } })
    assert.deepEqual(await rules(), { keywords: [], on_request: true, to: 'nobody', message: null, ...none })
    await client.assistants.update({ id, handover: null })
    assert.equal(await rules(), null)
  })

  it('are refused for people who may not answer, private addresses and keywords without letters', async () => {
    const account = await parley.createAccount()
    const { id, client } = await open({}, account)
    const viewer = await signInMember(parley, account.account, 'viewer')
    const stranger = await signInMember(parley, (await parley.createAccount()).account, 'agent')
    const refused = (handover: Rules, errors: Record<string, string[]>) =>
      assert.rejects(client.assistants.update({ id, handover }), refusedFor(errors))
    for (const to of [viewer.userId, stranger.userId, 999_999_999])
      await refused({ to }, { 'handover.to': ['The selected handover.to is invalid.'] })
    await refused({ keywords: ['!?'] }, { 'handover.keywords.0': ['The handover.keywords.0 format is invalid.'] })
    const url = 'http://169.254.169.254/'
    await assert.rejects(client.assistants.update({ id, handover: { webhook_url: url } }), { status: 422 })
    assert.equal((await client.assistants.get({ id })).data.handover?.to, 'nobody')
  })
})

describe('a handover', () => {
  it('goes to a member, or to nobody once the member has left', async () => {
    const account = await parley.createAccount()
    const ann = await signInMember(parley, account.account, 'agent')
    const { ask, start, ownerOf } = await open({ keywords: ['human'], to: ann.userId }, account)
    await ask('human')
    assert.deepEqual(await ownerOf(), { kind: 'member', member: { id: ann.userId, name: 'A agent' } })
    await account.client.members.remove({ id: ann.userId })
    const later = await start()
    await ask('human', later)
    assert.deepEqual(await ownerOf(later), { kind: 'nobody' })
  })

  it('goes to the agents in turn, each as often as the others', async () => {
    const account = await parley.createAccount()
    await signInMember(parley, account.account, 'owner')
    const agents = [
      await signInMember(parley, account.account, 'agent'),
      await signInMember(parley, account.account, 'agent'),
    ]
    const { ask, start, ownerOf } = await open({ keywords: ['human'], to: 'round_robin' }, account)
    const uuids = await Promise.all(Array.from({ length: 6 }, start))
    await Promise.all(uuids.map((uuid) => ask('human', uuid)))
    const owners = (await Promise.all(uuids.map(ownerOf))).map((owner) => owner.member?.id)
    for (const { userId } of agents) assert.equal(owners.filter((id) => id === userId).length, 3)
  })

  it('is reported to the webhook of the rules', async () => {
    const account = await parley.createAccount()
    const { ask, uuid: conversation_id } = await open(
      { keywords: ['human'], message: wait, webhook_url: `${hook.url}/handed-over` },
      account,
    )
    hook.requests.length = 0
    await ask('human')
    await parley.runJobs()
    assert.deepEqual(
      hook.requests.map(({ path }) => path),
      ['/handed-over'],
    )
    const { timestamp, assistant_id, ...payload } = payloadOf('conversation.handed-over', hook.requests[0]!)
    assert.deepEqual(payload, {
      conversation_id,
      type: 'widget',
      reason: 'keyword',
      owner: { kind: 'nobody' },
      customer_name: null,
      customer_phone: null,
      customer_identifier: null,
      message_count: 2,
    })
    assert.ok(timestamp && assistant_id)
  })
})
