// Tests two user agents over a network that loses, repeats and reorders datagrams.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addAgent, createWorld, sdp } from '../support/peers.ts'

/** Numbers from 0 to 1, the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const nothing = { calls: 0, dialogs: 0, transactions: 0, timers: 0 }

const action = fc.record({
  what: fc.constantFrom('offer of the caller', 'offer of the called', 'key', 'end by the caller', 'end by the called'),
  afterMs: fc.integer({ min: 0, max: 6_000 }),
})

test('whatever is lost, repeated or reordered, both sides agree in the end, and nothing is left', async () => {
  const run = fc.asyncProperty(
    fc.integer(),
    fc.double({ min: 0, max: 0.3, noNaN: true }),
    fc.double({ min: 0, max: 0.3, noNaN: true }),
    fc.integer({ min: 1, max: 700 }),
    fc.integer({ min: 0, max: 4_000 }),
    fc.array(action, { maxLength: 5 }),
    async (seed, loss, duplication, delayMs, answerMs, actions) => {
      const world = createWorld()
      world.network.faults = { loss, duplication, delayMs, random: seededRandom(seed) }
      const a = addAgent(world, 1)
      const b = addAgent(world, 2, {
        onCall(call) {
          call.ring()
          world.clock.after(answerMs, () => call.state === 'ringing' && call.answer(sdp('answer')))
        },
      })
      const account = a.agent.addAccount({ domain: '2.test', user: 'a' })
      const call = a.agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, a.events)
      for (const { what, afterMs } of actions) {
        await world.clock.advance(afterMs)
        const taken = b.calls[0]
        if (what === 'offer of the caller' && call.state === 'answered') void call.offer(sdp('again')).catch(() => {})
        if (what === 'offer of the called' && taken?.state === 'answered') void taken.offer(sdp('back')).catch(() => {})
        if (what === 'key' && call.state === 'answered') void call.sendKey('5').catch(() => {})
        if (what === 'end by the caller') call.hangUp()
        if (what === 'end by the called') taken?.hangUp()
      }
      // Every transaction has ended by then, and the call is answered on both sides or over on both.
      await world.clock.advance(120_000)
      const isAnswered = call.state === 'answered'
      assert.equal(b.calls.filter(({ state }) => state === 'answered').length, isAnswered ? 1 : 0)
      assert.ok(b.calls.length <= 1, 'A repeated INVITE is one call.')
      call.hangUp()
      await world.clock.advance(120_000)
      assert.deepEqual([a.agent.size(), b.agent.size()], [nothing, nothing])
      assert.ok(a.ended.length === 1 && b.ended.length === b.calls.length)
      assert.equal(world.clock.timers(), 0)
    },
  )
  await fc.assert(run, { numRuns: 150 })
})
