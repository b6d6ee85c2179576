// Tests how a user agent drains and stops.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SipRequest } from '../../src/message/index.ts'
import { headerOf } from '../../src/message/index.ts'
import type { Target } from '../../src/transport/index.ts'
import { addAgent, addPeer, createWorld, type Peer, requestOf, resolveTest, sdp } from '../support/peers.ts'

const nothing = { calls: 0, dialogs: 0, transactions: 0, timers: 0 }

function setUp(auto: (request: SipRequest, peer: Peer) => void = () => {}, onCall?: () => void) {
  const world = createWorld()
  const peer = addPeer(world, 2, auto)
  const a = addAgent(world, 1, onCall ? { onCall } : {})
  const account = a.agent.addAccount({ domain: '2.test', user: 'a' })
  const place = () => a.agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, a.events)
  return { world, peer, ...a, account, place }
}

const answerAll = (request: SipRequest, peer: Peer): void => {
  if (request.method === 'INVITE') peer.answer('INVITE', 200, [], 'answer')
  else if (request.method !== 'ACK') peer.answer(request.method, 200)
}

describe('A user agent that drains', () => {
  test('refuses calls in both directions and OPTIONS with 503, and continues the running call', async () => {
    const { world, peer, agent, place, calls } = setUp(answerAll)
    const call = place()
    await world.clock.advance(50)
    agent.drain()
    assert.throws(place, /draining/)
    for (const method of ['INVITE', 'OPTIONS']) {
      peer.send(requestOf(method, { callId: `new-${method}`, body: method === 'INVITE' ? 'offer' : '' }))
      await world.clock.advance(50)
      assert.equal(peer.responses.at(-1)!.status, 503)
      assert.equal(headerOf(peer.responses.at(-1)!, 'Retry-After'), '30')
    }
    assert.deepEqual([call.state, calls.length], ['answered', 0])
    const changed = call.offer(sdp('hold'))
    await world.clock.advance(50)
    assert.deepEqual(await changed, { answer: sdp('answer') })
  })
})

describe('A user agent that stops', () => {
  test('ends the call with BYE and removes the registration', async () => {
    const { world, peer, agent, account, place, ended } = setUp((request, at) => {
      if (request.method !== 'REGISTER') answerAll(request, at)
      else at.answer('REGISTER', 200, [['Contact', headerOf(request, 'Contact') ?? '']])
    })
    agent.register({ account })
    place()
    await world.clock.advance(50)
    const stopped = agent.stop()
    await world.clock.advance(5_000)
    await stopped
    assert.equal(peer.count('BYE'), 1)
    assert.match(headerOf(peer.latest('REGISTER'), 'Contact') ?? '', /expires=0/)
    assert.deepEqual([agent.size(), world.clock.timers(), ended.length], [nothing, 0, 1])
  })

  for (const [name, prepare] of [
    ['a call without any response', (peer: Peer) => void peer],
    ['a call that rings', (peer: Peer) => peer.answer('INVITE', 180)],
    ['an answered call whose peer is gone', (peer: Peer) => peer.answer('INVITE', 200, [], 'answer')],
  ] as const)
    test(`is done after 8 s with ${name}, reports its end and leaves no timer`, async () => {
      const { world, peer, agent, place, ended } = setUp()
      place()
      await world.clock.advance(50)
      prepare(peer)
      await world.clock.advance(50)
      let isDone = false
      void agent.stop().then(() => {
        isDone = true
      })
      await world.clock.advance(8_100)
      assert.ok(isDone)
      assert.deepEqual([agent.size(), world.clock.timers(), ended.length], [nothing, 0, 1])
    })

  test('rejects an incoming call that rings, and leaves no timer', async () => {
    const { world, peer, agent, ended } = setUp(undefined, () => {})
    peer.send(requestOf('INVITE', { body: 'offer' }))
    await world.clock.advance(50)
    const stopped = agent.stop()
    await world.clock.advance(8_100)
    await stopped
    assert.ok(peer.responses.at(-1)!.status >= 400)
    assert.deepEqual([agent.size(), world.clock.timers(), ended.length], [nothing, 0, 1])
  })

  test('sends the BYE of a call whose ACK is still on its way', async () => {
    const { world, peer, agent, ended } = setUp(answerAll, undefined)
    const invite = requestOf('INVITE', { body: 'offer' })
    peer.send(invite)
    await world.clock.advance(20)
    const to = headerOf(peer.responses.at(-1)!, 'To') ?? ''
    assert.equal(peer.responses.at(-1)!.status, 200)
    const stopped = agent.stop()
    await world.clock.advance(300)
    assert.equal(peer.count('BYE'), 0)
    peer.send(requestOf('ACK', { to }))
    await world.clock.advance(500)
    await stopped
    assert.equal(peer.count('BYE'), 1)
    assert.deepEqual([agent.size(), world.clock.timers(), ended.length], [nothing, 0, 1])
  })

  test('sends the BYE of a call whose peer must be looked up first', async () => {
    let lookupMs = 0
    const world = createWorld()
    const peer = addPeer(world, 2, answerAll)
    const resolve = (uri: string) =>
      new Promise<Target[]>((done) => world.clock.after(lookupMs, () => resolveTest()(uri).then(done)))
    const { agent, events, ended } = addAgent(world, 1, { resolve })
    agent.call({ account: agent.addAccount({ domain: '2.test', user: 'a' }), to: 'sip:b@2.test' }, events)
    await world.clock.advance(50)
    lookupMs = 1_000
    const stopped = agent.stop()
    await world.clock.advance(2_000)
    await stopped
    assert.equal(peer.count('BYE'), 1)
    assert.deepEqual([agent.size(), world.clock.timers(), ended.length], [nothing, 0, 1])
  })

  test('is done after 8 s with a call whose ACK never comes', async () => {
    const { world, peer, agent, ended } = setUp()
    peer.send(requestOf('INVITE', { body: 'offer' }))
    await world.clock.advance(20)
    const stopped = agent.stop()
    await world.clock.advance(8_100)
    await stopped
    assert.deepEqual([agent.size(), world.clock.timers(), ended.length], [nothing, 0, 1])
  })

  test('waits for a registration that is being removed already', async () => {
    const { world, peer, agent, account } = setUp((request, at) => {
      if (request.method === 'REGISTER' && !headerOf(request, 'Contact')?.includes('expires=0'))
        at.answer('REGISTER', 200, [['Contact', headerOf(request, 'Contact') ?? '']])
    })
    const registration = agent.register({ account })
    await world.clock.advance(50)
    void registration.stop()
    let isDone = false
    void agent.stop().then(() => {
      isDone = true
    })
    await world.clock.advance(1_000)
    assert.equal(isDone, false)
    peer.answer('REGISTER', 200)
    await world.clock.advance(200)
    assert.deepEqual([isDone, world.clock.timers(), registration.state.status], [true, 0, 'stopped'])
  })

  test('leaves no binding when the REGISTER is answered only after the stop began', async () => {
    const { world, peer, agent, account } = setUp()
    agent.register({ account })
    await world.clock.advance(50)
    const stopped = agent.stop()
    await world.clock.advance(8_100)
    await stopped
    assert.match(headerOf(peer.latest('REGISTER'), 'Contact') ?? '', /expires=0/)
    assert.equal(world.clock.timers(), 0)
  })

  test('sends no keep-alive for a registration whose password was refused later', async () => {
    let isRefused = false
    const { world, agent, account } = setUp((request, at) => {
      if (isRefused) at.answer('REGISTER', 401, [['WWW-Authenticate', 'Digest realm="x", nonce="n", qop="auth"']])
      else at.answer('REGISTER', 200, [['Contact', headerOf(request, 'Contact') ?? '']])
    })
    agent.register({ account, expiresSeconds: 100 })
    await world.clock.advance(50)
    isRefused = true
    await world.clock.advance(200_000)
    assert.deepEqual([agent.size(), world.clock.timers()], [nothing, 0])
  })
})
