// Tests calls between two user agents over a network in memory.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addAgent, createWorld, sdp, textOf } from '../support/peers.ts'

describe('A call between two user agents', () => {
  test('lives for two hours with the usual session timer of 1,800 s', async () => {
    const world = createWorld()
    const [a, b] = [addAgent(world, 1), addAgent(world, 2)]
    const account = a.agent.addAccount({ domain: '2.test', user: 'a' })
    const call = a.agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, a.events)
    await world.clock.advance(7_200_000)
    assert.deepEqual([call.state, b.calls[0]!.state], ['answered', 'answered'])
    const refreshes = world.network.sent.filter(({ message }) => 'method' in message && message.method === 'UPDATE')
    assert.equal(refreshes.length, 7)
  })

  for (const protocol of ['udp', 'tcp'] as const) {
    test(`is placed, changed by both sides and ended over ${protocol}`, async () => {
      const world = createWorld()
      const a = addAgent(world, 1, { protocol })
      const b = addAgent(world, 2, { protocol })
      const account = a.agent.addAccount({ domain: '2.test', user: 'a' })
      const call = a.agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, a.events)
      await world.clock.advance(100)
      assert.equal(call.state, 'answered')
      assert.equal(textOf(b.calls[0]!.remoteOffer), 'offer')
      assert.deepEqual(a.log, ['answered answer'])
      assert.deepEqual(b.log, ['answered -'])
      const held = call.offer(sdp('hold'))
      await world.clock.advance(100)
      assert.deepEqual(await held, { answer: sdp('answer to hold') })
      const back = b.calls[0]!.offer(sdp('resume'))
      await world.clock.advance(100)
      assert.deepEqual(await back, { answer: sdp('answer to resume') })
      const key = call.sendKey('5')
      await world.clock.advance(100)
      assert.equal(await key, true)
      assert.deepEqual(b.log, ['answered -', 'offered hold', 'key 5'])
      call.hangUp()
      await world.clock.advance(60_000)
      assert.equal(a.ended[0]!.by, 'local')
      assert.equal(b.ended[0]!.cause, 'hung_up')
      assert.deepEqual(a.agent.size(), { calls: 0, dialogs: 0, transactions: 0, timers: 0 })
      assert.deepEqual(b.agent.size(), { calls: 0, dialogs: 0, transactions: 0, timers: 0 })
      assert.equal(world.clock.timers(), 0)
    })
  }
})
