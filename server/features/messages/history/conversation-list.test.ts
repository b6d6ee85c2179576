// The list of conversations as existing clients filter and read it: by sender, customer and external identifier.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { rawRequests } from '#server/testing/raw-request.ts'
import { startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

describe('the list of conversations for existing clients', () => {
  let parley: TestApp
  let holder: TestSender
  let phone: string
  let chat: string
  let api: string
  let widget: string
  before(async () => {
    parley = await startTestApp({ carrier: {} })
    holder = await parley.createSender()
    phone = parley.createPhoneNumber()
    const { client } = holder
    chat = (await holder.sendTemplate(phone, { recipient_name: 'Grace' })).conversation_uuid
    const input = { assistant_id: holder.id, customer_identifier: 'crm-42', message: 'Hi' }
    api = (await client.conversations.generateReply(input)).conversation_id
    const variables = { customer_name: 'Ann' }
    await client.assistants.update({ id: holder.id, variables: { customer_name: '' } })
    widget = (await client.conversations.create({ assistant_id: holder.uuid, variables })).conversation_id
  })
  after(() => parley[Symbol.asyncDispose]())

  const list = async (query: string, { token } = holder) =>
    await rawRequests(parley, token)('GET', `/api/user/conversations?${query}`)
  const idsOf = async (query: string) => {
    const { status, body } = await list(query)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.map(({ id }: { id: string }) => id)
  }
  const encoded = (number: string) => encodeURIComponent(number)

  it('shows the sender, the customer, the variables and the external identifier of each', async () => {
    const { body } = await list('')
    const rows = Object.fromEntries(body.data.map((row: { id: string }) => [row.id, row]))
    const shown = (id: string) => {
      const { sender, customer, variables, external_identifier, customer_phone } = rows[id]
      return { sender, customer, variables, external_identifier, customer_phone }
    }
    assert.deepEqual(shown(chat), {
      sender: { name: 'Bakery', phone: holder.number },
      customer: { name: 'Grace', phone },
      variables: {},
      external_identifier: phone,
      customer_phone: phone,
    })
    const nobody = { sender: null, customer: { name: null, phone: null }, customer_phone: null }
    assert.deepEqual(shown(api), { ...nobody, variables: {}, external_identifier: 'crm-42' })
    assert.deepEqual(shown(widget), { ...nobody, variables: { customer_name: 'Ann' }, external_identifier: null })
    const one = await rawRequests(parley, holder.token)('GET', `/api/user/conversations/${chat}`)
    assert.deepEqual([one.body.data.sender, one.body.data.customer], [rows[chat].sender, rows[chat].customer])
  })

  it('filters by the number of the customer and of the sender, however they are written', async () => {
    const spaced = (number: string) => `${number.slice(0, 3)} (${number.slice(3, 6)}) ${number.slice(6)}`
    for (const number of [phone, spaced(phone), phone.slice(1)])
      assert.deepEqual(await idsOf(`customer_phone=${encoded(number)}`), [chat])
    for (const name of ['whatsapp_sender_phone', 'sender_phone'])
      for (const number of [holder.number, spaced(holder.number), holder.number.slice(1)])
        assert.deepEqual(await idsOf(`${name}=${encoded(number)}`), [chat])
    assert.deepEqual(await idsOf('type=whatsapp'), [chat])
    assert.deepEqual(await idsOf(`type=api&sender_phone=${encoded(holder.number)}`), [])
  })

  it('filters by the identifier that the account or the channel has for the customer', async () => {
    for (const name of ['external_identifier', 'customer_identifier']) {
      assert.deepEqual(await idsOf(`${name}=crm-42`), [api])
      assert.deepEqual(await idsOf(`${name}=${encoded(phone)}`), [chat])
      assert.deepEqual(await idsOf(`${name}=crm`), [])
    }
  })

  it('never ignores a filter that it knows, and ignores those that it does not', async () => {
    for (const name of ['customer_phone', 'whatsapp_sender_phone', 'sender_phone'])
      for (const value of ['abc', '%2B1', '%2B4477009', '0']) assert.deepEqual(await idsOf(`${name}=${value}`), [])
    const long = await list(`sender_phone=${'1'.repeat(33)}`)
    assert.deepEqual(
      [long.status, long.body.errors],
      [422, { sender_phone: ['The sender phone may not be greater than 32 characters.'] }],
    )
    const differing = await list(`external_identifier=crm-42&customer_identifier=crm-43`)
    const sentence = 'The customer identifier and external identifier must match.'
    assert.deepEqual([differing.status, differing.body.errors], [422, { customer_identifier: [sentence] }])
    assert.deepEqual(await idsOf('external_identifier=crm-42&customer_identifier=crm-42'), [api])
    assert.equal((await idsOf('colour=red&status=open')).length, 3)
  })

  it('keeps the sender of a conversation after the sender was deleted', async () => {
    const gone = await parley.createSender()
    const { conversation_uuid } = await gone.sendTemplate(parley.createPhoneNumber())
    await gone.client.senders.delete({ id: gone.senderId })
    const { body } = await list(`sender_phone=${encoded(gone.number)}`, gone)
    assert.deepEqual(
      body.data.map(({ id, sender }: { id: string; sender: object }) => ({ id, sender })),
      [{ id: conversation_uuid, sender: { name: 'Bakery', phone: gone.number } }],
    )
  })

  it('shows nothing of the senders of others', async () => {
    const other = await parley.createSender()
    assert.deepEqual((await list(`sender_phone=${encoded(holder.number)}`, other)).body.data, [])
  })
})
