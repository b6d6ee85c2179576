// The list of conversations as existing clients filter and read it: by sender, customer and external identifier.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const sender = await parley.createSender()
const phone = parley.createPhoneNumber()
const { client, id: assistant_id } = sender
const chat = (await sender.sendTemplate(phone, { recipient_name: 'Grace' })).conversation_uuid
const apiInput = { assistant_id, customer_identifier: 'crm-42', message: 'Hi' }
const api = (await client.conversations.generateReply(apiInput)).conversation_id
await client.assistants.update({ id: assistant_id, variables: { customer_name: '' } })
const widgetInput = { assistant_id: sender.uuid, variables: { customer_name: 'Ann' } }
const widget = (await client.conversations.create(widgetInput)).conversation_id

describe('the list of conversations for existing clients', () => {
  const list = (query: string, { token } = sender) =>
    rawRequests(parley, token)('GET', `/api/user/conversations?${query}`)
  const idsOf = async (query: string) => {
    const { status, body } = await list(query)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.map(({ id }: { id: string }) => id)
  }

  it('contains the sender, the customer, the variables and the external identifier of each', async () => {
    const { body } = await list('')
    const rows = Object.fromEntries(body.data.map((row: { id: string }) => [row.id, row]))
    const shown = (id: string) => {
      const { sender, customer, variables, external_identifier, customer_phone } = rows[id]
      return { sender, customer, variables, external_identifier, customer_phone }
    }
    assert.deepEqual(shown(chat), {
      sender: { id: sender.senderId, name: 'Bakery', phone: sender.number },
      customer: { name: 'Grace', phone },
      variables: {},
      external_identifier: phone,
      customer_phone: phone,
    })
    const unknown = { sender: null, customer: { name: null, phone: null }, customer_phone: null }
    assert.deepEqual(shown(api), { ...unknown, variables: {}, external_identifier: 'crm-42' })
    assert.deepEqual(shown(widget), { ...unknown, variables: { customer_name: 'Ann' }, external_identifier: null })
    const one = await rawRequests(parley, sender.token)('GET', `/api/user/conversations/${chat}`)
    assert.deepEqual([one.body.data.sender, one.body.data.customer], [rows[chat].sender, rows[chat].customer])
  })

  it('filters by the number of the customer and of the sender in any format', async () => {
    const spaced = (number: string) => `${number.slice(0, 3)} (${number.slice(3, 6)}) ${number.slice(6)}`
    for (const number of [phone, spaced(phone), phone.slice(1)])
      assert.deepEqual(await idsOf(`customer_phone=${encodeURIComponent(number)}`), [chat])
    for (const name of ['whatsapp_sender_phone', 'sender_phone'])
      for (const number of [sender.number, spaced(sender.number), sender.number.slice(1)])
        assert.deepEqual(await idsOf(`${name}=${encodeURIComponent(number)}`), [chat])
    assert.deepEqual(await idsOf('type=whatsapp'), [chat])
    assert.deepEqual(await idsOf(`type=api&sender_phone=${encodeURIComponent(sender.number)}`), [])
  })

  it('filters by the identifier of the customer in the account or on the channel', async () => {
    for (const name of ['external_identifier', 'customer_identifier']) {
      assert.deepEqual(await idsOf(`${name}=crm-42`), [api])
      assert.deepEqual(await idsOf(`${name}=${encodeURIComponent(phone)}`), [chat])
      assert.deepEqual(await idsOf(`${name}=crm`), [])
    }
  })

  it('applies known filters with any value, and ignores unknown filters', async () => {
    for (const name of ['customer_phone', 'whatsapp_sender_phone', 'sender_phone'])
      for (const value of ['abc', '%2B1', '%2B4477009', '0']) assert.deepEqual(await idsOf(`${name}=${value}`), [])
    const long = await list(`sender_phone=${'1'.repeat(33)}`)
    assert.deepEqual(
      [long.status, long.body.errors],
      [422, { sender_phone: ['The sender phone may not be greater than 32 characters.'] }],
    )
    const differing = await list(`external_identifier=crm-42&customer_identifier=crm-43`)
    const message = 'The customer identifier and external identifier must match.'
    assert.deepEqual([differing.status, differing.body.errors], [422, { customer_identifier: [message] }])
    assert.deepEqual(await idsOf('external_identifier=crm-42&customer_identifier=crm-42'), [api])
    assert.equal((await idsOf('colour=red&status=open')).length, 3)
  })

  it('keeps the sender of a conversation after the sender was deleted', async () => {
    const deleted = await parley.createSender()
    const { conversation_uuid } = await deleted.sendTemplate(parley.createPhoneNumber())
    await deleted.client.senders.delete({ id: deleted.senderId })
    const { body } = await list(`sender_phone=${encodeURIComponent(deleted.number)}`, deleted)
    assert.deepEqual(
      body.data.map(({ id, sender }: { id: string; sender: object }) => ({ id, sender })),
      [{ id: conversation_uuid, sender: { id: deleted.senderId, name: 'Bakery', phone: deleted.number } }],
    )
  })

  it('does not contain the conversations of other accounts', async () => {
    const other = await parley.createSender()
    assert.deepEqual((await list(`sender_phone=${encodeURIComponent(sender.number)}`, other)).body.data, [])
  })
})
