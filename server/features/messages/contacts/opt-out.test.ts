// Tests of opt-outs: keywords, refused and permitted messages, and opting in again.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { charged, newestConversation, refused } from '#testing/features/messages.ts'
import type { Contact } from '../message/message.ts'
import { parseOptOut } from './opt-out.ts'

const parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
after(() => parley[Symbol.asyncDispose]())

const optedOutText = 'You will receive no more messages from us. Write START to receive them again.'
const optedInText = 'You will receive our messages again. Write STOP to end them.'
const refusal =
  'The recipient has opted out of messages from this sender. Messages can be sent again after the recipient writes START.'
const optedOutRefusal = refused(422, 'PROVIDER_ERROR_21610', refusal)
const marketing = { category: 'MARKETING' }

async function optOutsOf(sender: TestSender, phone: string) {
  const { opted_out_at, marketing_opted_out_at, session_status } = await sender.sessionStatus(phone)
  return [opted_out_at !== null, marketing_opted_out_at !== null, session_status.can_send_freeform]
}

describe('opt-out keywords', () => {
  const at = '2026-01-31 09:30:00.000000+00'
  const optedIn: Pick<Contact, 'optedOutAt' | 'marketingOptedOutAt'> = { optedOutAt: null, marketingOptedOutAt: null }
  const optedOut = { ...optedIn, optedOutAt: at }
  const optedOutOfMarketing = { ...optedIn, marketingOptedOutAt: at }

  it('must be the whole message, in any letter case, and count as opt-in only after an opt-out', () => {
    const parse = (body: string, contact = optedIn) =>
      parseOptOut({ body, optOutType: null, channel: 'chatapp' }, contact)
    for (const word of ['STOP', ' stop ', 'Stop.', 'Unsubscribe', 'stopall', 'Stop all', 'opt-out', 'Opt out!'])
      assert.equal(parse(word), 'stop', word)
    for (const text of ['stop please', 'Please stop', 'stopp', '', 'END', 'quit', 'Cancel', 'revoke'])
      assert.equal(parse(text), undefined, text)
    assert.deepEqual(
      [parse('yes'), parse('YES', optedOut), parse('yes', optedOutOfMarketing)],
      [undefined, 'start', undefined],
    )
    assert.deepEqual(
      [parse('start'), parse('start', optedOut), parse('Start', optedOutOfMarketing)],
      [undefined, 'start', 'start'],
    )
    assert.equal(parseOptOut({ body: 'ALTO', optOutType: 'stop', channel: 'chatapp' }, undefined), 'stop')
  })
})

describe('a customer who opts out', () => {
  it('gets one confirmation and no further messages until opting in again', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    for (const text of [' Stop ', 'And one more thing', 'STOP']) await parley.askAssistant(sender, phone, text)
    assert.deepEqual(parley.textsReceivedBy(phone), [optedOutText])
    assert.deepEqual(await sender.money(), charged)
    await parley.askAssistant(sender, phone, 'START')
    assert.deepEqual(parley.textsReceivedBy(phone), [optedOutText, optedInText])
    await parley.askAssistant(sender, phone, 'When do you close?')
    assert.deepEqual(parley.textsReceivedBy(phone), [optedOutText, optedInText, 'We close at six.'])
  })

  it('is shown as opted out, and gets only templates that are not marketing', async () => {
    const sender = await parley.createSender()
    const other = await parley.createSender({ template: marketing })
    const phone = parley.createPhoneNumber()
    assert.deepEqual(await optOutsOf(sender, phone), [false, false, false])
    for (const one of [sender, other]) await parley.askAssistant(one, phone, 'STOP')
    assert.deepEqual(await optOutsOf(sender, phone), [true, false, false])
    const { session_status } = await sender.sessionStatus(phone)
    assert.deepEqual([session_status.is_open, session_status.message], [true, refusal])
    const before = await sender.money()
    await assert.rejects(sender.sendFreeform(phone, 'Hello?'), optedOutRefusal)
    await assert.rejects(other.sendTemplate(phone), optedOutRefusal)
    const { id: uuid, opted_out_at } = await newestConversation(sender)
    assert.match(opted_out_at!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    await assert.rejects(sender.client.conversations.write({ uuid, message: 'Here I am' }), { status: 422 })
    assert.deepEqual([(await newestConversation(sender)).ai_enabled, await sender.money()], [true, before])
    assert.equal((await sender.sendTemplate(phone)).success, true)
    await parley.askAssistant(sender, phone, 'yes')
    assert.equal((await newestConversation(sender)).opted_out_at, null)
    assert.equal((await sender.sendFreeform(phone, 'Welcome back')).success, true)
  })

  it('is contacted by no campaign of any channel until opting in again, or until a later consent', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { doNotContact, consents } = sender.client
    const listed = async () =>
      (await doNotContact.list({ phone_number: phone })).data.map(({ scope, source }) => `${scope} ${source}`)
    await parley.askAssistant(sender, phone, 'When do you close?')
    assert.deepEqual(await listed(), [])
    await doNotContact.create({ phone_number: phone, scope: 'campaigns' })
    for (const text of ['STOP', 'stop']) await parley.askAssistant(sender, phone, text)
    assert.deepEqual(await listed(), ['campaigns message', 'campaigns api'])
    assert.match((await doNotContact.list({})).data[0]!.reference!, /^message \d+$/)
    await parley.askAssistant(sender, phone, 'START')
    assert.deepEqual(await listed(), ['campaigns api'])
    await parley.askAssistant(sender, phone, 'ALTO', { fields: { OptOutType: 'STOP' } })
    assert.deepEqual(await listed(), ['campaigns message', 'campaigns api'])
    await consents.create({ phone_number: phone, status: 'given', source: 'web form', at: '2026-01-01T00:00:00Z' })
    assert.deepEqual(await listed(), ['campaigns message', 'campaigns api'])
    await consents.create({ phone_number: phone, status: 'given', source: 'web form' })
    assert.deepEqual(await listed(), ['campaigns api'])
  })

  it('gets no confirmation from Parley if the carrier has sent one', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'ALTO', { fields: { OptOutType: 'STOP' } })
    assert.deepEqual(await optOutsOf(sender, phone), [true, false, false])
    await parley.askAssistant(sender, phone, 'VUELVE', { fields: { OptOutType: 'START' } })
    assert.deepEqual(await optOutsOf(sender, phone), [false, false, true])
    assert.deepEqual(parley.textsReceivedBy(phone), [])
  })
})

describe('an opt-out that the carrier reports', () => {
  /** Creates a sender whose marketing template to a new phone fails with this code. */
  async function failTemplate(code: number): Promise<{ sender: TestSender; phone: string }> {
    const sender = await parley.createSender({ template: marketing })
    const phone = parley.createPhoneNumber()
    parley.carrier.control.script({ faults: [{ fault: 'fail', code }] })
    await sender.sendTemplate(phone)
    await parley.runUntilIdle()
    return { sender, phone }
  }

  it('applies until the customer writes', async () => {
    const { sender, phone } = await failTemplate(63014)
    const optedOutAtCarrier = '+44770019921610'
    await assert.rejects(sender.sendTemplate(optedOutAtCarrier), { code: 'PROVIDER_ERROR_21610' })
    assert.deepEqual(await optOutsOf(sender, optedOutAtCarrier), [true, false, false])
    assert.deepEqual(await optOutsOf(sender, phone), [true, false, false])
    await assert.rejects(sender.sendTemplate(phone), optedOutRefusal)
    await parley.askAssistant(sender, phone, 'When do you close?')
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    assert.deepEqual(await optOutsOf(sender, phone), [false, false, true])
  })

  it('applies to marketing only if the carrier reports it for marketing', async () => {
    const { sender, phone } = await failTemplate(63033)
    assert.deepEqual(await optOutsOf(sender, phone), [false, true, false])
    await assert.rejects(sender.sendTemplate(phone), optedOutRefusal)
    await parley.askAssistant(sender, phone, 'When do you close?')
    assert.deepEqual(await optOutsOf(sender, phone), [false, true, true])
    await parley.askAssistant(sender, phone, 'START')
    assert.deepEqual(await optOutsOf(sender, phone), [false, false, true])
  })
})
