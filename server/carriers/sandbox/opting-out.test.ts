// Phones that opt out of messages, and in again.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { number, openDesk, person, sender } from './testing/harness.ts'

describe('opting out', () => {
  const tell = { From: '+14155238886', To: number, Body: 'Hello' }

  test('of SMS is remembered, answered by the carrier itself, still told to us, and can be taken back', async () => {
    await using desk = await openDesk()
    const { phones, control } = desk.carrier
    const send = (body: string) => phones.send({ from: number, to: '+14155238886', body, channel: 'sms' })
    assert.equal((await desk.send(tell)).status, 201)
    await send('STOP PLEASE')
    assert.equal((await desk.send(tell)).status, 201)
    await send(' stop ')
    await control.settled()
    assert.equal(desk.ear.heard.at(-1)!.form['Body'], ' stop ')
    assert.equal('OptOutType' in desk.ear.heard.at(-1)!.form, false)
    assert.match(phones.inbox(number).at(-1)!.body, /unsubscribed/)
    const refused = await desk.send(tell)
    assert.deepEqual([refused.status, ((await refused.json()) as { code: number }).code], [400, 21610])
    await send('START')
    assert.equal((await desk.send(tell)).status, 201)
    await send('Yes')
    await control.settled()
    assert.equal(phones.inbox(number).filter(({ body }) => /re-subscribed/.test(body)).length, 1)
  })

  test('is nothing on WhatsApp, but with Advanced Opt-Out', async () => {
    await using desk = await openDesk()
    await desk.carrier.phones.send({ from: number, to: sender, body: 'STOP' })
    assert.equal((await desk.send({ From: sender, To: person, Body: 'Hi' })).status, 201)
    desk.carrier.control.settings({ whatsAppOptOut: true })
    await desk.carrier.phones.send({ from: number, to: sender, body: 'STOP' })
    assert.equal(desk.ear.heard.at(-1)!.form['OptOutType'], 'STOP')
    assert.equal((await desk.send({ From: sender, To: person, Body: 'Hi' })).status, 400)
  })

  test('of a toll-free number knows STOP and UNSTOP alone', async () => {
    await using desk = await openDesk({ numbers: ['+18005550100'] })
    const send = (body: string) => desk.carrier.phones.send({ from: number, to: '+18005550100', body, channel: 'sms' })
    const status = async () => (await desk.send({ ...tell, From: '+18005550100' })).status
    await send('QUIT')
    assert.equal(await status(), 201)
    await send('STOP')
    await send('START')
    assert.equal(await status(), 400)
    await send('UNSTOP')
    assert.equal(await status(), 201)
  })
})
