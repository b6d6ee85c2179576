// Tests that handlers which throw or reject are reported, and that the calls go on.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallEvents, TransferReport } from '../../src/calls/index.ts'
import { type Header, headerOf } from '../../src/message/index.ts'
import type { UserAgentListener } from '../../src/user-agent/index.ts'
import { addAgent, addPeer, createWorld, inDialog, requestOf, sdp } from '../support/peers.ts'

const finished = { calls: 0, dialogs: 0, transactions: 0, timers: 0 }

const ways = {
  throw: (name: string): never => {
    throw new Error(name)
  },
  reject: (name: string): never => Promise.reject(new Error(name)) as never,
}

function setUp(fail: (name: string) => never, listener: Partial<UserAgentListener> = {}) {
  const world = createWorld()
  const peer = addPeer(world, 2, (request, own) => {
    if (!['ACK', 'INVITE'].includes(request.method)) own.answer(request.method, 200)
  })
  const errors: string[] = []
  const all: Required<CallEvents> = {
    progress: () => fail('progress'),
    answered: () => fail('answered'),
    offered: () => fail('offered'),
    sessionAnswered: () => fail('sessionAnswered'),
    key: () => fail('key'),
    transferRequested: () => fail('transferRequested'),
    ended: () => fail('ended'),
  }
  const { agent } = addAgent(world, 1, {
    failed: (error) => errors.push((error as Error).message),
    listener: { admit: () => 'accept', incomingCall: () => all, ...listener },
  })
  const account = agent.addAccount({ domain: '2.test', user: 'a' })
  return { ...world, peer, agent, account, errors, all, step: (ms = 10) => world.clock.advance(ms) }
}

for (const way of ['throw', 'reject'] as const)
  describe(`Handlers that ${way}`, () => {
    test('are reported, and the call goes on until its end', async () => {
      const { agent, account, peer, step, errors, all, clock } = setUp(ways[way])
      const call = agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, all)
      await step()
      const invite = peer.latest('INVITE')
      peer.answer('INVITE', 180)
      await step()
      peer.answer('INVITE', 200, [], 'answer')
      await step()
      const statuses = () => peer.responses.map(({ status }) => status)
      peer.send(inDialog(invite, 'UPDATE', 1, { body: 'theirs' }))
      await step()
      const digits: Header[] = [['Content-Type', 'application/dtmf']]
      peer.send({ ...inDialog(invite, 'INFO', 2, { headers: digits }), body: Buffer.from('5') })
      await step()
      if (way === 'throw') {
        peer.send(inDialog(invite, 'REFER', 3, { headers: [['Refer-To', '<sip:c@2.test>']] }))
        await step()
      }
      assert.deepEqual([call.state, statuses()], ['answered', way === 'throw' ? [500, 200, 603] : [500, 200]])
      peer.send(inDialog(invite, 'BYE', 9))
      await step(70_000)
      const refer = way === 'throw' ? ['transferRequested'] : []
      assert.deepEqual(errors, ['progress', 'answered', 'offered', 'key', ...refer, 'ended'])
      assert.deepEqual([call.state, agent.size(), clock.timers()], ['ended', finished, 0])
    })

    test('of a registration are reported, and it is refreshed', async () => {
      const { agent, account, peer, step, errors } = setUp(ways[way])
      agent.register({ account, expiresSeconds: 100 }, { changed: ({ status }) => ways[way](status) })
      await step()
      const before = peer.count('REGISTER')
      peer.answer('REGISTER', 200, [['Contact', headerOf(peer.latest('REGISTER'), 'Contact') ?? '']])
      await step(200_000)
      assert.ok(peer.count('REGISTER') > before)
      assert.ok(errors.length > 0)
    })
  })

test('a call whose handler throws after it was answered is ended with BYE', async () => {
  const { peer, step, errors, agent } = setUp(ways.throw, {
    incomingCall(call) {
      call.answer(sdp('answer'))
      throw new Error('incomingCall')
    },
  })
  peer.send(requestOf('INVITE', { body: 'offer' }))
  await step()
  peer.send(requestOf('ACK', { to: headerOf(peer.responses.at(-1)!, 'To') ?? '' }))
  await step(70_000)
  assert.deepEqual([peer.count('BYE'), errors, agent.size()], [1, ['incomingCall'], finished])
})

test('a decision that throws drops the request, and a registrar that throws answers 500', async () => {
  let admission = (): never => ways.throw('admit')
  const { peer, step, errors } = setUp(ways.throw, {
    admit: () => admission(),
    incomingRegistration: () => ways.throw('incomingRegistration'),
  })
  peer.send(requestOf('INVITE', { body: 'offer' }))
  await step()
  assert.deepEqual([peer.responses, errors], [[], ['admit']])
  admission = () => 'accept' as never
  peer.send(requestOf('REGISTER', { callId: 'other' }))
  await step()
  assert.deepEqual([peer.responses.at(-1)!.status, errors.at(-1)], [500, 'incomingRegistration'])
})

test('functions that a transfer is given are reported as well', async () => {
  const { agent, account, peer, step, errors, all } = setUp(ways.throw)
  const start = (_: TransferReport) => ways.throw('start')
  const call = agent.call(
    { account, to: 'sip:b@2.test', offer: sdp('offer') },
    { ...all, transferRequested: () => start },
  )
  await step()
  const invite = peer.latest('INVITE')
  peer.answer('INVITE', 200, [], 'answer')
  await step()
  peer.send(inDialog(invite, 'REFER', 1, { headers: [['Refer-To', '<sip:c@2.test>']] }))
  await step()
  const outcome = call.transfer({ target: 'sip:c@2.test', progress: () => ways.throw('transfer progress') })
  await step()
  const notify = (cseq: number, text: string) =>
    peer.send({ ...inDialog(invite, 'NOTIFY', cseq, { headers: [['Event', 'refer']] }), body: Buffer.from(text) })
  notify(2, 'SIP/2.0 180 Ringing')
  notify(3, 'SIP/2.0 200 OK')
  await step()
  assert.deepEqual(await outcome, { result: 'transferred', status: 200 })
  assert.deepEqual(errors, ['answered', 'start', 'transfer progress'])
})
