// Tests of conversations by SMS: answers of assistants, agents, opt-outs, deleted numbers and separation of accounts.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { selectBalance } from '#server/features/billing/index.ts'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { full } from '#testing/features/messages.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'
import { retryRequest } from '#testing/requests/retry-request.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const { control, phones } = parley.carrier
const segmentMicros = parley.config.settings.prices.smsSegmentMicros
const sms = { channel: 'sms' } as const

type Owner = Awaited<ReturnType<TestApp['createCallingAssistant']>>

const createAnsweringNumber = () => parley.createCallingAssistant({ assistant: { type: 'inbound' } })

async function money({ account }: Owner) {
  const { balanceMicros, heldMicros } = await selectBalance(parley.app.context.db, account.id)
  return { balance: balanceMicros, held: heldMicros }
}

const send = ({ client, phoneNumberId }: Owner, to: string, body: string) =>
  retryRequest(() => client.sms.send({ from: phoneNumberId, to, body }), [429])

async function newestConversation({ client }: Owner) {
  const { data } = await client.conversations.list({ type: 'sms' })
  return (await client.conversations.show({ uuid: data[0]!.id })).data
}

const optedOut = refusedWith(400, {
  message:
    'The recipient has opted out of messages from this sender. Messages can be sent again after the recipient writes START.',
})

describe('an SMS of a customer', () => {
  it('is answered by the assistant of the number, by SMS and at its price', async () => {
    const owner = await createAnsweringNumber()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(owner, phone, 'When do you open?', sms)
    const [answer] = phones.inbox(phone)
    assert.deepEqual([answer?.channel, answer?.from, answer?.body], ['sms', owner.number, 'Hello.'])
    assert.deepEqual(await money(owner), { balance: full.balance - segmentMicros, held: 0 })
    const conversation = await newestConversation(owner)
    assert.deepEqual(
      [conversation.type, conversation.assistant_id, conversation.customer_phone, conversation.sender?.phone],
      ['sms', owner.uuid, phone, owner.number],
    )
    assert.deepEqual(
      conversation.history.map(({ content, sent_by }) => [content, sent_by]),
      [
        ['When do you open?', 'customer'],
        ['Hello.', 'assistant'],
      ],
    )
  })

  it('reaches Parley at the webhook that the import has set, and a deleted number has none', async () => {
    const owner = await createAnsweringNumber()
    const urlOf = () => control.addNumber({ phoneNumber: owner.number }).smsUrl
    assert.equal(urlOf().split('#')[0], `${parley.config.settings.publicUrl}/carrier/twilio/message`)
    control.addNumber({ phoneNumber: owner.number, smsUrl: '' })
    await parley.runCron('phone-numbers.set-missing-routes')
    assert.equal(urlOf().split('#')[0], `${parley.config.settings.publicUrl}/carrier/twilio/message`)
    control.addNumber({ phoneNumber: owner.number, smsUrl: 'https://elsewhere.example/sms' })
    await parley.runCron('phone-numbers.set-missing-routes')
    assert.equal(urlOf(), 'https://elsewhere.example/sms')
    await owner.client.phoneNumbers.delete({ id: owner.phoneNumberId })
    assert.equal(urlOf(), 'https://elsewhere.example/sms')
  })

  it('is answered with several segments only if the balance covers them all', async () => {
    const owner = await parley.createCallingAssistant({
      account: { balanceUsd: (2 * segmentMicros) / 1_000_000 },
      assistant: { type: 'inbound' },
    })
    const phone = parley.createPhoneNumber()
    parley.model.use('ё'.repeat(200))
    await parley.askAssistant(owner, phone, 'Tell me everything', sms)
    parley.model.use('Hello.')
    assert.deepEqual(phones.inbox(phone), [])
    assert.deepEqual(await money(owner), { balance: 2 * segmentMicros, held: 0 })
    const { history } = await newestConversation(owner)
    assert.deepEqual([history.at(-1)?.status, history.at(-1)?.error_code], ['failed', 'INSUFFICIENT_BALANCE'])
  })

  it('without an assistant is stored, and an agent answers it by SMS', async () => {
    const owner = await parley.createCallingAssistant({ assistant: { type: 'outbound' } })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(owner, phone, 'Hello?', sms)
    assert.deepEqual(phones.inbox(phone), [])
    const { id: uuid, assistant_id, history } = await newestConversation(owner)
    assert.deepEqual([assistant_id, history.map(({ content }) => content)], [null, ['Hello?']])
    await owner.client.conversations.write({ uuid, message: 'We are here.' })
    await parley.runUntilIdle()
    assert.deepEqual(
      phones.inbox(phone).map(({ channel, body }) => [channel, body]),
      [['sms', 'We are here.']],
    )
  })

  it('is not answered by the assistant during a takeover, at any time after the last message', async () => {
    const owner = await createAnsweringNumber()
    const phone = parley.createPhoneNumber()
    await send(owner, phone, 'Your order is ready.')
    const { id: uuid } = await newestConversation(owner)
    await parley.advanceClock(49 * 60 * 60 * 1000)
    await owner.client.conversations.write({ uuid, message: 'Are you coming today?' })
    await parley.runUntilIdle()
    await parley.askAssistant(owner, phone, 'Yes', sms)
    assert.deepEqual(parley.textsReceivedBy(phone), ['Your order is ready.', 'Are you coming today?'])
  })

  it('belongs to the conversation of its channel, even if a sender has the same number', async () => {
    const owner = await createAnsweringNumber()
    control.addSender({ number: owner.number })
    const phone_number = owner.number
    await owner.client.senders.create({ phone_number, display_name: 'Bakery', assistant_id: owner.id })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(owner, phone, 'By SMS', sms)
    await parley.askAssistant(owner, phone, 'By chat app')
    const types = (await owner.client.conversations.list({ sender_phone: phone_number })).data.map(({ type }) => type)
    assert.deepEqual(types.sort(), ['chatapp', 'sms'])
    assert.deepEqual(
      phones.inbox(phone).map(({ channel }) => channel),
      ['sms', 'whatsapp'],
    )
  })

  it('from a country that the account does not allow is stored but not answered', async () => {
    const owner = await createAnsweringNumber()
    await parley.askAssistant(owner, '+37126123456', 'Answer me', sms)
    assert.deepEqual(phones.inbox('+37126123456'), [])
    const { history, id: uuid } = await newestConversation(owner)
    assert.deepEqual(
      history.map(({ content, error_code }) => [content, error_code]),
      [
        ['Answer me', null],
        ['', 'DESTINATION_FORBIDDEN'],
      ],
    )
    const written = owner.client.conversations.write({ uuid, message: 'x' })
    await assert.rejects(written, /SMS to the country LV are not allowed/)
    assert.deepEqual(await money(owner), full)
  })

  it('whose webhook was lost is found at the carrier', async () => {
    const owner = await createAnsweringNumber()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(owner, phone, 'Hi', sms)
    control.addNumber({ phoneNumber: owner.number, smsUrl: 'http://127.0.0.1:9/closed' })
    await parley.sendInboundMessage(owner, phone, 'Lost', sms)
    await parley.runCron('messages.find-lost')
    await parley.runUntilIdle()
    const { history } = await newestConversation(owner)
    assert.equal(history.at(-1)?.content, 'Lost')
  })
})

describe('a customer who sends STOP by SMS', () => {
  it('gets no confirmation from Parley, no answers and no messages, until they send START', async () => {
    const owner = await createAnsweringNumber()
    for (const [stop, start] of [
      ['STOP', 'START'],
      ['cancel', 'yes'],
    ] as const) {
      const phone = parley.createPhoneNumber()
      await send(owner, phone, 'Hello')
      await parley.askAssistant(owner, phone, stop, sms)
      const before = phones.inbox(phone).length
      await assert.rejects(send(owner, phone, 'More'), optedOut)
      const { opted_out_at } = await newestConversation(owner)
      assert.notEqual(opted_out_at, null)
      await parley.askAssistant(owner, phone, 'Why?', sms)
      assert.equal(phones.inbox(phone).length, before)
      await parley.askAssistant(owner, phone, start, sms)
      await send(owner, phone, 'Again')
      await parley.runUntilIdle()
      assert.equal(parley.textsReceivedBy(phone).at(-1), 'Again')
    }
  })

  it('is recognized by the word of the carrier in any language, and by its refusal', async () => {
    const owner = await createAnsweringNumber()
    const [ann, bob] = [parley.createPhoneNumber(), parley.createPhoneNumber()]
    await parley.askAssistant(owner, ann, 'ARRET', { ...sms, fields: { OptOutType: 'STOP' } })
    await assert.rejects(send(owner, ann, 'x'), optedOut)
    control.script({ faults: [{ fault: 'refuse', code: 21610 }] })
    await assert.rejects(send(owner, bob, 'x'), /The recipient has opted out\.$/)
    await assert.rejects(send(owner, bob, 'x'), optedOut)
    assert.deepEqual(await money(owner), full)
  })

  it('is confirmed by Parley for words that the carrier does not know, and HELP is answered once', async () => {
    const owner = await createAnsweringNumber()
    const received = (phone: string) => phones.inbox(phone).map(({ body }) => body)
    for (const [text, answer] of [
      ['Please stop texting me', /^You will receive no more messages/],
      ['“Baja”, por favor', /^No recibirá más mensajes/],
      ['HELP', /^Reply STOP to unsubscribe/],
      ['Hilfe!', /^Sie schreiben mit /],
    ] as const) {
      const phone = parley.createPhoneNumber()
      for (const said of [text, text]) await parley.askAssistant(owner, phone, said, sms)
      // The carrier itself answers its own word each time.
      const expected = text === 'HELP' ? 2 : 1
      assert.deepEqual(
        received(phone).map((body) => answer.test(body)),
        Array.from({ length: expected }, () => true),
        text,
      )
    }
  })

  it('has opted out of one number only, and still has when the number is imported again', async () => {
    const [owner, other] = [await createAnsweringNumber(), await createAnsweringNumber()]
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(owner, phone, 'STOP', sms)
    assert.equal((await send(other, phone, 'Hello')).message, 'SMS sent successfully')
    const { data } = await owner.client.sms.list()
    await owner.client.phoneNumbers.delete({ id: owner.phoneNumberId })
    assert.equal((await owner.client.sms.get({ id: data[0]!.id })).data.phone_number_id, null)
    const deleted = refusedWith(400, { message: 'From number not found' })
    await assert.rejects(send(owner, phone, 'x'), deleted)
    const again = (await owner.client.phoneNumbers.create({ phone_number: owner.number })).data
    await assert.rejects(send({ ...owner, phoneNumberId: again.id }, phone, 'x'), optedOut)
    assert.equal((await owner.client.sms.get({ id: data[0]!.id })).data.phone_number_id, again.id)
  })
})

describe('SMS of different accounts', () => {
  it('stay separate when a number moves to another account', async () => {
    const [first, second] = [await createAnsweringNumber(), await parley.createAccount()]
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(first, phone, 'To the first', sms)
    await first.client.phoneNumbers.delete({ id: first.phoneNumberId })
    await second.client.phoneNumbers.create({ phone_number: first.number })
    await parley.sendInboundMessage(first, phone, 'To the second', sms)
    assert.deepEqual(
      (await second.client.sms.list()).data.map(({ body }) => body),
      ['To the second'],
    )
    assert.deepEqual(
      (await first.client.sms.list({ direction: 'inbound' })).data.map(({ body }) => body),
      ['To the first'],
    )
  })

  it('are not sent through senders of the chat app, nor found there', async () => {
    const owner = await createAnsweringNumber()
    const phone = parley.createPhoneNumber()
    await send(owner, phone, 'Hello')
    const { client } = owner
    const senderIds = Array.from({ length: 40 }, (_, index) => index + 1)
    for (const sender_id of senderIds)
      await assert.rejects(client.messages.sessionStatus({ sender_id, recipient_phone: phone }), /Sender not found/)
    for (const id of senderIds) await assert.rejects(client.senders.delete({ id }), /Sender not found/)
  })
})
