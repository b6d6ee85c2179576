// Tests the timers of the four transactions with the numbers of RFC 3261, 4320 and 6026.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { headerOf, respond, type SipRequest, type SipResponse } from '../../src/message/index.ts'
import { createTransactions, type ServerTransaction } from '../../src/transactions/index.ts'
import { addPeer, createWorld, requestOf } from '../support/peers.ts'
import { seededHex } from '../support/virtual-clock.ts'

function setUp(protocol: 'udp' | 'tcp' = 'udp', maxTransactions?: number) {
  const world = createWorld()
  const log: string[] = []
  const servers: ServerTransaction[] = []
  const endpoint = { address: '192.0.2.1', port: 5060 }
  const transport = world.network.attach(endpoint, (message, flow) => transactions.receive(message, flow))
  const transactions = createTransactions({
    clock: world.clock,
    random: seededHex(),
    transport,
    maxTransactions,
    listener: {
      request: (transaction) => void servers.push(transaction),
      cancel: (_, invite) => void log.push(`cancel ${invite?.request.method ?? 'nothing'}`),
      ack: () => void log.push('ack'),
      strayResponse: ({ status }) => void log.push(`stray ${status}`),
    },
  })
  const peer = addPeer(world, 2)
  const handlers = {
    response: ({ status }: SipResponse) => void log.push(`response ${status}`),
    failed: ({ kind, status }: { kind: string; status: number }) => void log.push(`${kind} ${status}`),
  }
  const target = { protocol, address: '192.0.2.2', port: 5060 }
  const start = (method: string) => {
    const { headers, ...rest } = requestOf(method, { from: '<sip:we@1.test>;tag=we', to: '<sip:peer@2.test>' })
    return transactions.request({ ...rest, headers: headers.slice(1) }, target, handlers)
  }
  const times = () => world.network.sent.filter(({ from }) => from.address === '192.0.2.1').map(({ atMs }) => atMs)
  return { ...world, log, servers, transactions, peer, start, times }
}

const receiveWith = (stack: ReturnType<typeof setUp>, request: SipRequest) => stack.peer.send(request)

describe('INVITE client transaction', () => {
  test('repeats over UDP after T1 and twice the time each, and gives up after 64 × T1', async () => {
    const stack = setUp()
    stack.start('INVITE')
    await stack.clock.advance(40_000)
    assert.deepEqual(stack.times(), [0, 500, 1_500, 3_500, 7_500, 15_500, 31_500])
    assert.deepEqual(stack.log, ['timeout 408'])
    assert.equal(stack.transactions.size(), 0)
    assert.equal(stack.clock.timers(), 0)
  })

  test('does not repeat over TCP, and gives up after the same time', async () => {
    const stack = setUp('tcp')
    stack.start('INVITE')
    await stack.clock.advance(31_999)
    assert.deepEqual([stack.times(), stack.log], [[0], []])
    await stack.clock.advance(1)
    assert.deepEqual(stack.log, ['timeout 408'])
  })

  test('waits without a limit after a provisional response', async () => {
    const stack = setUp()
    stack.start('INVITE')
    await stack.clock.advance(10)
    stack.peer.answer('INVITE', 180)
    await stack.clock.advance(100_000)
    assert.deepEqual([stack.times(), stack.log], [[0], ['response 180']])
  })

  for (const status of [100, 180])
    test(`ends 64 × T1 after its CANCEL if there is only a ${status}`, async () => {
      const stack = setUp()
      const invite = stack.start('INVITE')
      await stack.clock.advance(10)
      stack.peer.answer('INVITE', status)
      await stack.clock.advance(10)
      stack.transactions.cancel(invite, { response() {}, failed() {} })
      await stack.clock.advance(10)
      stack.peer.answer('CANCEL', 200)
      await stack.clock.advance(31_980)
      assert.deepEqual(stack.log, [`response ${status}`])
      await stack.clock.advance(20)
      assert.deepEqual([stack.log.at(-1), stack.transactions.size(), stack.clock.timers()], ['timeout 408', 0, 0])
    })

  test('a CANCEL does not shorten the time of a final response', async () => {
    const stack = setUp()
    const invite = stack.start('INVITE')
    await stack.clock.advance(10)
    stack.peer.answer('INVITE', 180)
    await stack.clock.advance(10)
    stack.transactions.cancel(invite, { response() {}, failed() {} })
    await stack.clock.advance(31_000)
    stack.peer.answer('INVITE', 487)
    await stack.clock.advance(5_000)
    stack.peer.answer('INVITE', 487)
    await stack.clock.advance(10)
    assert.deepEqual([stack.log, stack.peer.count('ACK')], [['response 180', 'response 487'], 2])
  })

  test('acknowledges each repetition of a failure with Via, URI and Route of the INVITE, for 32 s', async () => {
    const stack = setUp()
    stack.start('INVITE')
    await stack.clock.advance(10)
    stack.peer.answer('INVITE', 486)
    await stack.clock.advance(10)
    stack.peer.answer('INVITE', 486)
    await stack.clock.advance(10)
    assert.deepEqual(stack.log, ['response 486'])
    assert.equal(stack.peer.count('ACK'), 2)
    const [invite, ack] = [stack.peer.latest('INVITE'), stack.peer.latest('ACK')]
    assert.equal(headerOf(ack, 'Via'), headerOf(invite, 'Via'))
    assert.equal(headerOf(ack, 'To'), '<sip:peer@2.test>;tag=peer')
    assert.equal(headerOf(ack, 'CSeq'), '1 ACK')
    await stack.clock.advance(31_000)
    assert.equal(stack.transactions.size(), 1)
    await stack.clock.advance(1_100)
    assert.equal(stack.transactions.size(), 0)
  })

  test('passes on each 2xx for 64 × T1, and then as a response without a transaction', async () => {
    const stack = setUp()
    stack.start('INVITE')
    await stack.clock.advance(10)
    stack.peer.answer('INVITE', 200)
    await stack.clock.advance(10)
    stack.peer.answer('INVITE', 200, [], '', 'fork')
    await stack.clock.advance(33_000)
    assert.equal(stack.transactions.size(), 0)
    stack.peer.answer('INVITE', 200)
    await stack.clock.advance(10)
    assert.deepEqual(stack.log, ['response 200', 'response 200', 'stray 200'])
  })

  test('reports a transport that fails as 503', async () => {
    const stack = setUp('tcp')
    const { headers, ...rest } = requestOf('INVITE')
    const target = { protocol: 'tcp' as const, address: '192.0.2.9', port: 5060 }
    stack.transactions.request({ ...rest, headers: headers.slice(1) }, target, {
      response() {},
      failed: ({ kind, status }) => void stack.log.push(`${kind} ${status}`),
    })
    await stack.clock.advance(1)
    assert.deepEqual([stack.log, stack.clock.timers()], [['transport 503'], 0])
  })
})

describe('Non-INVITE client transaction', () => {
  test('repeats over UDP up to every T2, and gives up after 64 × T1', async () => {
    const stack = setUp()
    stack.start('OPTIONS')
    await stack.clock.advance(40_000)
    const expected = [0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]
    assert.deepEqual([stack.times(), stack.log], [expected, ['timeout 408']])
  })

  test('repeats every T2 after a provisional response', async () => {
    const stack = setUp()
    stack.start('OPTIONS')
    await stack.clock.advance(10)
    stack.peer.answer('OPTIONS', 100)
    await stack.clock.advance(9_000)
    assert.deepEqual(stack.times(), [0, 500, 4_500, 8_500])
  })

  test('absorbs repetitions of the final response for T4 over UDP, and not at all over TCP', async () => {
    for (const [protocol, remaining] of [
      ['udp', 1],
      ['tcp', 0],
    ] as const) {
      const stack = setUp(protocol)
      stack.start('OPTIONS')
      await stack.clock.advance(20)
      stack.peer.answer('OPTIONS', 200)
      await stack.clock.advance(20)
      assert.equal(stack.transactions.size(), remaining)
      await stack.clock.advance(5_000)
      assert.deepEqual([stack.log, stack.transactions.size()], [['response 200'], 0])
    }
  })
})

describe('INVITE server transaction', () => {
  test('sends 100 after 200 ms, and the latest response again for each repetition', async () => {
    const stack = setUp()
    const invite = requestOf('INVITE')
    receiveWith(stack, invite)
    await stack.clock.advance(200)
    assert.equal(stack.peer.responses.length, 0)
    await stack.clock.advance(2)
    receiveWith(stack, invite)
    await stack.clock.advance(2)
    assert.deepEqual(
      stack.peer.responses.map(({ status }) => status),
      [100, 100],
    )
    assert.equal(stack.servers.length, 1)
  })

  test('repeats a failure after T1 up to every T2 until the ACK, at most 64 × T1', async () => {
    const stack = setUp()
    const invite = requestOf('INVITE')
    receiveWith(stack, invite)
    await stack.clock.advance(10)
    stack.servers[0]!.respond(respond(invite, 486, { toTag: 'we' }))
    await stack.clock.advance(8_000)
    assert.deepEqual(stack.times(), [10, 510, 1_510, 3_510, 7_510])
    receiveWith(stack, { ...invite, method: 'ACK' })
    await stack.clock.advance(4_900)
    assert.deepEqual([stack.times().length, stack.transactions.size()], [5, 1])
    await stack.clock.advance(200)
    assert.deepEqual([stack.transactions.size(), stack.log, stack.clock.timers()], [0, [], 0])
  })

  test('ends after 64 × T1 without an ACK', async () => {
    const stack = setUp()
    receiveWith(stack, requestOf('INVITE'))
    await stack.clock.advance(10)
    stack.servers[0]!.respond(respond(stack.servers[0]!.request, 404, { toTag: 'we' }))
    await stack.clock.advance(32_001)
    assert.equal(stack.transactions.size(), 0)
  })

  test('absorbs repetitions after a 2xx, and passes the ACK to the user', async () => {
    const stack = setUp()
    const invite = requestOf('INVITE')
    receiveWith(stack, invite)
    await stack.clock.advance(10)
    stack.servers[0]!.respond(respond(invite, 200, { toTag: 'we' }))
    receiveWith(stack, invite)
    await stack.clock.advance(10)
    assert.equal(stack.peer.responses.length, 1)
    receiveWith(stack, requestOf('ACK', { to: '<sip:we@1.test>;tag=we' }))
    await stack.clock.advance(32_000)
    assert.deepEqual([stack.log, stack.transactions.size()], [['ack'], 0])
  })
})

describe('Non-INVITE server transaction', () => {
  test('sends 100 only after T2 over UDP, and never over TCP', async () => {
    const stack = setUp()
    receiveWith(stack, requestOf('OPTIONS'))
    await stack.clock.advance(3_999)
    assert.deepEqual(stack.times(), [])
    await stack.clock.advance(10)
    assert.deepEqual(stack.times(), [4_001])
    const stream = setUp()
    stream.peer.send(requestOf('OPTIONS'), { protocol: 'tcp' })
    await stream.clock.advance(30_000)
    assert.deepEqual(stream.times(), [])
  })

  test('ends without a 408 when the client has given up', async () => {
    const stack = setUp()
    receiveWith(stack, requestOf('OPTIONS'))
    await stack.clock.advance(33_000)
    stack.servers[0]!.respond(respond(stack.servers[0]!.request, 200))
    await stack.clock.advance(10)
    assert.deepEqual(
      stack.peer.responses.map(({ status }) => status),
      [100],
    )
    assert.equal(stack.transactions.size(), 0)
  })

  test('repeats the final response for 64 × T1', async () => {
    const stack = setUp()
    const request = requestOf('OPTIONS')
    receiveWith(stack, request)
    await stack.clock.advance(10)
    stack.servers[0]!.respond(respond(request, 200))
    await stack.clock.advance(31_000)
    receiveWith(stack, request)
    await stack.clock.advance(500)
    assert.equal(stack.peer.responses.length, 2)
    await stack.clock.advance(1_000)
    assert.equal(stack.transactions.size(), 0)
  })
})

describe('Matching', () => {
  test('answers a request that arrives over a second path with 482', async () => {
    const stack = setUp()
    receiveWith(stack, requestOf('INVITE', { branch: 'z9hG4bK-1' }))
    receiveWith(stack, requestOf('INVITE', { branch: 'z9hG4bK-2' }))
    await stack.clock.advance(10)
    assert.deepEqual(
      stack.peer.responses.map(({ status }) => status),
      [482],
    )
    assert.equal(stack.servers.length, 1)
  })

  test('matches repetitions, CANCEL and ACK of a peer of RFC 2543 without a unique branch', async () => {
    const stack = setUp()
    const invite = requestOf('INVITE', { branch: '1' })
    receiveWith(stack, invite)
    receiveWith(stack, invite)
    receiveWith(stack, { ...requestOf('CANCEL', { branch: '1' }), uri: invite.uri })
    await stack.clock.advance(10)
    assert.deepEqual([stack.servers.length, stack.log], [1, ['cancel INVITE']])
    stack.servers[0]!.respond(respond(invite, 487, { toTag: 'we' }))
    receiveWith(stack, requestOf('ACK', { branch: '1', to: '<sip:we@1.test>;tag=we' }))
    await stack.clock.advance(6_000)
    // The CANCEL itself is not answered in this test.
    assert.equal(stack.transactions.size(), 1)
  })

  test('tells the same branch of two senders apart', async () => {
    const stack = setUp()
    receiveWith(stack, requestOf('OPTIONS', { branch: 'z9hG4bK-1', callId: 'a' }))
    receiveWith(stack, requestOf('OPTIONS', { branch: 'z9hG4bK-1', callId: 'b', number: 3 }))
    await stack.clock.advance(10)
    assert.equal(stack.servers.length, 2)
  })

  test('keeps a bounded number of transactions', async () => {
    const stack = setUp('udp', 2)
    for (const callId of ['a', 'b', 'c']) receiveWith(stack, requestOf('OPTIONS', { callId }))
    await stack.clock.advance(10)
    assert.deepEqual([stack.servers.length, stack.peer.responses[0]!.status], [2, 503])
    stack.start('OPTIONS')
    await stack.clock.advance(10)
    assert.deepEqual(stack.log, ['transport 503'])
  })
})
