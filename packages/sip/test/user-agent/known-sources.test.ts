// Tests from which sources messages are admitted although strangers send too many.
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { systemClock } from '../../src/phone/system-clock.ts'
import { bytesOf, requestText } from '../message/requests.ts'
import { openTestPhone, watch } from '../phone/phones.ts'
import { addAgent, addPeer, createWorld, requestOf, sdp } from '../support/peers.ts'

const peerAddress = '192.0.2.2'

describe('A user agent knows the source', () => {
  it('of an incoming call from its INVITE to its end', async () => {
    const world = createWorld()
    const { agent, calls } = addAgent(world, 1, { onCall: (call) => call.ring() })
    const peer = addPeer(world, 2)
    assert.equal(agent.knowsSource(peerAddress), false)
    peer.send(requestOf('INVITE', { body: 'offer' }))
    await world.clock.advance(10)
    assert.equal(agent.knowsSource(peerAddress), true)
    assert.equal(agent.knowsSource('192.0.2.3'), false)
    calls[0]!.reject(486)
    await world.clock.advance(1_000)
    assert.equal(agent.knowsSource(peerAddress), false)
  })

  it('of an outgoing call that is not at the proxy of the account', async () => {
    const world = createWorld()
    const { agent } = addAgent(world, 1)
    addAgent(world, 2)
    const account = agent.addAccount({ domain: '9.test', user: 'we' })
    const call = agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, {})
    await world.clock.advance(1_000)
    assert.equal(agent.accountsAt(peerAddress).size, 0)
    assert.equal(agent.knowsSource(peerAddress), true)
    call.hangUp()
    await world.clock.advance(1_000)
    assert.equal(agent.knowsSource(peerAddress), false)
  })

  it('of a telephone for as long as it is registered', async () => {
    const world = createWorld()
    let status = 401
    const { agent } = addAgent(world, 1, {
      listener: {
        admit: () => 'accept',
        incomingCall: () => undefined,
        incomingRegistration: () => ({
          status,
          headers: [
            ['Contact', '<sip:peer@192.0.2.2>;expires=60;q=1'],
            ['Contact', '<sip:peer@192.0.2.3>;expires=20;q=1'],
          ],
        }),
      },
    })
    const peer = addPeer(world, 2)
    const register = async (cseq: number) => {
      peer.send(requestOf('REGISTER', { cseq, uri: 'sip:1.test' }))
      await world.clock.advance(10)
    }
    await register(1)
    assert.equal(agent.knowsSource(peerAddress), false)
    status = 200
    await register(2)
    assert.equal(agent.knowsSource(peerAddress), true)
    await world.clock.advance(59_000)
    assert.equal(agent.knowsSource(peerAddress), true)
    await world.clock.advance(1_000)
    assert.equal(agent.knowsSource(peerAddress), false)
  })
})

it('A caller who is no account hangs up although strangers use all that strangers may send', async () => {
  const answering = watch()
  const clock = { ...systemClock, now: () => 0 }
  await using called = await openTestPhone({
    clock,
    trusts: () => false,
    admit: () => 'accept',
    incoming(call) {
      void call.answer()
      return answering.handlers
    },
  })
  await using caller = await openTestPhone({ udp: [{ address: '127.0.0.2', port: 0 }] })
  const { port } = called.local.udp[0]!
  const account = caller.addAccount({ domain: `127.0.0.1:${port}`, user: 'caller' })
  const calling = watch()
  const call = await caller.call(account, { to: `sip:called@127.0.0.1:${port}` }, calling.handlers)
  await Promise.all([calling.until('answered'), answering.until('answered')])
  const bytes = bytesOf(requestText('').replaceAll('INVITE', 'OPTIONS'))
  for (let source = 1; source <= 40; source++) {
    const socket = createSocket('udp4').bind(0, `127.0.1.${source}`)
    await once(socket, 'listening')
    for (let index = 0; index < 10; index++) await new Promise((sent) => socket.send(bytes, port, '127.0.0.1', sent))
    socket.close()
  }
  call.hangUp()
  await answering.until('ended')
})
