// Tests incoming calls from a peer that does only what the test says.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Header, headerOf, headersOf, type SipRequest, tagOf } from '../../src/message/index.ts'
import { type AgentOptions, addAgent, addPeer, createWorld, dialogOf, requestOf, sdp } from '../support/peers.ts'

const finished = { calls: 0, dialogs: 0, transactions: 0, timers: 0 }

function setUp(options: AgentOptions = {}) {
  const world = createWorld()
  const peer = addPeer(world, 2, (request, own) => {
    if (['BYE', 'UPDATE', 'NOTIFY'].includes(request.method)) own.answer(request.method, 200)
  })
  const agent = addAgent(world, 1, { onCall: () => {}, ...options })
  const statuses = () => peer.responses.map(({ status }) => status)
  const step = (ms = 10) => world.clock.advance(ms)
  const ring = async (request: SipRequest) => {
    peer.send(request)
    await step()
    return agent.calls.at(-1)!
  }
  const ack = (cseq = 1, body = '') => peer.send(requestOf('ACK', { ...dialogOf(peer.responses.at(-1)!), cseq, body }))
  return { ...world, ...agent, peer, statuses, step, ring, ack }
}

const cancelOf = (invite: SipRequest): SipRequest => ({
  ...invite,
  method: 'CANCEL',
  headers: invite.headers.map(
    ([name, value]): Header => [name, name === 'CSeq' ? value.replace('INVITE', 'CANCEL') : value],
  ),
  body: new Uint8Array(),
})

describe('An incoming call', () => {
  test('gets 100 in 200 ms, 180, and 200 with Record-Route and Contact', async () => {
    const { peer, step, ring, statuses } = setUp()
    const call = await ring(requestOf('INVITE', { body: 'offer', headers: [['Record-Route', '<sip:192.0.2.2;lr>']] }))
    await step(250)
    call.ring()
    await step()
    call.answer(sdp('answer'))
    await step()
    assert.deepEqual(statuses(), [100, 180, 200])
    const [trying, ringing, ok] = peer.responses
    assert.equal(tagOf(headerOf(trying!, 'To')!), undefined)
    assert.equal(headerOf(ringing!, 'To'), headerOf(ok!, 'To'))
    assert.deepEqual(headersOf(ok!, 'Record-Route'), ['<sip:192.0.2.2;lr>'])
    assert.equal(headerOf(ok!, 'Contact'), '<sip:parley@192.0.2.1:5060>')
    assert.equal(Buffer.from(ok!.body).toString(), 'answer')
  })

  test('repeats its 200 after T1 up to every T2 until the ACK, over TCP as well', async () => {
    for (const protocol of ['udp', 'tcp'] as const) {
      const { network, peer, step, calls, statuses } = setUp()
      peer.send(requestOf('INVITE', { body: 'offer' }), { protocol })
      await step(20)
      calls[0]!.answer(sdp('answer'))
      const start = calls.length && network.sent.at(-1)!.atMs
      await step(12_000)
      const times = network.sent.filter(({ from }) => from.address === '192.0.2.1').map(({ atMs }) => atMs - start)
      assert.deepEqual(
        times,
        [0, 500, 1_500, 3_500, 7_500, 11_500].map((time) => time + times[0]!),
      )
      assert.ok(statuses().every((status) => status === 200))
    }
  })

  test('ends with BYE when there is no ACK for 32 s', async () => {
    const { peer, step, ring, ended, agent } = setUp()
    const call = await ring(requestOf('INVITE', { body: 'offer' }))
    call.answer(sdp('answer'))
    await step(31_900)
    assert.equal(peer.count('BYE'), 0)
    await step(200)
    assert.deepEqual([peer.count('BYE'), ended[0]!.cause], [1, 'no_ack'])
    await step(70_000)
    assert.deepEqual(agent.size(), finished)
  })

  test('is canceled with 200 to CANCEL and 487 to INVITE, never 486', async () => {
    const { peer, step, ring, statuses, ended, agent, calls } = setUp()
    const invite = requestOf('INVITE', { body: 'offer' })
    const call = await ring(invite)
    call.ring()
    peer.send({
      ...cancelOf(invite),
      headers: [...cancelOf(invite).headers, ['Reason', 'SIP;cause=200;text="Call completed elsewhere"']],
    })
    await step()
    assert.deepEqual(statuses(), [180, 200, 487])
    assert.deepEqual(
      [ended[0]!.cause, ended[0]!.by, ended[0]!.reasons[0]!.text],
      ['canceled', 'remote', 'Call completed elsewhere'],
    )
    calls[0]!.answer(sdp('too late'))
    peer.send({
      ...cancelOf(invite),
      method: 'ACK',
      headers: cancelOf(invite).headers.map(([name, value]) => [name, value.replace('CANCEL', 'ACK')]),
    })
    await step(70_000)
    assert.deepEqual(statuses(), [180, 200, 487])
    assert.deepEqual(agent.size(), finished)
  })

  test('is not affected by a CANCEL after the final answer, which gets 200', async () => {
    const { peer, step, ring, ack, statuses } = setUp()
    const invite = requestOf('INVITE', { body: 'offer' })
    const call = await ring(invite)
    call.answer(sdp('answer'))
    await step()
    ack()
    peer.send(cancelOf(invite))
    await step()
    assert.deepEqual([statuses(), call.state], [[200, 200], 'answered'])
  })

  test('a CANCEL without an INVITE gets 481', async () => {
    const { peer, step, statuses } = setUp()
    peer.send(cancelOf(requestOf('INVITE')))
    await step()
    assert.deepEqual(statuses(), [481])
  })

  test('our BYE waits for the ACK that is owed', async () => {
    const { peer, step, ring, ack, agent } = setUp()
    const call = await ring(requestOf('INVITE', { body: 'offer' }))
    call.answer(sdp('answer'))
    await step()
    call.hangUp()
    await step(100)
    assert.equal(peer.count('BYE'), 0)
    ack()
    await step()
    assert.equal(peer.count('BYE'), 1)
    await step(70_000)
    assert.deepEqual(agent.size(), finished)
  })

  test('BYEs of both sides cross, and each gets a 200', async () => {
    const { peer, step, ring, ack, statuses, ended } = setUp()
    const call = await ring(requestOf('INVITE', { body: 'offer' }))
    call.answer(sdp('answer'))
    await step()
    ack()
    await step()
    const bye = requestOf('BYE', { ...dialogOf(peer.responses.at(-1)!), cseq: 2 })
    call.hangUp()
    peer.send(bye)
    await step()
    assert.deepEqual([statuses().at(-1), ended.length, peer.count('BYE')], [200, 1, 1])
  })

  test('a peer that sends BYE before the answer gets 200, and 487 to its INVITE', async () => {
    const { peer, step, ring, statuses, ended } = setUp()
    const call = await ring(requestOf('INVITE', { body: 'offer' }))
    call.ring()
    await step()
    peer.send(requestOf('BYE', { ...dialogOf(peer.responses[0]!), cseq: 2 }))
    await step()
    assert.deepEqual([statuses().sort(), ended.length], [[180, 200, 487], 1])
  })

  test('without an offer gets ours in the 200, and the answer is in the ACK', async () => {
    const { step, ring, ack, log } = setUp()
    const call = await ring(requestOf('INVITE'))
    assert.equal(call.remoteOffer, undefined)
    call.answer(sdp('our offer'))
    await step()
    ack(1, 'their answer')
    await step()
    assert.deepEqual(log, ['answered their answer'])
  })

  test('without an offer and without an answer in the ACK ends with BYE', async () => {
    const { peer, step, ring, ack, ended } = setUp()
    const call = await ring(requestOf('INVITE'))
    call.answer(sdp('our offer'))
    await step()
    ack()
    await step()
    assert.deepEqual([peer.count('BYE'), ended[0]!.cause], [1, 'no_ack'])
  })

  test('is rejected with a phrase and a reason, which `ended` reports', async () => {
    const { peer, step, ring, ended } = setUp()
    const call = await ring(requestOf('INVITE', { body: 'offer' }))
    const reason = { protocol: 'SIP', cause: 404, text: 'no trunk for "+15550100"\r\nX: y' }
    call.reject(404, { reasonPhrase: 'No Trunk', reason })
    await step()
    const { status, reason: phrase } = peer.responses[0]!
    assert.deepEqual([status, phrase], [404, 'No Trunk'])
    assert.equal(headerOf(peer.responses[0]!, 'Warning'), '399 parley "no trunk for  +15550100   X: y"')
    assert.deepEqual([ended[0]!.status, ended[0]!.reasons], [404, [reason]])
  })

  test('is rejected with a status, Retry-After and Contacts', async () => {
    const { peer, step, ring, agent } = setUp()
    const call = await ring(requestOf('INVITE', { body: 'offer' }))
    call.reject(302, { contacts: ['sip:other@2.test'], retryAfterSeconds: 5 })
    await step(40_000)
    assert.deepEqual([peer.responses[0]!.status, headerOf(peer.responses[0]!, 'Contact')], [302, '<sip:other@2.test>'])
    assert.deepEqual(agent.size(), finished)
  })
})

describe('Reliable provisional responses', () => {
  const require100rel = { body: 'offer', headers: [['Require', '100rel']] as Header[] }
  const prackOf = (
    response: Parameters<typeof dialogOf>[0],
    cseq = 2,
    rack = `${headerOf(response, 'RSeq')} 1 INVITE`,
  ) => requestOf('PRACK', { ...dialogOf(response), cseq, headers: [['RAck', rack]] })

  test('are repeated until PRACK, one after the other, and the 200 waits for it', async () => {
    const { peer, step, ring, statuses } = setUp()
    const call = await ring(requestOf('INVITE', require100rel))
    call.ring({ status: 183, session: sdp('preview') })
    call.ring()
    call.answer(sdp('answer'))
    await step(1_600)
    assert.deepEqual(statuses(), [183, 183, 183])
    peer.send(prackOf(peer.responses[0]!))
    await step()
    assert.deepEqual(statuses().slice(3), [200, 180])
    const rseqs = peer.responses.map((response) => Number(headerOf(response, 'RSeq')))
    assert.equal(rseqs[4], rseqs[0]! + 1)
    peer.send(prackOf(peer.responses[4]!, 3))
    await step()
    assert.deepEqual(statuses().slice(5), [200, 200])
    assert.equal(headerOf(peer.responses.at(-1)!, 'CSeq'), '1 INVITE')
    await step(31_000)
    assert.ok(
      statuses()
        .slice(5)
        .every((status) => status === 200),
    )
  })

  test('end the call with 504 after 32 s without PRACK', async () => {
    const { step, ring, statuses, ended } = setUp()
    const call = await ring(requestOf('INVITE', require100rel))
    call.ring()
    await step(32_100)
    assert.deepEqual([statuses().at(-1), ended[0]!.status], [504, 504])
  })

  test('a PRACK for another response gets 481', async () => {
    const { peer, step, ring, statuses } = setUp()
    const call = await ring(requestOf('INVITE', require100rel))
    call.ring()
    await step()
    peer.send(prackOf(peer.responses[0]!, 2, '1 1 INVITE'))
    await step()
    assert.equal(statuses().at(-1), 481)
  })
})

describe('Requests that cannot be served', () => {
  const cases: [SipRequest, number, Header?][] = [
    [requestOf('INVITE', { headers: [['Require', 'precondition']] }), 420, ['Unsupported', 'precondition']],
    [
      requestOf('INVITE', {
        headers: [
          ['Session-Expires', '60'],
          ['Supported', 'timer'],
        ],
      }),
      422,
      ['Min-SE', '90'],
    ],
    [requestOf('INVITE', { headers: [['Replaces', 'none;to-tag=a;from-tag=b']] }), 481],
    [requestOf('INVITE', { uri: 'http://example.com' }), 416],
    [
      {
        ...requestOf('INVITE'),
        headers: [...requestOf('INVITE').headers, ['Content-Type', 'text/html']],
        body: Buffer.from('x'),
      },
      415,
    ],
    [requestOf('BYE', { to: '<sip:we@1.test>;tag=unknown' }), 481],
    [requestOf('INVITE', { to: '<sip:we@1.test>;tag=unknown' }), 481],
    [requestOf('SUBSCRIBE'), 405],
    [requestOf('MESSAGE'), 405],
    [requestOf('REGISTER'), 405],
    [requestOf('BREW'), 501],
    [requestOf('REFER', { headers: [['Refer-To', '<sip:premium@evil.test>']] }), 603],
    [requestOf('OPTIONS'), 200],
  ]
  for (const [request, status, header] of cases) {
    test(`${request.method} is answered with ${status}${header ? ` and ${header[0]}` : ''}`, async () => {
      const { peer, step, calls } = setUp()
      peer.send(request)
      await step()
      assert.equal(peer.responses[0]?.status, status)
      if (header) assert.equal(headerOf(peer.responses[0]!, header[0]), header[1])
      if (status === 405 || status === 501 || status === 200)
        assert.ok(headersOf(peer.responses[0]!, 'Allow').includes('INVITE'))
      assert.equal(calls.length, 0)
    })
  }
})

describe('Inside of an incoming call', () => {
  async function answered(options: AgentOptions = {}) {
    const stack = setUp(options)
    const call = await stack.ring(
      requestOf('INVITE', {
        body: 'offer',
        headers: [
          ['Allow', 'INVITE'],
          ['Allow', 'REFER'],
        ],
      }),
    )
    call.answer(sdp('answer'))
    await stack.step()
    const dialog = dialogOf(stack.peer.responses.at(-1)!)
    stack.ack()
    await stack.step()
    const send = async (method: string, cseq: number, more: Parameters<typeof requestOf>[1] = {}) => {
      const request = requestOf(method, { ...dialog, cseq, ...more })
      stack.peer.send(request)
      await stack.step()
      return request
    }
    return { ...stack, call, dialog, send }
  }

  test('keys arrive by INFO in both formats, and every INFO gets 200', async () => {
    const { peer, dialog, step, log, statuses } = await answered()
    const bodies = [
      ['application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n'],
      ['application/dtmf', '10'],
      ['application/media_control+xml', '<x/>'],
    ] as const
    for (const [index, [type, text]] of bodies.entries()) {
      const request = requestOf('INFO', { ...dialog, cseq: index + 2, headers: [['Content-Type', type]] })
      peer.send({ ...request, body: Buffer.from(text) })
      await step()
    }
    assert.deepEqual(
      [statuses().slice(1), log],
      [
        [200, 200, 200],
        ['answered -', 'key 5', 'key *'],
      ],
    )
  })

  test('a lower sequence number gets 500, an unknown method 501, and a registered one 405', async () => {
    const { send, statuses, call } = await answered()
    await send('OPTIONS', 5)
    await send('INFO', 4)
    await send('BREW', 6)
    await send('SUBSCRIBE', 7)
    assert.deepEqual([statuses().slice(1), call.state], [[200, 500, 501, 405], 'answered'])
  })

  test('a second INVITE before our answer gets 500 with Retry-After of 0 to 10 s', async () => {
    const { send, peer } = await answered({ events: { offered: () => new Promise(() => {}) } })
    await send('INVITE', 2, { body: 'one' })
    await send('INVITE', 3, { body: 'two' })
    const retryAfter = Number(headerOf(peer.responses.at(-1)!, 'Retry-After'))
    assert.equal(peer.responses.at(-1)!.status, 500)
    assert.ok(retryAfter >= 0 && retryAfter <= 10)
  })

  test('re-INVITEs without ACK get 491 while the 200 to the first is repeated, and add no repetition', async () => {
    const { send, peer, step, network, ack, log } = await answered()
    await send('INVITE', 2, { body: 'one' })
    for (let cseq = 3; cseq < 20; cseq++) {
      await send('INVITE', cseq, { body: 'more' })
      assert.equal(peer.responses.at(-1)!.status, 491)
    }
    const before = network.sent.length
    await step(4_000)
    const repeated = network.sent.slice(before).filter(({ message }) => 'status' in message && message.status === 200)
    assert.deepEqual([...new Set(repeated.map(({ message }) => headerOf(message, 'CSeq')))], ['2 INVITE'])
    assert.ok(repeated.length <= 4, `${repeated.length}`)
    ack(2)
    await step()
    await send('INVITE', 20, { body: 'last' })
    assert.deepEqual([peer.responses.at(-1)!.status, log.at(-1)], [200, 'offered last'])
  })

  test('an offer that collides with ours gets 491, and ours is repeated after 0 to 2 s, because the peer owns the Call-ID', async () => {
    const { send, peer, call, step, network } = await answered()
    const result = call.offer(sdp('ours'))
    await step()
    await send('INVITE', 2, { body: 'theirs' })
    assert.equal(peer.responses.at(-1)!.status, 491)
    peer.answer('INVITE', 491)
    const atMs = network.sent.at(-1)!.atMs
    await step(2_100)
    const isInvite = ({ message }: { message: object }) => 'method' in message && message.method === 'INVITE'
    const numbers = network.sent.filter(isInvite).filter(({ from }) => from.address === '192.0.2.1')
    const second = numbers.find(({ message }) => headerOf(message, 'CSeq') !== headerOf(numbers[0]!.message, 'CSeq'))
    assert.ok(second !== undefined && second.atMs - atMs <= 2_010)
    peer.answer('INVITE', 200, [], 'agreed')
    await step()
    assert.deepEqual(await result, { answer: sdp('agreed') })
  })

  test('a refused re-INVITE leaves the session and the target as they were', async () => {
    const { send, peer, call, step } = await answered({ events: { offered: () => ({ refuse: 488 }) } })
    const before = call.remoteTarget
    await send('INVITE', 2, { body: 'video', headers: [['Contact', '<sip:other@192.0.2.3>']] })
    assert.deepEqual([peer.responses.at(-1)!.status, call.state, call.remoteTarget], [488, 'answered', before])
    const refused = call.offer(sdp('ours'))
    await step()
    peer.answer('INVITE', 488)
    await step()
    assert.deepEqual([await refused, call.state], [{ refused: 488, reasonPhrase: 'Not Acceptable Here' }, 'answered'])
  })

  test('a re-INVITE without an offer gets ours, and the answer comes with the ACK', async () => {
    const { send, ack, step, log } = await answered({ events: { offered: () => ({ accept: sdp('our offer') }) } })
    await send('INVITE', 2)
    ack(2, 'their answer')
    await step()
    assert.equal(log.at(-1), 'session their answer')
  })

  test('UPDATE with an offer is answered, and its Contact becomes the target', async () => {
    const { send, peer, log, call } = await answered()
    await send('UPDATE', 2, { body: 'hold', headers: [] })
    assert.deepEqual(
      [peer.responses.at(-1)!.status, Buffer.from(peer.responses.at(-1)!.body).toString(), log.at(-1)],
      [200, 'answer to hold', 'offered hold'],
    )
    assert.equal(call.remoteTarget, 'sip:peer@192.0.2.2:5060')
  })

  test('requests after the end get 481, but BYE and NOTIFY get 200', async () => {
    const { send, call, step, statuses } = await answered()
    call.hangUp()
    await step()
    for (const [index, method] of ['NOTIFY', 'BYE', 'INFO'].entries()) await send(method, index + 2)
    assert.deepEqual(statuses().slice(1), [200, 200, 481])
  })

  test('Replaces answers the new call and ends the old one', async () => {
    const { peer, call, dialog, calls, step, ended } = await answered()
    const value = `${dialog.callId};to-tag=${tagOf(dialog.to)};from-tag=${tagOf(dialog.from)}`
    peer.send(
      requestOf('INVITE', {
        callId: 'new',
        body: 'offer',
        headers: [
          ['Replaces', value],
          ['Require', 'replaces'],
        ],
      }),
    )
    await step()
    assert.equal(calls[1]!.replaces, call)
    calls[1]!.answer(sdp('answer'))
    await step()
    assert.deepEqual([peer.responses.at(-1)!.status, peer.count('BYE'), ended[0]!.cause], [200, 1, 'replaced'])
  })
})
