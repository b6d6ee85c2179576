// Tests offers of both sides that collide in calls that we have placed.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Header, headerOf, isRequest } from '../../src/message/index.ts'
import { addAgent, addPeer, createWorld, inDialog, sdp } from '../support/peers.ts'

async function placed() {
  const world = createWorld()
  const peer = addPeer(world, 2, (request, at) => request.method === 'BYE' && at.answer('BYE', 200))
  const a = addAgent(world, 1)
  const account = a.agent.addAccount({ domain: '2.test', user: 'a' })
  const call = a.agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, a.events)
  await world.clock.advance(10)
  const invite = peer.latest('INVITE')
  /** The times at which our requests left, each CSeq once. */
  const timesOf = (method: string) => {
    const times = new Map<string, number>()
    for (const { message, from, atMs } of world.network.sent) {
      if (!isRequest(message) || message.method !== method || from.address !== '192.0.2.1') continue
      const cseq = headerOf(message, 'CSeq') ?? ''
      if (!times.has(cseq)) times.set(cseq, atMs)
    }
    return [...times.values()]
  }
  return { ...world, ...a, peer, call, invite, timesOf }
}

async function answered(headers: Header[] = []) {
  const stack = await placed()
  stack.peer.answer('INVITE', 200, headers, 'answer')
  await stack.clock.advance(10)
  return stack
}

describe('An offer of ours that collides', () => {
  test('is sent again after 2.1 to 4 s, because we own the Call-ID', async () => {
    const { clock, peer, call, timesOf } = await answered()
    const result = call.offer(sdp('ours'))
    await clock.advance(10)
    peer.answer('INVITE', 491)
    await clock.advance(4_100)
    const [, first, second] = timesOf('INVITE')
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
    const { clock, peer, call, invite, timesOf } = await answered()
    peer.send(inDialog(invite, 'INVITE', 1, { body: 'theirs' }))
    await clock.advance(10)
    void call.offer(sdp('ours'))
    await clock.advance(100)
    assert.equal(timesOf('INVITE').length, 1)
    peer.send(inDialog(invite, 'ACK', 1))
    await clock.advance(10)
    assert.equal(timesOf('INVITE').length, 2)
  })

  for (const allow of ['INVITE', 'UPDATE'])
    test(`is sent again as ${allow} when it refreshes the session`, async () => {
      const { clock, peer, timesOf, call } = await answered([
        ['Session-Expires', '90;refresher=uac'],
        ['Allow', allow],
      ])
      const count = () => timesOf(allow).length - (allow === 'INVITE' ? 1 : 0)
      await clock.advance(45_010)
      assert.equal(count(), 1)
      peer.answer(allow, 491)
      await clock.advance(4_100)
      assert.equal(count(), 2)
      peer.answer(allow, 200, [['Session-Expires', '90;refresher=uac']], allow === 'INVITE' ? 'answer' : '')
      await clock.advance(44_000)
      assert.deepEqual([call.state, count()], ['answered', 2])
      await clock.advance(1_010)
      assert.equal(count(), 3)
    })

  test('is not sent again when the peer has refreshed the session in the meantime', async () => {
    const { clock, peer, invite, timesOf } = await answered([
      ['Session-Expires', '90;refresher=uac'],
      ['Allow', 'UPDATE'],
    ])
    await clock.advance(45_010)
    peer.answer('UPDATE', 491)
    await clock.advance(10)
    const headers: Header[] = [
      ['Session-Expires', '90;refresher=uac'],
      ['Supported', 'timer'],
    ]
    peer.send(inDialog(invite, 'UPDATE', 1, { headers }))
    await clock.advance(4_100)
    assert.equal(timesOf('UPDATE').length, 1)
  })

  test('is not sent again after a newer one of ours', async () => {
    const { clock, peer, call, timesOf } = await answered()
    const hold = call.offer(sdp('hold'))
    await clock.advance(10)
    peer.answer('INVITE', 491)
    await clock.advance(10)
    const resume = call.offer(sdp('resume'))
    await clock.advance(10)
    peer.answer('INVITE', 200, [], 'agreed')
    await clock.advance(4_100)
    assert.deepEqual([await resume, timesOf('INVITE').length], [{ answer: sdp('agreed') }, 3])
    assert.equal(((await hold) as { refused: number }).refused, 491)
  })

  test('is sent again as UPDATE before the call is answered', async () => {
    const { clock, peer, call, timesOf } = await placed()
    peer.answer('INVITE', 183, [], 'preview')
    await clock.advance(10)
    const result = call.offer(sdp('ours'))
    await clock.advance(10)
    peer.answer('UPDATE', 491)
    await clock.advance(4_100)
    assert.equal(timesOf('UPDATE').length, 2)
    peer.answer('UPDATE', 200, [], 'agreed')
    await clock.advance(10)
    assert.deepEqual(await result, { answer: sdp('agreed') })
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
