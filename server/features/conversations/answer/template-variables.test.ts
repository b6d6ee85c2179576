// Tests of the names, types and number of variables of assistants, conversations and generated replies.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { assertInvalid, refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())

const emptyName = 'The variables may not have an empty name.'

const assertEmptyNameRefused = (call: Promise<unknown>, message = emptyName) =>
  assert.rejects(call, refusedWith(422, { message, errors: { variables: [emptyName] } }))

describe('a variable', () => {
  for (const name of ['', '  '])
    it(`is refused if its name is ${JSON.stringify(name)}`, async () => {
      const { client, id, uuid } = await parley.createAssistant({ variables: { shop: 'Acme' } })
      const variables = { shop: 'Other', [name]: 'x' }
      await assertEmptyNameRefused(client.assistants.create({ name: 'Bob', variables }), 'Validation failed')
      await assertEmptyNameRefused(client.assistants.update({ id, variables }), 'Validation failed')
      await assertEmptyNameRefused(client.conversations.create({ assistant_id: uuid, variables }))
      const input = { assistant_id: id, customer_identifier: 'ann', message: 'Hi' }
      await assertEmptyNameRefused(client.conversations.generateReply({ ...input, variables }))
      assert.deepEqual((await client.assistants.get({ id })).data.variables, { shop: 'Acme' })
    })
})

describe('the variables of a conversation', () => {
  const texts = { initial_message: 'Hello {{customer name}}, {{имя}}!', variables: { 'customer name': 'friend' } }

  it('may have names in any script, are trimmed, and may be numbers and booleans, which become strings', async () => {
    const { client, id, uuid } = await parley.createAssistant(texts)
    const variables = { table: 4, vip: true, 'customer name': '  Ann ', имя: 'Анна' }
    const stored = { table: '4', vip: 'true', 'customer name': 'Ann', имя: 'Анна' }
    const started = await client.conversations.create({ assistant_id: uuid, variables })
    assert.equal(started.history[0]?.content, 'Hello Ann, Анна!')
    assert.deepEqual((await client.conversations.get({ uuid: started.conversation_id })).variables, stored)
    const input = { assistant_id: id, customer_identifier: 'ann', message: 'Hi', variables }
    const { conversation_id } = await client.conversations.generateReply(input)
    assert.deepEqual((await client.conversations.show({ uuid: conversation_id })).data.variables, stored)
    const nested = { city: {} } as unknown as Record<string, string>
    await assertInvalid(client.conversations.create({ assistant_id: uuid, variables: nested }), {
      'variables.city': ['The variables.city must be a string.'],
    })
  })

  it('are stored and sent in webhooks if a caller with an API key sets them, even if they are not declared', async () => {
    await using hook = await openReceiver()
    await using parley = await startTestApp({ script: 'Hello.', config: { allowPrivate: [new URL(hook.url).host] } })
    const { client, uuid } = await parley.createAssistant({ ...texts, conversation_ended_webhook_url: hook.url })
    const variables = { order_number: 'A-1', 'customer name': 'Ann' }
    const { conversation_id } = await client.conversations.create({ assistant_id: uuid, variables })
    await client.conversations.sendMessage({ uuid: conversation_id, message: 'Hi' })
    await parley.turnClock(31 * 60_000)
    await parley.runJobs()
    await hook.received(1)
    const payload = JSON.parse(hook.requests[0]!.body.toString())
    assert.deepEqual([payload.conversation_id, payload.input_variables], [conversation_id, variables])
  })

  it('are limited to 50 and to 16,000 characters across all requests', async () => {
    const { client, id } = await parley.createAssistant()
    const named = (prefix: string, count: number, value = 'x') =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]))
    const reply = (variables: Record<string, string>) =>
      client.conversations.generateReply({ assistant_id: id, customer_identifier: 'ann', message: 'Hi', variables })
    const { conversation_id: uuid } = await reply(named('a', 30))
    await assertInvalid(reply(named('b', 21)), { variables: ['The variables may not have more than 50 items.'] })
    assert.deepEqual((await client.conversations.show({ uuid })).data.variables, named('a', 30))
    await reply(named('b', 20))
    const long = named('a', 15, 'x'.repeat(1000))
    await reply(long)
    const tooLong = 'The variables may not be greater than 16000 characters.'
    await assertInvalid(reply({ ...long, a15: 'x'.repeat(960) }), { variables: [tooLong] })
  })
})
