// Tests calls that we place against a peer that does only what the test says.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallOptions } from '../../src/calls/index.ts'
import { headerOf, headersOf, respond, type SipRequest } from '../../src/message/index.ts'
import {
  type AgentOptions,
  addAgent,
  addPeer,
  createWorld,
  inDialog,
  type Peer,
  resolveTest,
  sdp,
} from '../support/peers.ts'

type Auto = (request: SipRequest, peer: Peer) => void

const confirmBye: Auto = (request, peer) => {
  if (request.method === 'BYE' || request.method === 'CANCEL') peer.answer(request.method, 200)
}

async function place(options: Partial<CallOptions> = {}, auto: Auto = confirmBye, agent: AgentOptions = {}) {
  const world = createWorld()
  const peer = addPeer(world, 2, auto)
  const a = addAgent(world, 1, agent)
  const account = a.agent.addAccount({ domain: '2.test', user: 'a' })
  const call = a.agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer'), ...options }, a.events)
  await world.clock.advance(10)
  const step = (ms = 10) => world.clock.advance(ms)
  return { ...world, world, ...a, peer, account, call, step }
}

const finished = { calls: 0, dialogs: 0, transactions: 0, timers: 0 }

describe('An outgoing call', () => {
  test('reports progress, counts nothing as answered before the 2xx, and takes its answer from there', async () => {
    const { peer, log, call, step } = await place()
    peer.answer('INVITE', 183, [], 'preview')
    await step()
    peer.answer('INVITE', 180)
    await step()
    assert.deepEqual([call.state, log], ['ringing', ['progress 183', 'progress 180']])
    peer.answer('INVITE', 200, [], 'answer')
    await step()
    assert.deepEqual([call.state, log.at(-1)], ['answered', 'answered answer'])
  })

  test('takes the preview if the 2xx has no answer', async () => {
    const { peer, log, step } = await place()
    peer.answer('INVITE', 183, [], 'preview')
    await step()
    peer.answer('INVITE', 200)
    await step()
    assert.equal(log.at(-1), 'answered preview')
  })

  test('acknowledges each repeated 200, and a 200 whose tag is not that of the 180', async () => {
    const { peer, call, step } = await place()
    peer.answer('INVITE', 180, [], '', 'early')
    await step()
    for (let times = 0; times < 3; times++) {
      peer.answer('INVITE', 200, [], 'answer', 'late')
      await step()
    }
    assert.equal(peer.count('ACK'), 3)
    assert.match(headerOf(peer.latest('ACK'), 'To')!, /tag=late$/)
    call.hangUp()
    await step()
    assert.match(headerOf(peer.latest('BYE'), 'To')!, /tag=late$/)
  })

  test('acknowledges a 200 that is repeated after its transaction has ended, or after our BYE', async () => {
    const { peer, call, step } = await place()
    peer.answer('INVITE', 200, [], 'answer')
    await step(33_000)
    peer.answer('INVITE', 200, [], 'answer')
    await step()
    assert.equal(peer.count('ACK'), 2)
    call.hangUp()
    await step()
    peer.answer('INVITE', 200, [], 'answer')
    await step()
    assert.equal(peer.count('ACK'), 3)
  })

  test('acknowledges the 200 of both forks, keeps the first and ends the second', async () => {
    const { peer, log, step } = await place()
    peer.answer('INVITE', 180, [], '', 'one')
    peer.answer('INVITE', 180, [], '', 'two')
    peer.answer('INVITE', 200, [], 'answer', 'one')
    await step()
    peer.answer('INVITE', 200, [], 'answer', 'two')
    await step()
    assert.deepEqual(
      peer.requests.filter(({ method }) => method === 'ACK').map((ack) => /tag=(.*)/.exec(headerOf(ack, 'To')!)?.[1]),
      ['one', 'two'],
    )
    assert.equal(peer.count('BYE'), 1)
    assert.match(headerOf(peer.latest('BYE'), 'To')!, /tag=two$/)
    assert.deepEqual(log, ['progress 180', 'progress 180', 'answered answer'])
  })

  test('sends ACK and BYE to the Contact of the 200, by its Record-Route, private addresses untouched', async () => {
    const { peer, call, step, network } = await place()
    const headers = [
      ['Contact', '<sip:b@10.0.0.7:5070>'],
      ['Record-Route', '<sip:192.0.2.2;lr>'],
    ] as const
    peer.answer('INVITE', 200, headers, 'answer')
    await step()
    call.hangUp()
    await step()
    for (const method of ['ACK', 'BYE']) {
      assert.equal(peer.latest(method).uri, 'sip:b@10.0.0.7:5070')
      assert.deepEqual(headersOf(peer.latest(method), 'Route'), ['<sip:192.0.2.2;lr>'])
    }
    assert.ok(network.sent.every(({ to }) => to.address.startsWith('192.0.2.')))
  })

  test('reaches a peer whose Contact is a name without an address on the flow of the call', async () => {
    const resolve = async (uri: string) => (uri.includes('unknown') ? [] : resolveTest()(uri))
    const { peer, call, step } = await place({}, confirmBye, { resolve })
    peer.answer('INVITE', 200, [['Contact', '<sip:b@unknown.test>']], 'answer')
    await step()
    assert.deepEqual([call.state, peer.count('ACK')], ['answered', 1])
    call.hangUp()
    await step()
    assert.deepEqual([call.state, peer.count('BYE')], ['ended', 1])
  })

  test('reaches a peer whose Contact is a private address behind NAT on the flow of the call', async () => {
    const { peer, step } = await place()
    peer.answer('INVITE', 200, [['Contact', '<sip:b@192.168.1.5>']], 'answer')
    await step()
    assert.equal(peer.count('ACK'), 1)
  })
})

describe('Hanging up an outgoing call', () => {
  test('before the target is known dials nothing', async () => {
    const { peer, log, step, agent } = await place({}, confirmBye, {
      resolve: () => new Promise((resolve) => setImmediate(() => resolve([]))),
    })
    for (const call of [
      agent.call(
        { account: agent.addAccount({ domain: '2.test', user: 'b' }), to: 'sip:b@2.test' },
        { ended: () => void log.push('over') },
      ),
    ])
      call.hangUp()
    await step(50)
    assert.deepEqual([peer.requests.length, log], [0, ['over']])
  })

  test('waits for a provisional response before it sends CANCEL', async () => {
    const { peer, call, step, ended, agent } = await place()
    call.hangUp()
    await step()
    assert.equal(peer.count('CANCEL'), 0)
    peer.answer('INVITE', 100)
    await step()
    assert.equal(peer.count('CANCEL'), 1)
    const [invite, cancel] = [peer.latest('INVITE'), peer.latest('CANCEL')]
    assert.equal(headerOf(cancel, 'Via'), headerOf(invite, 'Via'))
    assert.equal(headerOf(cancel, 'CSeq'), '1 CANCEL')
    peer.answer('INVITE', 487)
    await step(40_000)
    assert.deepEqual([ended[0]!.cause, ended[0]!.by, ended[0]!.status], ['canceled', 'local', 487])
    assert.equal(peer.count('ACK'), 1)
    assert.deepEqual(agent.size(), finished)
  })

  test('while it rings sends CANCEL', async () => {
    const { peer, call, step } = await place()
    peer.answer('INVITE', 180)
    await step()
    call.hangUp()
    await step()
    assert.equal(peer.count('CANCEL'), 1)
  })

  test('acknowledges a 200 that has crossed the CANCEL, and sends BYE', async () => {
    const { peer, call, step, ended, agent } = await place()
    peer.answer('INVITE', 180)
    await step()
    call.hangUp()
    peer.answer('INVITE', 200, [], 'answer')
    await step(70_000)
    assert.deepEqual([peer.count('CANCEL'), peer.count('ACK'), peer.count('BYE')], [1, 1, 1])
    assert.deepEqual([ended.length, ended[0]!.cause], [1, 'canceled'])
    assert.deepEqual(agent.size(), finished)
  })

  test('ends after 64 × T1 if the INVITE stays without a final response', async () => {
    const { peer, call, step, ended, agent } = await place()
    peer.answer('INVITE', 180)
    await step()
    call.hangUp()
    await step(40_000)
    assert.equal(ended[0]!.cause, 'canceled')
    assert.deepEqual(agent.size(), finished)
  })

  test('happens by itself when nobody answers', async () => {
    const { peer, step, ended } = await place({ ringTimeoutMs: 20_000 })
    peer.answer('INVITE', 180)
    await step(20_000)
    peer.answer('INVITE', 487)
    await step()
    assert.deepEqual([peer.count('CANCEL'), ended[0]!.cause], [1, 'canceled'])
  })
})

describe('A rejected call', () => {
  test('reports status, Reason and Retry-After, and tries no other target', async () => {
    for (const status of [486, 600, 603, 404, 480]) {
      const { peer, step, ended, agent } = await place({ to: 'sip:b@2-3.test' })
      peer.answer('INVITE', status, [
        ['Reason', 'Q.850;cause=17;text="User busy"'],
        ['Retry-After', '60 (later)'],
      ])
      await step(40_000)
      assert.deepEqual(ended, [
        {
          cause: 'rejected',
          by: 'remote',
          status,
          reasonPhrase: ended[0]!.reasonPhrase,
          retryAfterSeconds: 60,
          wasAnswered: false,
          reasons: [{ protocol: 'Q.850', cause: 17, text: 'User busy' }],
        },
      ])
      assert.equal(peer.count('INVITE'), 1)
      assert.deepEqual(agent.size(), finished)
    }
  })

  test('is repeated with the interval of a 422', async () => {
    const { peer, step } = await place({ sessionInterval: 90 })
    peer.answer('INVITE', 422, [['Min-SE', '120']])
    await step()
    const invite = peer.latest('INVITE')
    assert.deepEqual(
      [headerOf(invite, 'Session-Expires'), headerOf(invite, 'Min-SE'), headerOf(invite, 'CSeq')],
      ['120', '120', '2 INVITE'],
    )
  })

  test('follows a redirection within the trunk, and refuses one to another host', async () => {
    const { peer, step, ended } = await place()
    peer.answer('INVITE', 302, [['Contact', '<sip:c@2.test>']])
    await step()
    assert.deepEqual([peer.latest('INVITE').uri, headerOf(peer.latest('INVITE'), 'CSeq')], ['sip:c@2.test', '2 INVITE'])
    peer.answer('INVITE', 302, [['Contact', '<sip:premium@evil.test>']])
    await step()
    assert.deepEqual([ended[0]!.cause, ended[0]!.status], ['rejected', 302])
  })

  test('follows at most five redirections', async () => {
    const { peer, step, ended } = await place({}, (request, to) => {
      if (request.method === 'INVITE') to.answer('INVITE', 302, [['Contact', '<sip:c@2.test>']])
    })
    await step(1_000)
    assert.deepEqual([peer.count('INVITE'), ended.length], [6, 1])
  })
})

describe('Several targets', () => {
  test('the second is called within 6 s if the first is silent, and a late answer of the first is ended', async () => {
    const world = createWorld()
    const [first, second] = [addPeer(world, 2), addPeer(world, 3)]
    const a = addAgent(world, 1)
    const account = a.agent.addAccount({ domain: '2-3.test', user: 'a' })
    const call = a.agent.call({ account, to: 'sip:b@2-3.test', offer: sdp('offer') }, a.events)
    await world.clock.advance(4_100)
    second.answer('INVITE', 200, [], 'answer')
    await world.clock.advance(100)
    assert.equal(call.state, 'answered')
    assert.notEqual(headerOf(first.latest('INVITE'), 'Via'), headerOf(second.latest('INVITE'), 'Via'))
    first.answer('INVITE', 200, [], 'answer', 'first')
    await world.clock.advance(100)
    assert.deepEqual([first.count('ACK'), first.count('BYE')], [1, 1])
    // The dead target rests, so the next call begins with the other one.
    a.agent.call({ account, to: 'sip:b@2-3.test', offer: sdp('offer') }, a.events)
    await world.clock.advance(10)
    assert.equal(second.count('INVITE'), 2)
  })

  test('the second is asked with OPTIONS within 6 s if the first is silent, and the next time at once', async () => {
    const world = createWorld()
    addPeer(world, 2)
    const second = addPeer(world, 3, (_, peer) => peer.answer('OPTIONS', 200))
    const { agent } = addAgent(world, 1)
    const account = agent.addAccount({ domain: '2-3.test', user: 'a' })
    for (const [withinMs, count] of [
      [6_000, 1],
      [10, 2],
    ] as const) {
      const status = agent.ping(account)
      await world.clock.advance(withinMs)
      assert.equal(second.count('OPTIONS'), count)
      assert.equal((await status).status, 200)
    }
  })

  test('the first is canceled when it rings late', async () => {
    const world = createWorld()
    const [first] = [addPeer(world, 2, confirmBye), addPeer(world, 3)]
    const a = addAgent(world, 1)
    const account = a.agent.addAccount({ domain: '2-3.test', user: 'a' })
    a.agent.call({ account, to: 'sip:b@2-3.test' }, a.events)
    await world.clock.advance(4_100)
    first.answer('INVITE', 180)
    await world.clock.advance(10)
    assert.equal(first.count('CANCEL'), 1)
  })

  test('the first leaves nothing behind when it sends only 100 to the INVITE, and 200 to its CANCEL', async () => {
    const world = createWorld()
    const [first, second] = [addPeer(world, 2, confirmBye), addPeer(world, 3, confirmBye)]
    const a = addAgent(world, 1)
    const account = a.agent.addAccount({ domain: '2-3.test', user: 'a' })
    const call = a.agent.call({ account, to: 'sip:b@2-3.test', offer: sdp('offer') }, a.events)
    await world.clock.advance(4_100)
    first.answer('INVITE', 100)
    second.answer('INVITE', 200, [], 'answer')
    await world.clock.advance(10)
    assert.equal(first.count('CANCEL'), 1)
    call.hangUp()
    await world.clock.advance(70_000)
    assert.deepEqual([a.agent.size(), world.clock.timers()], [finished, 0])
  })

  test('the next one is called after 503, and the first rests for Retry-After', async () => {
    const world = createWorld()
    const [first, second] = [addPeer(world, 2), addPeer(world, 3)]
    const a = addAgent(world, 1)
    const account = a.agent.addAccount({ domain: '2-3.test', user: 'a' })
    const place = () => a.agent.call({ account, to: 'sip:b@2-3.test' }, a.events)
    place()
    await world.clock.advance(10)
    first.answer('INVITE', 503, [['Retry-After', '120']])
    await world.clock.advance(10)
    assert.deepEqual([first.count('INVITE'), second.count('INVITE')], [1, 1])
    place()
    await world.clock.advance(100_000)
    assert.equal(first.count('INVITE'), 1)
    place()
    await world.clock.advance(30_000)
    place()
    await world.clock.advance(10)
    assert.equal(headerOf(first.latest('INVITE'), 'CSeq'), '1 INVITE')
    assert.ok(first.count('INVITE') > 1)
  })

  test('the next one is called at once if the connection is refused', async () => {
    const world = createWorld()
    const second = addPeer(world, 3)
    const a = addAgent(world, 1, { protocol: 'tcp' })
    const account = a.agent.addAccount({ domain: '9-3.test', user: 'a' })
    a.agent.call({ account, to: 'sip:b@9-3.test' }, a.events)
    await world.clock.advance(20)
    assert.equal(second.count('INVITE'), 1)
  })
})

describe('Reliable provisional responses', () => {
  const reliable = (rseq: number) =>
    [
      ['Require', '100rel'],
      ['RSeq', String(rseq)],
    ] as const

  test('get a PRACK in the dialog of their own fork, and repetitions none', async () => {
    const { peer, step, log } = await place()
    peer.answer('INVITE', 183, reliable(7), 'preview', 'one')
    await step()
    peer.answer('INVITE', 183, reliable(3), 'preview', 'two')
    await step()
    const pracks = peer.requests.filter(({ method }) => method === 'PRACK')
    assert.deepEqual(
      pracks.map((prack) => [headerOf(prack, 'RAck'), /tag=(.*)/.exec(headerOf(prack, 'To')!)?.[1]]),
      [
        ['7 1 INVITE', 'one'],
        ['3 1 INVITE', 'two'],
      ],
    )
    peer.answer('PRACK', 200, [], '', 'two')
    peer.answer('INVITE', 183, reliable(7), 'preview', 'one')
    await step()
    assert.equal(peer.requests.filter((prack) => headerOf(prack, 'RAck') === '7 1 INVITE').length, 1)
    assert.deepEqual(log, ['progress 183', 'progress 183'])
  })

  test('get no PRACK without RSeq, or out of order', async () => {
    const { peer, step } = await place()
    peer.answer('INVITE', 180)
    peer.answer('INVITE', 180, [['Require', '100rel']])
    await step()
    assert.equal(peer.count('PRACK'), 0)
    peer.answer('INVITE', 183, reliable(5))
    peer.answer('INVITE', 183, reliable(8))
    await step()
    assert.equal(peer.count('PRACK'), 1)
  })

  test('with an offer get the answer in PRACK', async () => {
    const { peer, step, log } = await place({ offer: undefined })
    peer.answer('INVITE', 183, reliable(1), 'theirs')
    await step()
    assert.equal(Buffer.from(peer.latest('PRACK').body).toString(), 'answer to theirs')
    peer.answer('PRACK', 200)
    peer.answer('INVITE', 200)
    await step()
    assert.deepEqual(
      log,
      ['offered theirs', 'progress 183', 'answered -'].sort((a, b) => log.indexOf(a) - log.indexOf(b)),
    )
    assert.equal(peer.latest('ACK').body.length, 0)
  })
})

describe('A call without an offer', () => {
  test('answers the offer of the 200 in ACK', async () => {
    const { peer, step, log } = await place({ offer: undefined })
    peer.answer('INVITE', 200, [], 'theirs')
    await step()
    assert.equal(Buffer.from(peer.latest('ACK').body).toString(), 'answer to theirs')
    assert.deepEqual(log, ['offered theirs', 'answered -'])
  })

  test('is acknowledged and ended if the offer is refused', async () => {
    const { peer, step, ended } = await place({ offer: undefined }, confirmBye, {
      events: { offered: () => ({ refuse: 488 }) },
    })
    peer.answer('INVITE', 200, [], 'theirs')
    await step()
    assert.deepEqual([peer.count('ACK'), peer.count('BYE'), ended.length], [1, 1, 1])
  })
})

describe('In a call that we have placed', () => {
  test('a re-INVITE of the peer is no new call', async () => {
    const { peer, step, calls, log } = await place()
    peer.answer('INVITE', 200, [], 'answer')
    await step()
    peer.send(inDialog(peer.latest('INVITE'), 'INVITE', 1, { body: 'hold' }))
    await step()
    assert.deepEqual([calls.length, peer.responses.at(-1)!.status, log.at(-1)], [0, 200, 'offered hold'])
  })

  test('hold, resume and BYE have the sequence numbers n, n + 1 and n + 2', async () => {
    const { peer, step, call } = await place({}, (request, to) => {
      confirmBye(request, to)
      if (request.method === 'INVITE') to.answer('INVITE', 200, [], 'answer')
    })
    for (const offer of ['hold', 'resume']) {
      void call.offer(sdp(offer))
      await step()
    }
    call.hangUp()
    await step()
    const numbers = peer.requests.filter(({ method }) => method !== 'ACK').map((request) => headerOf(request, 'CSeq'))
    assert.deepEqual(numbers, ['1 INVITE', '2 INVITE', '3 INVITE', '4 BYE'])
    assert.deepEqual(
      peer.requests.filter(({ method }) => method === 'ACK').map((ack) => headerOf(ack, 'CSeq')),
      ['1 ACK', '2 ACK', '3 ACK'],
    )
  })

  for (const side of ['the peer', 'we'])
    test(`a re-INVITE with nothing but a 100 leaves nothing behind when ${side} end the call`, async () => {
      const { peer, step, call, agent, clock } = await place()
      const invite = peer.latest('INVITE')
      peer.answer('INVITE', 200, [], 'answer')
      await step()
      const result = call.offer(sdp('hold'))
      await step()
      peer.answer('INVITE', 100)
      await step()
      if (side === 'we') call.hangUp()
      else peer.send(inDialog(invite, 'BYE', 1))
      await step(70_000)
      assert.equal(call.state, 'ended')
      assert.deepEqual([agent.size(), clock.timers()], [finished, 0])
      assert.equal('refused' in (await result), true)
    })

  test('our ACK is lost, the peer sends a re-INVITE, and its repeated 200 gets the ACK again', async () => {
    const { peer, step, network } = await place()
    network.filter = ({ message }) => !('method' in message && message.method === 'ACK')
    peer.answer('INVITE', 200, [], 'answer')
    await step()
    network.filter = () => true
    peer.send(inDialog(peer.latest('INVITE'), 'INVITE', 1, { body: 'hold' }))
    await step()
    peer.answer('INVITE', 200, [], 'answer')
    await step()
    assert.equal(headerOf(peer.latest('ACK'), 'CSeq'), '1 ACK')
  })

  test('our ACKs of the INVITE and of our re-INVITE are lost, and each repeated 200 gets its own again', async () => {
    const { peer, step, network, call } = await place()
    const [invite] = peer.requests
    network.filter = ({ message }) => !('method' in message && message.method === 'ACK')
    peer.answer('INVITE', 200, [], 'answer')
    await step()
    const changed = call.offer(sdp('hold'))
    await step()
    peer.answer('INVITE', 200, [], 'held')
    await step()
    assert.deepEqual([await changed, peer.count('ACK')], [{ answer: sdp('held') }, 0])
    network.filter = () => true
    const contact = [['Contact', '<sip:peer@192.0.2.2:5060>']] as const
    for (const repeated of [invite!, peer.latest('INVITE')]) {
      peer.send(respond(repeated, 200, { toTag: 'peer', headers: contact }))
      await step()
    }
    const acks = peer.requests.filter(({ method }) => method === 'ACK')
    assert.deepEqual(
      acks.map((ack) => headerOf(ack, 'CSeq')),
      ['1 ACK', '2 ACK'],
    )
    assert.equal(call.state, 'answered')
  })

  test('CANCEL of a re-INVITE that waits for the application leaves the session', async () => {
    const { peer, step, call } = await place({}, confirmBye, { events: { offered: () => new Promise(() => {}) } })
    peer.answer('INVITE', 200, [], 'answer')
    await step()
    const reinvite = inDialog(peer.latest('INVITE'), 'INVITE', 1, { body: 'hold' })
    peer.send(reinvite)
    await step()
    peer.send({
      ...reinvite,
      method: 'CANCEL',
      headers: reinvite.headers.map(([name, value]) => [name, name === 'CSeq' ? '1 CANCEL' : value]),
      body: new Uint8Array(),
    })
    await step()
    assert.deepEqual(peer.responses.map(({ status }) => status).sort(), [200, 487])
    assert.equal(call.state, 'answered')
  })

  test('481 and 408 end the call, and 408 sends a BYE as well', async () => {
    for (const [status, byes] of [
      [481, 0],
      [408, 1],
    ] as const) {
      const { peer, step, call, ended } = await place()
      peer.answer('INVITE', 200, [], 'answer')
      await step()
      void call.sendKey('1')
      await step()
      peer.answer('INFO', status)
      await step()
      assert.deepEqual([ended[0]!.cause, ended[0]!.status, peer.count('BYE')], ['lost', status, byes])
    }
  })

  test('the peer that repeats a response with an older tag does not disturb', async () => {
    const { peer, step, call } = await place()
    const invite = peer.latest('INVITE')
    peer.answer('INVITE', 200, [], 'answer')
    await step()
    peer.send(respond(invite, 180, { toTag: 'other' }))
    await step()
    assert.equal(call.state, 'answered')
  })
})
