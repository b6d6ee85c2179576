// Tests of opt-outs: keywords, refused and permitted messages, and opting in again.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { charged, newestConversation, refused } from '#testing/features/messages.ts'
import type { Contact } from '../message/message.ts'
import { hearRequest, isAnsweredByCarrier } from './opt-out.ts'

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

  const hears = (body: string, contact = optedIn, channel: 'chatapp' | 'sms' = 'chatapp') =>
    hearRequest({ body, optOutType: null, channel }, contact)?.asks

  it('must be the whole message, in any letter case, and count as opt-in only after an opt-out', () => {
    for (const word of ['STOP', ' stop ', 'Stop.', 'Unsubscribe', 'stopall', 'Stop all', 'opt-out', 'stop please'])
      assert.equal(hears(word), 'stop', word)
    for (const text of ['stopp it', 'stopping', '', 'END', 'quit', 'Cancel', 'revoke', '👍'])
      assert.equal(hears(text), undefined, text)
    assert.deepEqual(
      [hears('yes'), hears('YES', optedOut), hears('yes', optedOutOfMarketing)],
      [undefined, 'start', undefined],
    )
    assert.deepEqual(
      [hears('start'), hears('“Start”', optedOut), hears('Start!', optedOutOfMarketing)],
      [undefined, 'start', 'start'],
    )
    assert.equal(hearRequest({ body: 'ALTO', optOutType: 'start', channel: 'chatapp' }, undefined)?.asks, 'start')
  })

  it('are those of the carrier in SMS, which it answers if they are the whole text', () => {
    for (const word of ['Cancel', '"END"', 'quit.', 'revoke']) assert.equal(hears(word, optedIn, 'sms'), 'stop', word)
    for (const text of ['please cancel', 'the end']) assert.equal(hears(text, optedIn, 'sms'), undefined, text)
    const answers = (body: string, to = '+14155550100') =>
      isAnsweredByCarrier({ body, optOutType: null, channel: 'sms', to })
    assert.deepEqual(
      [' stop ', 'Help', 'INFO', 'start'].map((body) => answers(body)),
      [true, true, true, true],
    )
    assert.deepEqual(
      ['Stop.', 'stop please', 'BAJA', 'ayuda'].map((body) => answers(body)),
      [false, false, false, false],
    )
    assert.deepEqual([answers('HELP', '+18335550100'), answers('STOP', '+18335550100')], [false, true])
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

describe('the confirmation', () => {
  const confirmationsOf = async (texts: string[], assistant: object = {}) => {
    const sender = await parley.createSender()
    await sender.client.assistants.update({ id: sender.id, ...assistant })
    const phone = parley.createPhoneNumber()
    for (const text of texts) await parley.askAssistant(sender, phone, text)
    return parley.textsReceivedBy(phone).filter((text) => text !== 'We close at six.')
  }

  it('has the language of the request, of what the customer wrote, or of the assistant', async () => {
    assert.match((await confirmationsOf(['Por favor, no me escriban más'])).join(), /^No recibirá más mensajes/)
    const spoken = ['Haben Sie am Sonntag geöffnet, und was kosten die Rosen?', 'STOP', 'START']
    const german = await confirmationsOf(spoken)
    assert.match(german[0]!, /^Sie erhalten keine Nachrichten mehr/)
    assert.match(german[1]!, /^Sie erhalten unsere Nachrichten wieder/)
    assert.match((await confirmationsOf(['Stop'], { language_id: 2 })).join(), /^No recibirá/)
    assert.deepEqual(await confirmationsOf(['Unsubscribe']), [optedOutText])
  })

  it('is not sent for a word in a sentence', async () => {
    assert.deepEqual(await confirmationsOf(['Stop, Joe is not coming', 'Where is the bus stop?']), [])
  })
})

describe('a customer who asks for help', () => {
  const helpText = /^Está escribiendo a Bakery\. Escriba aquí su pregunta/

  it('gets one answer within a day, by which the assistant is not replaced', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    for (const text of ['AYUDA', '¡Ayuda!', 'help']) await parley.askAssistant(sender, phone, text)
    const received = () => parley.textsReceivedBy(phone)
    assert.equal(received().length, 1)
    assert.match(received()[0]!, helpText)
    await parley.askAssistant(sender, phone, '¿Me puede ayudar con mi pedido?')
    assert.deepEqual(received().slice(1), ['We close at six.'])
    await parley.turnClock(25 * 60 * 60_000)
    await parley.askAssistant(sender, phone, 'Ayuda')
    assert.match(received()[2]!, helpText)
    await parley.askAssistant(sender, phone, 'STOP')
    await parley.turnClock(25 * 60 * 60_000)
    await parley.askAssistant(sender, phone, 'Ayuda')
    assert.equal(received().length, 4)
  })
})

describe('the opt-out words of an account', () => {
  it('end the messages like those that Parley knows, in this account only', async () => {
    const [sender, other] = [await parley.createSender(), await parley.createSender()]
    const { client } = sender
    assert.deepEqual((await client.optOutWords.get({})).data, { words: [] })
    const { data } = await client.optOutWords.set({ words: ['No roses', 'No roses', '退订'] })
    assert.deepEqual(data, { words: ['No roses', '退订'] })
    assert.deepEqual((await client.optOutWords.get({})).data, data)
    for (const [one, text, isOut] of [
      [sender, 'NO ROSES!', true],
      [sender, '退订', true],
      [sender, 'There were no roses', false],
      [other, 'No roses', false],
    ] as const) {
      const phone = parley.createPhoneNumber()
      await parley.askAssistant(one, phone, text)
      assert.equal((await optOutsOf(one, phone))[0], isOut, text)
    }
    await assert.rejects(client.optOutWords.set({ words: [' '] }), { status: 422 })
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
