// Tests that assistants know what the account knows about a person, on every channel.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp } from '#testing/app/test-app.ts'

const parley = await startTestApp({ carrier: {}, script: 'We will see to it.' })
after(() => parley[Symbol.asyncDispose]())

const newestPrompt = () => promptOf(parley.model.requests.at(-1)).join('\n')

it('attributes and the name of a contact are variables in conversations and calls, below those that are given', async () => {
  const sender = await parley.createSender()
  const { client } = sender
  await client.assistants.update({
    id: sender.id,
    system_prompt: 'Name: {{customer_name}}. Plan: {{plan}}. City: {{city}}.',
  })
  const phone = parley.createPhoneNumber()
  await client.contacts.create({
    name: 'Ann Bell',
    phone_number: phone,
    external_id: 'crm-9',
    attributes: { plan: 'gold', city: 'Bath' },
  })
  await parley.askAssistant(sender, phone, 'Hi', { profileName: 'anniepops' })
  assert.ok(newestPrompt().includes('Name: Ann Bell. Plan: gold. City: Bath.'))
  const names = async () => (await client.conversations.list({})).data.map(({ customer }) => customer?.name)
  assert.deepEqual(await names(), ['Ann Bell'])
  const reply = { assistant_id: sender.id, customer_identifier: 'crm-9', message: 'Hi', variables: { city: 'York' } }
  await client.conversations.generateReply(reply)
  assert.ok(newestPrompt().includes('Name: Ann Bell. Plan: gold. City: York.'))

  await client.contacts.create({ phone_number: phone, name: 'Ann B.' })
  assert.deepEqual(await names(), ['Ann B.', 'Ann B.'])
  await client.contacts.create({ phone_number: phone, name: 'Ann Bell' })

  const caller = await parley.createCallingAssistant({ owner: sender })
  const call = { assistant_id: caller.id, phone_number: phone, variables: { city: 'Wells' } }
  const { call_id: id } = (await client.calls.make(call)).data
  assert.deepEqual((await client.calls.get({ id })).variables, {
    plan: 'gold',
    customer_name: 'Ann Bell',
    city: 'Wells',
  })

  // Anyone can be a visitor.
  const { conversation_id: uuid } = await parley.anonymous.conversations.create({
    assistant_id: sender.uuid,
    variables: { customer_phone: phone },
  })
  await parley.anonymous.conversations.sendMessage({ uuid, message: 'Hi' })
  assert.ok(!newestPrompt().includes('gold'))
})
