// Tests of messages to customers on the do-not-contact list.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { newestConversation, refused } from '#testing/features/messages.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
after(() => parley[Symbol.asyncDispose]())

const message = 'The number is on the do-not-contact list of the account. Nothing was sent and nothing is charged.'

describe('a customer on the do-not-contact list', () => {
  it('gets no templates and no freeform messages, but answers', async () => {
    const sender = await parley.createSender()
    const phone = await sender.openWindow()
    const { id } = (await sender.client.doNotContact.create({ phone_number: phone })).data[0]!
    const before = await sender.money()
    const isRefused = refused(422, 'UNKNOWN_ERROR', message, { outcome: 'not_sent' })
    await assert.rejects(sender.sendTemplate(phone), isRefused)
    await assert.rejects(sender.sendFreeform(phone, 'Hello?'), isRefused)
    const { session_status } = await sender.sessionStatus(phone)
    assert.deepEqual(
      [session_status.is_open, session_status.can_send_freeform, session_status.message],
      [true, false, message],
    )
    assert.deepEqual([await sender.money(), parley.textsReceivedBy(phone)], [before, []])
    await parley.askAssistant(sender, phone, 'When do you close?')
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    await sender.client.doNotContact.delete({ id })
    assert.equal((await sender.sendTemplate(phone)).success, true)
  })

  it('gets the messages of an agent only in reply', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await sender.sendTemplate(phone)
    await sender.client.doNotContact.create({ phone_number: phone })
    const { id: uuid } = await newestConversation(sender)
    const write = () => sender.client.conversations.write({ uuid, message: 'Here is the price list' })
    await assert.rejects(write(), refusedWith(422, { status: false, error: message, outcome: 'not_sent' }))
    await parley.sendInboundMessage(sender, phone, 'Could you send me the price list?')
    assert.equal((await write()).status, true)
  })

  it('gets messages that are not of a campaign if only campaigns are blocked', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await sender.client.doNotContact.create({ phone_number: phone, scope: 'campaigns' })
    assert.equal((await sender.sendTemplate(phone)).success, true)
  })
})
