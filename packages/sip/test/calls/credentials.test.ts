// Tests to whom the credentials of an account are given.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Header, headerOf } from '../../src/message/index.ts'
import { addAgent, addPeer, createWorld, requestOf, sdp } from '../support/peers.ts'

const challenge = (realm: string): Header => ['Proxy-Authenticate', `Digest realm="${realm}", nonce="n1", qop="auth"`]
const credentials = { username: 'auth', password: 'secret' }

test('a trunk that challenges a call gets the credentials, with a rising count and CSeq', async () => {
  const world = createWorld()
  const trunk = addPeer(world, 2, (request, peer) => {
    if (request.method === 'ACK') return
    if (headerOf(request, 'Proxy-Authorization') === undefined) peer.answer(request.method, 407, [challenge('2.test')])
    else peer.answer(request.method, 200, [], request.method === 'INVITE' ? 'answer' : '')
  })
  const { agent, events, log } = addAgent(world, 1)
  const account = agent.addAccount({ domain: '2.test', user: 'a', credentials })
  const call = agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, events)
  await world.clock.advance(100)
  assert.deepEqual(log, ['answered answer'])
  call.hangUp()
  await world.clock.advance(100)
  // The ACK repeats the credentials of its INVITE (RFC 3261, section 22.1).
  const sent = trunk.requests.filter(
    (request) => request.method !== 'ACK' && headerOf(request, 'Proxy-Authorization') !== undefined,
  )
  const counts = sent.map((request) => /nc=(\w+)/.exec(headerOf(request, 'Proxy-Authorization') ?? '')?.[1])
  assert.equal(new Set(counts).size, counts.length)
  const numbers = trunk.requests
    .filter(({ method }) => method !== 'ACK')
    .map((one) => headerOf(one, 'CSeq')?.split(' ')[0])
  assert.deepEqual(numbers.slice(0, 2), [numbers[0], String(Number(numbers[0]) + 1)])
})

test('a caller that challenges our BYE gets no hash of the password', async () => {
  const world = createWorld()
  const trunk = addPeer(world, 2, (request, peer) => {
    if (request.method === 'REGISTER' && headerOf(request, 'Authorization') === undefined)
      peer.answer('REGISTER', 401, [['WWW-Authenticate', 'Digest realm="2.test", nonce="n1", qop="auth"']])
    else if (request.method === 'REGISTER')
      peer.answer('REGISTER', 200, [['Contact', `${headerOf(request, 'Contact')?.split(';')[0]};expires=600`]])
  })
  const caller = addPeer(world, 3, (request, peer) => {
    if (request.method === 'BYE') peer.answer('BYE', 407, [challenge('2.test')])
  })
  const { agent, calls } = addAgent(world, 1)
  const account = agent.addAccount({ domain: '2.test', user: 'a', credentials })
  agent.register({ account })
  await world.clock.advance(100)
  assert.ok(trunk.count('REGISTER') >= 2)
  const invite = requestOf('INVITE', { number: 3, body: 'offer' })
  caller.send(invite)
  await world.clock.advance(20)
  const toTag = headerOf(caller.responses.at(-1)!, 'To') ?? ''
  caller.send(requestOf('ACK', { number: 3, to: toTag }))
  await world.clock.advance(20)
  calls[0]!.hangUp()
  await world.clock.advance(40_000)
  assert.equal(caller.count('BYE'), 1)
  assert.ok(caller.requests.every((request) => headerOf(request, 'Proxy-Authorization') === undefined))
  assert.equal(calls[0]!.state, 'ended')
})

test('a caller who relays the realm of the trunk through the trunk gets no hash of the password in any request', async () => {
  const world = createWorld()
  const trunk = addPeer(world, 2, (request, peer) => {
    if (request.method === 'ACK') return
    const contact: Header = ['Contact', `${headerOf(request, 'Contact')?.split(';')[0]};expires=600`]
    if (request.method === 'REGISTER' && headerOf(request, 'Proxy-Authorization') !== undefined)
      peer.answer('REGISTER', 200, [contact])
    else peer.answer(request.method, 407, [challenge('2.test')])
  })
  const { agent, calls } = addAgent(world, 1)
  const account = agent.addAccount({ domain: '2.test', user: 'a', credentials })
  agent.register({ account })
  await world.clock.advance(100)
  assert.equal(trunk.count('REGISTER'), 2)
  trunk.send(requestOf('INVITE', { body: 'offer' }))
  await world.clock.advance(20)
  trunk.send(requestOf('ACK', { to: headerOf(trunk.responses.at(-1)!, 'To') ?? '' }))
  await world.clock.advance(20)
  void calls[0]!.offer(sdp('hold'))
  void calls[0]!.sendKey('1')
  await world.clock.advance(20)
  calls[0]!.hangUp()
  await world.clock.advance(20)
  const inCall = trunk.requests.filter(({ method }) => method !== 'REGISTER')
  assert.deepEqual(inCall.map(({ method }) => method).sort(), ['ACK', 'BYE', 'INFO', 'INVITE'])
  assert.ok(inCall.every((request) => headerOf(request, 'Proxy-Authorization') === undefined))
})

test('a host that is dialed without being the trunk gets no hash of the password', async () => {
  const world = createWorld()
  const host = addPeer(world, 3, (request, peer) => {
    if (request.method === 'INVITE') peer.answer('INVITE', 407, [challenge('any')])
  })
  const { agent, events } = addAgent(world, 1)
  const account = agent.addAccount({ domain: '2.test', user: 'a', credentials })
  agent.call({ account, to: 'sip:b@3.test', offer: sdp('offer') }, events)
  await world.clock.advance(40_000)
  assert.ok(host.requests.every((request) => headerOf(request, 'Proxy-Authorization') === undefined))
})
