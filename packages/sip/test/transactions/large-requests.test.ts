// Tests where CANCEL and ACK go after an INVITE that was too large for UDP.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { headerOf, isRequest, respond, type SipMessage, type SipRequest } from '../../src/message/index.ts'
import { createTransactions } from '../../src/transactions/index.ts'
import type { ClientHandlers } from '../../src/transactions/types.ts'
import { type Flow, openTransport, responseTarget } from '../../src/transport/index.ts'
import { requestOf } from '../support/peers.ts'
import { createVirtualClock, seededHex } from '../support/virtual-clock.ts'

const loopback = { address: '127.0.0.1', port: 0 }

async function open(endpoints: Pick<Parameters<typeof openTransport>[0], 'udp' | 'tcp'>) {
  const clock = createVirtualClock()
  const emitter = new EventEmitter()
  const transport = await openTransport({
    ...endpoints,
    clock,
    admit: () => true,
    failed: (error) => assert.fail(String(error)),
    listener: { received: (message, flow) => void emitter.emit('message', message, flow) },
  })
  const next = async () => (await once(emitter, 'message')) as [SipMessage, Flow]
  return { clock, transport, emitter, next, [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose]() }
}

async function setUp() {
  const stack = new AsyncDisposableStack()
  const overUdp = stack.use(await open({ udp: [loopback] }))
  const both = overUdp.transport.local.udp[0]!
  const peer = stack.use(await open({ tcp: [both] }))
  const client = stack.use(await open({ udp: [loopback] }))
  const transactions = createTransactions({
    clock: client.clock,
    random: seededHex(),
    transport: client.transport,
    listener: { request() {}, cancel() {}, ack() {}, strayResponse() {} },
  })
  stack.defer(transactions.stop)
  client.emitter.on('message', transactions.receive)
  overUdp.emitter.on('message', () => assert.fail('Nothing goes over UDP.'))
  const start = (method: string, handlers: Partial<ClientHandlers>) => {
    const { headers, ...rest } = requestOf(method, { body: 'x'.repeat(1_600) })
    const request = { ...rest, headers: headers.slice(1) }
    return transactions.request(request, { protocol: 'udp', ...both }, { ...ignored, ...handlers })
  }
  return { peer, client, transactions, start, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const ignored: ClientHandlers = { response() {}, failed() {} }

test('CANCEL and ACK of a large INVITE go over its connection, with its Via', async () => {
  await using stack = await setUp()
  const { peer, client, transactions } = stack
  const statuses: number[] = []
  const invite = stack.start('INVITE', { response: ({ status }) => void statuses.push(status) })
  const [sent, flow] = (await peer.next()) as [SipRequest, Flow]
  const answer = (status: number) =>
    peer.transport.send(respond(sent, status, { toTag: 'peer' }), responseTarget(sent, flow))
  await Promise.all([answer(180), client.next()])
  transactions.cancel(invite, ignored)
  const [cancel, cancelFlow] = await peer.next()
  const [[ack, ackFlow]] = await Promise.all([peer.next(), answer(487)])
  assert.ok(isRequest(cancel) && isRequest(ack))
  assert.deepEqual([cancel.method, ack.method, statuses], ['CANCEL', 'ACK', [180, 487]])
  assert.match(headerOf(sent, 'Via')!, /^SIP\/2\.0\/TCP /)
  for (const message of [cancel, ack]) assert.equal(headerOf(message, 'Via'), headerOf(sent, 'Via'))
  for (const used of [cancelFlow, ackFlow]) assert.equal(used.connection, flow.connection)
})

test('a large request that has left over TCP is not repeated', async () => {
  await using stack = await setUp()
  const arrived: string[] = []
  stack.peer.emitter.on('message', (message: SipRequest) => arrived.push(message.method))
  const send = (method: string) => {
    const { promise, resolve } = Promise.withResolvers<Flow>()
    stack.start(method, { sent: resolve })
    return promise
  }
  await send('INVITE')
  await send('UPDATE')
  stack.client.clock.advance(8_000)
  // Messages of one connection arrive in their order.
  await send('INFO')
  while (!arrived.includes('INFO')) await stack.peer.next()
  assert.deepEqual(arrived, ['INVITE', 'UPDATE', 'INFO'])
})
