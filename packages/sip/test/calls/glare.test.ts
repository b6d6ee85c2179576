// Tests offers of both sides that collide in calls that we have placed.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { headerOf, isRequest } from '../../src/message/index.ts'
import { addAgent, addPeer, createWorld, inDialog, sdp } from '../support/peers.ts'

async function answered() {
  const world = createWorld()
  const peer = addPeer(world, 2, (request, at) => request.method === 'BYE' && at.answer('BYE', 200))
  const a = addAgent(world, 1)
  const account = a.agent.addAccount({ domain: '2.test', user: 'a' })
  const call = a.agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, a.events)
  await world.clock.advance(10)
  const invite = peer.latest('INVITE')
  peer.answer('INVITE', 200, [], 'answer')
  await world.clock.advance(10)
  /** The times at which our INVITEs left, each CSeq once. */
  const invitesMs = () => {
    const times = new Map<string, number>()
    for (const { message, from, atMs } of world.network.sent) {
      if (!isRequest(message) || message.method !== 'INVITE' || from.address !== '192.0.2.1') continue
      const cseq = headerOf(message, 'CSeq') ?? ''
      if (!times.has(cseq)) times.set(cseq, atMs)
    }
    return [...times.values()]
  }
  return { ...world, ...a, peer, call, invite, invitesMs }
}

describe('An offer of ours that collides', () => {
  test('is sent again after 2.1 to 4 s, because we own the Call-ID', async () => {
    const { clock, peer, call, invitesMs } = await answered()
    const result = call.offer(sdp('ours'))
    await clock.advance(10)
    peer.answer('INVITE', 491)
    await clock.advance(4_100)
    const [, first, second] = invitesMs()
    assert.ok(second! - first! >= 2_100 && second! - first! <= 4_020, `${second! - first!} ms`)
    peer.answer('INVITE', 200, [], 'agreed')
    await clock.advance(10)
    assert.deepEqual(await result, { answer: sdp('agreed') })
  })

  for (const method of ['INVITE', 'UPDATE'])
    test(`refuses the ${method} of the peer with 491 and is not disturbed by it`, async () => {
      const { clock, peer, call, invite, log } = await answered()
      const result = call.offer(sdp('ours'))
      await clock.advance(10)
      peer.send(inDialog(invite, method, 1, { body: 'theirs' }))
      await clock.advance(10)
      assert.equal(peer.responses.at(-1)!.status, 491)
      peer.answer('INVITE', 200, [], 'agreed')
      await clock.advance(10)
      assert.deepEqual([await result, log.includes('offered theirs')], [{ answer: sdp('agreed') }, false])
    })

  test('waits for an offer of the peer that is being answered', async () => {
    const { clock, peer, call, invite, invitesMs } = await answered()
    peer.send(inDialog(invite, 'INVITE', 1, { body: 'theirs' }))
    await clock.advance(10)
    void call.offer(sdp('ours'))
    await clock.advance(100)
    assert.equal(invitesMs().length, 1)
    peer.send(inDialog(invite, 'ACK', 1))
    await clock.advance(10)
    assert.equal(invitesMs().length, 2)
  })

  test('is given up after some collisions, and the call goes on', async () => {
    const { clock, peer, call } = await answered()
    const result = call.offer(sdp('ours'))
    for (let times = 0; times < 10; times++) {
      await clock.advance(10)
      peer.answer('INVITE', 491)
      await clock.advance(4_100)
    }
    assert.deepEqual([((await result) as { refused: number }).refused, call.state], [491, 'answered'])
  })
})
