// Tests how a carrier adapter finds and lists messages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf, from, type OpenCarrierSetup, secretText, text, to } from './setup.ts'

const sidsOf = (found: { sid: string }[]) => found.map(({ sid }) => sid)

export function messagesSuite(open: OpenCarrierSetup): void {
  test('a message is found by its sid alone', async () => {
    await using setup = await open()
    const { sid } = await setup.carrier.sendMessage(accountOf(setup), text())
    await setup.sandbox.control.forward(60_000)
    const found = await setup.carrier.findMessage(accountOf(setup), sid)
    assert.ok(found && Math.abs(found.createdAt.getTime() - setup.sandbox.control.now().getTime()) < 90_000)
    const { createdAt: _, errorMessage: __, ...rest } = found
    const sent = { sid, from, to, body: secretText, mediaCount: 0 }
    assert.deepEqual(rest, { ...sent, status: 'failed', errorCode: 63016 })
    for (const other of [`SM${'0'.repeat(32)}`, '', 'SM1', `../${sid}`, `${sid}.json`, `${sid}?x`]) {
      assert.equal(await setup.carrier.findMessage(accountOf(setup), other), undefined, other)
    }
  })

  test('the messages between two numbers are listed newest first across all pages', async () => {
    await using setup = await open()
    const account = accountOf(setup)
    const since = new Date()
    const sids: string[] = []
    for (let index = 0; index < 230; index++) {
      sids.push((await setup.carrier.sendMessage(account, text())).sid)
      if (index % 10 === 0) await setup.carrier.sendMessage(account, text({ to: '+4915100000000' }))
      if (index % 10 === 1) await setup.carrier.sendMessage(account, text({ channel: 'sms' }))
    }
    await setup.sandbox.phones.send({ from: to, to: from, body: 'Hi' })
    const list = (channel: 'chatapp' | 'sms', since: Date) =>
      setup.carrier.listMessages(account, { channel, from, to, since })
    const found = await list('chatapp', since)
    assert.deepEqual(sidsOf(found), sids.toReversed())
    assert.equal((await list('sms', since)).length, 23)
    assert.deepEqual(await list('chatapp', new Date(Date.now() + 60_000)), [])
  })

  test('messages before the requested time are left out, except those of the same second', async () => {
    await using setup = await open()
    const account = accountOf(setup)
    const send = async () => (await setup.carrier.sendMessage(account, text())).sid
    await send()
    await setup.sandbox.control.forward(10_000)
    const since = setup.sandbox.control.now()
    const recent = [await send()]
    await setup.sandbox.control.forward(10_000)
    recent.unshift(await send())
    const found = await setup.carrier.listMessages(account, { channel: 'chatapp', from, to, since })
    assert.deepEqual(sidsOf(found), recent)
  })
}
