// Customers who want no messages: by which words, what is refused then, what still goes out, and the way back.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'
import type { Contact } from '../message/message.ts'
import { optOutIn } from './opt-out.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, script: 'We close at six.' })
})
after(() => parley[Symbol.asyncDispose]())

const left = 'You receive no more messages from us. Write START to receive them again.'
const back = 'You receive our messages again. Write STOP to end them.'
const sentence =
  'The recipient has opted out of messages from this sender. They may be sent again once the recipient has written START.'
const refused = refusedWith(422, { success: false, error: sentence, error_code: 'PROVIDER_ERROR_21610' })
const marketing = { category: 'MARKETING' }

async function optOutsOf(holder: TestSender, phone: string) {
  const { opted_out_at, marketing_opted_out_at, session_status } = await holder.sessionStatus(phone)
  return [opted_out_at !== null, marketing_opted_out_at !== null, session_status.can_send_freeform]
}

describe('opt-out words', () => {
  const at = '2026-01-31 09:30:00.000000+00'
  const nothing: Pick<Contact, 'optedOutAt' | 'marketingOptedOutAt'> = { optedOutAt: null, marketingOptedOutAt: null }
  const all = { ...nothing, optedOutAt: at }
  const ofMarketing = { ...nothing, marketingOptedOutAt: at }

  it('are the whole message in any case, and clear; words of return count only while something is forbidden', () => {
    const said = (body: string, contact = nothing) => optOutIn({ body, optOutType: null }, contact)
    for (const word of ['STOP', ' stop ', 'Stop.', 'Unsubscribe', 'stopall', 'Stop all', 'opt-out', 'Opt out!'])
      assert.equal(said(word), 'stop', word)
    for (const text of ['stop please', 'Please stop', 'stopp', '', 'END', 'quit', 'Cancel', 'revoke'])
      assert.equal(said(text), undefined, text)
    assert.deepEqual([said('yes'), said('YES', all), said('yes', ofMarketing)], [undefined, 'start', undefined])
    assert.deepEqual([said('start'), said('start', all), said('Start', ofMarketing)], [undefined, 'start', 'start'])
    assert.equal(optOutIn({ body: 'ALTO', optOutType: 'stop' }, undefined), 'stop')
  })
})

describe('a customer who says stop', () => {
  it('is told once how to come back, hears nothing more, and is told when he has', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    for (const text of [' Stop ', 'And one more thing', 'STOP']) await parley.askAssistant(holder, phone, text)
    assert.deepEqual(parley.textsReceivedBy(phone), [left])
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
    await parley.askAssistant(holder, phone, 'START')
    assert.deepEqual(parley.textsReceivedBy(phone), [left, back])
    await parley.askAssistant(holder, phone, 'When do you close?')
    assert.deepEqual(parley.textsReceivedBy(phone), [left, back, 'We close at six.'])
  })

  it('shows as such, and is sent no freeform message and no marketing, but what he needs', async () => {
    const holder = await parley.createSender()
    const other = await parley.createSender({ template: marketing })
    const phone = parley.createPhoneNumber()
    assert.deepEqual(await optOutsOf(holder, phone), [false, false, false])
    for (const one of [holder, other]) await parley.askAssistant(one, phone, 'STOP')
    assert.deepEqual(await optOutsOf(holder, phone), [true, false, false])
    const { session_status } = await holder.sessionStatus(phone)
    assert.deepEqual([session_status.is_open, session_status.message], [true, sentence])
    const before = await holder.money()
    await assert.rejects(holder.sendFreeform(phone, 'Hello?'), refused)
    await assert.rejects(other.sendTemplate(phone), refused)
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    const uuid = data[0]!.id
    const shown = async () => (await holder.client.conversations.show({ uuid })).data
    assert.match((await shown()).opted_out_at!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    await assert.rejects(holder.client.conversations.write({ uuid, message: 'Here I am' }), { status: 422 })
    assert.deepEqual([(await shown()).ai_enabled, await holder.money()], [true, before])
    assert.equal((await holder.sendTemplate(phone)).success, true)
    await parley.askAssistant(holder, phone, 'yes')
    assert.equal((await shown()).opted_out_at, null)
    assert.equal((await holder.sendFreeform(phone, 'Welcome back')).success, true)
  })

  it('ends nothing by ordinary words', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    for (const word of ['Cancel', 'End', 'Quit']) await parley.askAssistant(holder, phone, word)
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.', 'We close at six.', 'We close at six.'])
    assert.deepEqual(await optOutsOf(holder, phone), [false, false, true])
  })

  it('and was told so by the carrier is not told again', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, 'ALTO', { fields: { OptOutType: 'STOP' } })
    assert.deepEqual(await optOutsOf(holder, phone), [true, false, false])
    await parley.askAssistant(holder, phone, 'VUELVE', { fields: { OptOutType: 'START' } })
    assert.deepEqual(await optOutsOf(holder, phone), [false, false, true])
    assert.deepEqual(parley.textsReceivedBy(phone), [])
  })
})

describe('a carrier that knows of an opt-out', () => {
  const failOnce = (code: number): void => parley.carrier.control.script({ faults: [{ fault: 'fail', code }] })

  it('is believed, until the customer writes', async () => {
    const holder = await parley.createSender({ template: marketing })
    const forbidden = '+44770019921610'
    await assert.rejects(holder.sendTemplate(forbidden), { code: 'PROVIDER_ERROR_21610' })
    assert.deepEqual(await optOutsOf(holder, forbidden), [true, false, false])
    const phone = parley.createPhoneNumber()
    failOnce(63014)
    await holder.sendTemplate(phone)
    await parley.runUntilIdle()
    assert.deepEqual(await optOutsOf(holder, phone), [true, false, false])
    await assert.rejects(holder.sendTemplate(phone), refused)
    await parley.askAssistant(holder, phone, 'When do you close?')
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    assert.deepEqual(await optOutsOf(holder, phone), [false, false, true])
  })

  it('forbids marketing alone when the customer wants none of that', async () => {
    const holder = await parley.createSender({ template: marketing })
    const phone = parley.createPhoneNumber()
    failOnce(63033)
    await holder.sendTemplate(phone)
    await parley.runUntilIdle()
    assert.deepEqual(await optOutsOf(holder, phone), [false, true, false])
    await assert.rejects(holder.sendTemplate(phone), refused)
    await parley.askAssistant(holder, phone, 'When do you close?')
    assert.deepEqual(await optOutsOf(holder, phone), [false, true, true])
    await parley.askAssistant(holder, phone, 'START')
    assert.deepEqual(await optOutsOf(holder, phone), [false, false, true])
  })
})
