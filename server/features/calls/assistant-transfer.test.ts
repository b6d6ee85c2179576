// Tests of calls that one assistant hands over to another.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createScriptedSpeechReader, encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'

const shop = await openReceiver(() => ({ body: '{"ok":true}' }))
const parley = await startTestApp({
  carrier: {},
  jobsRunning: true,
  config: { speech: { default: 'scripted' }, allowPrivate: [new URL(shop.url).host] },
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})
const { control } = parley.carrier

let phones = 0
const said = (text: string) => ({ say: text, audio: encodeScriptedSpeech(text, 600) })
const transferTo = (id: number) => ({ type: 'assistant_transfer' as const, assistant_id: id })

interface Message {
  role: string
  content: string
}

/** Lets the model answer by the system prompt of the assistant that asks. */
function useModels(answers: Record<string, (messages: Message[]) => string | object>): { requests: Message[][] } {
  const requests: Message[][] = []
  parley.model.use(({ body }) => {
    const messages = body['messages'] as Message[]
    requests.push(messages)
    const name = Object.keys(answers).find((prompt) => messages[0]!.content.startsWith(prompt))!
    return answers[name]!(messages) as string
  })
  return { requests }
}

const transfer = { pieces: [{ tool: 'assistant_transfer', arguments: {} }] }
const lastOf = (messages: Message[]): Message => messages.at(-1)!

async function createPair(owner: TestAccount, first: object = {}) {
  const bob = await parley.createAssistant({ name: 'Bob', system_prompt: 'You are Bob.' }, owner)
  const ada = await parley.createCallingAssistant({
    owner,
    assistant: {
      name: 'Ada',
      system_prompt: 'You are Ada.',
      initial_message: 'Hello.',
      tools: [transferTo(bob.id)],
      ...first,
    },
  })
  return { ada, bob }
}

async function placeCall({ client, id }: Awaited<ReturnType<typeof createPair>>['ada'], text: string) {
  const phone = `+1202555${String(6000 + ++phones)}`
  control.behaveOnCalls(phone, { ringMs: 0, steps: [said(text)] })
  const { call_id: callId } = await client.calls.make({ assistant_id: id, phone_number: phone })
  const { sid } = await control.waitForCall(({ to }) => to === phone)
  return {
    sid,
    heard: () => createScriptedSpeechReader().read(control.audio(sid)?.heard ?? new Uint8Array()),
    async ended() {
      await until(async () => (await client.calls.get({ id: callId })).ended_reason !== null)
      return client.calls.get({ id: callId })
    },
  }
}

describe('a call that is transferred to another assistant', () => {
  it('goes on with its prompt and the conversation so far', async () => {
    const { ada } = await createPair(await parley.createAccount())
    const { requests } = useModels({
      'You are Ada.': () => transfer,
      'You are Bob.': (messages) =>
        lastOf(messages).content.includes('nine') ? 'I noted nine.' : 'Bob here. How many guests?',
    })
    const call = await placeCall(ada, 'I want to book a table.')
    await until(async () => call.heard().includes('Bob here. How many guests?'))
    control.say(call.sid, said('We are nine people.'))
    await until(async () => call.heard().includes('I noted nine.'))
    control.hangUp(call.sid)
    const { id, transcript, ended_reason: reason } = await call.ended()
    assert.equal(reason, 'caller_hung_up')
    assert.deepEqual(
      transcript.map(({ text }) => text),
      [
        'Hello.',
        'I want to book a table.',
        '[Transferred to Bob]',
        'Bob here. How many guests?',
        'We are nine people.',
        'I noted nine.',
      ],
    )
    const { timeline } = await ada.client.calls.explain({ id })
    const event = timeline.find(({ type }) => type === 'assistant_transferred')
    assert.match(JSON.stringify(event), /Ada → Bob/)
    const toBob = requests.find((messages) => messages[0]!.content.startsWith('You are Bob.'))!
    const [greeting, request] = toBob.slice(-2)
    assert.deepEqual([greeting!.role, greeting!.content, request!.role], ['assistant', 'Hello.', 'user'])
    assert.match(request!.content, /^I want to book a table\..*handed over to you by Ada/)
  })

  it('sends the requests of both assistants with different idempotency keys', async () => {
    const account = await parley.createAccount()
    const fields = { name: 'order', description: 'Orders.', url: shop.url }
    const { data: tool } = await account.client.tools.create(fields)
    const { ada, bob } = await createPair(account, { tool_ids: [tool.id] })
    await bob.client.assistants.update({ id: bob.id, tool_ids: [tool.id] })
    const order = { pieces: [{ tool: 'order', arguments: {} }] }
    const hasOrdered = (messages: Message[]) => lastOf(messages).role === 'tool'
    useModels({
      'You are Ada.': (messages) => (hasOrdered(messages) ? transfer : order),
      'You are Bob.': (messages) => (hasOrdered(messages) ? 'Bob has ordered.' : order),
    })
    const call = await placeCall(ada, 'I would like to order.')
    await until(async () => call.heard().includes('Bob has ordered.'))
    control.hangUp(call.sid)
    await call.ended()
    const keys = shop.requests.map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 2)
    assert.equal(new Set(keys).size, 2)
  })

  it('says the message of the tool first', async () => {
    const account = await parley.createAccount()
    const { bob } = await createPair(account)
    const { ada } = await createPair(account, {
      tools: [{ ...transferTo(bob.id), message: 'I will connect you with Bob.' }],
    })
    useModels({ 'You are Ada.': () => transfer, 'You are Bob.': () => 'Bob here.' })
    const call = await placeCall(ada, 'I would like to talk to Bob.')
    await until(async () => call.heard().includes('Bob here.'))
    control.hangUp(call.sid)
    const texts = (await call.ended()).transcript.map(({ text }) => text)
    assert.deepEqual(texts.slice(2), ['I will connect you with Bob.', '[Transferred to Bob]', 'Bob here.'])
  })

  it('stays with its assistant if the other one was deleted', async () => {
    const { ada, bob } = await createPair(await parley.createAccount())
    await bob.client.assistants.delete({ id: bob.id })
    const results: string[] = []
    useModels({
      'You are Ada.': (messages) => {
        if (lastOf(messages).role !== 'tool') return transfer
        results.push(lastOf(messages).content)
        return 'Bob is not here anymore.'
      },
    })
    const call = await placeCall(ada, 'I would like to talk to Bob.')
    await until(async () => call.heard().includes('Bob is not here anymore.'))
    control.hangUp(call.sid)
    await call.ended()
    assert.deepEqual(results, ['{"error":"The colleague is not available."}'])
  })

  it('is transferred at most five times', async () => {
    const { ada, bob } = await createPair(await parley.createAccount())
    await bob.client.assistants.update({ id: bob.id, tools: [transferTo(ada.id)] })
    const errors: string[] = []
    const answer = (messages: Message[]) => {
      if (lastOf(messages).role !== 'tool') return transfer
      errors.push(lastOf(messages).content)
      return 'I will help you myself.'
    }
    useModels({ 'You are Ada.': answer, 'You are Bob.': answer })
    const call = await placeCall(ada, 'I would like to talk to Bob.')
    await until(async () => call.heard().includes('I will help you myself.'))
    control.hangUp(call.sid)
    const { transcript } = await call.ended()
    assert.equal(transcript.filter(({ text }) => text.startsWith('[Transferred')).length, 5)
    assert.deepEqual(errors, ['{"error":"The customer was transferred too often."}'])
  })
})
