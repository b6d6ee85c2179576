// Tests of the variables of assistants, conversations and generated replies: their names, types and number.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ script: 'Hello.' })
})
after(() => parley[Symbol.asyncDispose]())

const sentence = 'The variables may not have an empty name.'

async function refuses(call: Promise<unknown>, message = sentence): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ParleyError)
    assert.deepEqual([error.status, error.body['message']], [422, message])
    assert.deepEqual(error.errors, { variables: [sentence] })
    return true
  })
}

describe('a variable without a name', () => {
  for (const name of ['', '  '])
    it(`is refused under its field, named ${JSON.stringify(name)}`, async () => {
      const { client, id, uuid } = await parley.createAssistant({ variables: { shop: 'Acme' } })
      const variables = { shop: 'Other', [name]: 'x' }
      await refuses(client.assistants.create({ name: 'Bob', variables }), 'Validation failed')
      await refuses(client.assistants.update({ id, variables }), 'Validation failed')
      await refuses(client.conversations.create({ assistant_id: uuid, variables }))
      const asked = { assistant_id: id, customer_identifier: 'ann', message: 'Hi' }
      await refuses(client.conversations.generateReply({ ...asked, variables }))
      assert.deepEqual((await client.assistants.get({ id })).data.variables, { shop: 'Acme' })
    })
})

describe('variables of a conversation', () => {
  const texts = { initial_message: 'Hello {{customer name}}, {{имя}}!', variables: { 'customer name': 'friend' } }

  it('are substituted by names with spaces and letters of any script', async () => {
    const { client, uuid } = await parley.createAssistant(texts)
    const start = async (variables: Record<string, string>) => {
      const { history } = await client.conversations.create({ assistant_id: uuid, variables })
      return history[0]?.content
    }
    assert.equal(await start({ 'customer name': 'Ann', имя: 'Анна' }), 'Hello Ann, Анна!')
    assert.equal(await start({}), 'Hello friend, !')
  })

  it('may be numbers and booleans, which become text, and are trimmed', async () => {
    const { client, id, uuid } = await parley.createAssistant(texts)
    const variables = { table: 4, vip: true, 'customer name': '  Ann ' }
    const kept = { table: '4', vip: 'true', 'customer name': 'Ann' }
    const started = await client.conversations.create({ assistant_id: uuid, variables })
    assert.equal(started.history[0]?.content, 'Hello Ann, !')
    assert.deepEqual((await client.conversations.get({ uuid: started.conversation_id })).variables, kept)
    const asked = { assistant_id: id, customer_identifier: 'ann', message: 'Hi', variables }
    const { conversation_id } = await client.conversations.generateReply(asked)
    assert.deepEqual((await client.conversations.show({ uuid: conversation_id })).data.variables, kept)
    const nested = { city: {} } as unknown as Record<string, string>
    await assert.rejects(client.conversations.create({ assistant_id: uuid, variables: nested }), {
      status: 422,
      errors: { 'variables.city': ['The variables.city must be a string.'] },
    })
  })

  it('that the assistant does not declare are kept from a caller with a key, and reported in its webhooks', async () => {
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

  it('are 50 at most, however many requests bring them', async () => {
    const { client, id } = await parley.createAssistant()
    const named = (prefix: string, count: number, value = 'x') =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]))
    const reply = (variables: Record<string, string>) =>
      client.conversations.generateReply({ assistant_id: id, customer_identifier: 'ann', message: 'Hi', variables })
    const { conversation_id: uuid } = await reply(named('a', 30))
    const sentence = 'The variables may not have more than 50 items.'
    await assert.rejects(reply(named('b', 21)), { status: 422, errors: { variables: [sentence] } })
    assert.deepEqual((await client.conversations.show({ uuid })).data.variables, named('a', 30))
    await reply(named('b', 20))
    const long = 'The variables may not be greater than 16000 characters.'
    await reply(named('a', 15, 'x'.repeat(1000)))
    await assert.rejects(reply({ ...named('a', 15, 'x'.repeat(1000)), a15: 'x'.repeat(960) }), {
      status: 422,
      errors: { variables: [long] },
    })
  })
})
