// Tests transfers in both directions (RFC 3515, RFC 3891, RFC 5589).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TransferOutcome, TransferReport } from '../../src/calls/index.ts'
import { type Header, headerOf, type SipRequest } from '../../src/message/index.ts'
import { type AgentOptions, addAgent, addPeer, createWorld, inDialog, type Peer, sdp } from '../support/peers.ts'

async function setUp(options: AgentOptions = {}, auto?: (request: SipRequest, peer: Peer) => void) {
  const world = createWorld()
  const peer = addPeer(world, 2, (request, own) => {
    if (request.method === 'INVITE') own.answer('INVITE', 200, [], 'answer')
    else if (request.method === 'BYE' || request.method === 'NOTIFY') own.answer(request.method, 200)
    else if (request.method !== 'ACK') auto?.(request, own)
  })
  const agent = addAgent(world, 1, options)
  const account = agent.agent.addAccount({ domain: '2.test', user: 'a' })
  const call = agent.agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, agent.events)
  await world.clock.advance(10)
  const step = (ms = 10) => world.clock.advance(ms)
  const invite = peer.latest('INVITE')
  let number = 0
  const notify = async (text: string, state = 'active;expires=60') => {
    const headers: Header[] = [
      ['Event', 'refer'],
      ['Subscription-State', state],
      ['Content-Type', 'message/sipfrag;version=2.0'],
    ]
    peer.send({ ...inDialog(invite, 'NOTIFY', ++number, { headers }), body: Buffer.from(text) })
    await step()
  }
  return { ...world, ...agent, account, peer, call, step, invite, notify }
}

describe('REFER that we send', () => {
  const start = async (stack: Awaited<ReturnType<typeof setUp>>) => {
    const outcomes: TransferOutcome[] = []
    void stack.call.transfer({ target: 'sip:c@2.test' }).then((outcome) => outcomes.push(outcome))
    await stack.step()
    return outcomes
  }

  test('succeeds with a report of 2xx, not with 202', async () => {
    const stack = await setUp()
    const outcomes = await start(stack)
    assert.equal(headerOf(stack.peer.latest('REFER'), 'Refer-To'), '<sip:c@2.test>')
    assert.equal(headerOf(stack.peer.latest('REFER'), 'Referred-By'), '<sip:a@2.test>')
    stack.peer.answer('REFER', 202)
    await stack.notify('SIP/2.0 100 Trying\r\n')
    await stack.notify('SIP/2.0 180 Ringing')
    assert.deepEqual(outcomes, [])
    await stack.notify('SIP/2.0 200 OK\r\n', 'terminated;reason=noresource')
    assert.deepEqual(outcomes, [{ result: 'transferred', status: 200 }])
  })

  test('keeps the caller when the target is busy, and can be repeated', async () => {
    const stack = await setUp()
    const outcomes = await start(stack)
    stack.peer.answer('REFER', 202)
    await stack.notify('SIP/2.0 486 Busy Here\r\n', 'terminated;reason=noresource')
    assert.deepEqual(
      [outcomes, stack.call.state],
      [[{ result: 'refused', status: 486, reasonPhrase: 'Busy Here' }], 'answered'],
    )
    await start(stack)
    assert.equal(stack.peer.count('REFER'), 2)
  })

  for (const status of [403, 405, 429, 488, 603]) {
    test(`reports ${status} at once and keeps the caller`, async () => {
      const stack = await setUp({}, (request, own) => {
        if (request.method === 'REFER') own.answer('REFER', status)
      })
      const outcomes = await start(stack)
      assert.equal(outcomes[0]!.result, 'refused')
      assert.equal(stack.call.state, 'answered')
    })
  }

  test('has an unknown outcome after 30 s without a report', async () => {
    const stack = await setUp()
    const outcomes = await start(stack)
    stack.peer.answer('REFER', 202)
    await stack.step(30_000)
    assert.deepEqual([outcomes, stack.call.state], [[{ result: 'unknown', hasEnded: false }], 'answered'])
  })

  test('has an unknown outcome when a BYE follows 202 without a report', async () => {
    const stack = await setUp()
    const outcomes = await start(stack)
    stack.peer.answer('REFER', 202)
    await stack.step(280)
    stack.peer.send(inDialog(stack.invite, 'BYE', 1))
    await stack.step()
    assert.deepEqual(outcomes, [{ result: 'unknown', hasEnded: true }])
  })

  test('gets 200 to reports that come after BYE', async () => {
    const stack = await setUp()
    await start(stack)
    stack.peer.answer('REFER', 202)
    stack.call.hangUp()
    await stack.notify('SIP/2.0 200 OK')
    assert.equal(stack.peer.responses.at(-1)!.status, 200)
  })

  test('ignores a report without a body, and ends with the last one', async () => {
    const stack = await setUp()
    const outcomes = await start(stack)
    stack.peer.answer('REFER', 202)
    await stack.notify('')
    assert.deepEqual(outcomes, [])
    await stack.notify('', 'terminated;reason=noresource')
    assert.deepEqual(outcomes, [{ result: 'unknown', hasEnded: false }])
  })

  test('names the Contact of the target and the dialog that is replaced', async () => {
    const stack = await setUp()
    const consultation = stack.agent.call({ account: stack.account, to: 'sip:c@2.test', offer: sdp('offer') }, {})
    await stack.step()
    void stack.call.transfer({ target: 'sip:c@2.test', replaces: consultation })
    await stack.step()
    const second = stack.peer.latest('INVITE')
    const ourTag = /tag=(.*)/.exec(headerOf(second, 'From')!)![1]
    assert.equal(
      headerOf(stack.peer.latest('REFER'), 'Refer-To'),
      `<sip:peer@192.0.2.2:5060?Replaces=${headerOf(second, 'Call-ID')}%3Bto-tag%3Dpeer%3Bfrom-tag%3D${ourTag}>`,
    )
  })
})

describe('REFER that we receive', () => {
  const refer = (stack: Awaited<ReturnType<typeof setUp>>, headers: Header[]) => {
    stack.peer.send(inDialog(stack.invite, 'REFER', 1, { headers }))
    return stack.step()
  }

  test('is refused with 603 unless the application allows it', async () => {
    const stack = await setUp()
    await refer(stack, [['Refer-To', '<sip:premium@evil.test>']])
    assert.deepEqual(
      [stack.peer.responses.at(-1)!.status, stack.call.state, stack.peer.count('NOTIFY')],
      [603, 'answered', 0],
    )
  })

  test('is refused with 400 without exactly one Refer-To', async () => {
    const stack = await setUp()
    await refer(stack, [
      ['Refer-To', '<sip:a@2.test>'],
      ['Refer-To', '<sip:b@2.test>'],
    ])
    assert.equal(stack.peer.responses.at(-1)!.status, 400)
  })

  test('is reported on in order until its last status', async () => {
    let report: TransferReport | undefined
    const targets: (string | undefined)[] = []
    const stack = await setUp({
      events: {
        transferRequested({ target, replaces }) {
          targets.push(target, replaces)
          return (given) => {
            report = given
          }
        },
      },
    })
    await refer(stack, [['Refer-To', '<sip:c@2.test?Replaces=x%3Bto-tag%3D1%3Bfrom-tag%3D2>']])
    report?.(180)
    report?.(200)
    report?.(486)
    await stack.step()
    await stack.step()
    const reports = stack.peer.requests.filter(({ method }) => method === 'NOTIFY')
    assert.deepEqual(
      reports.map(({ body }) => Buffer.from(body).toString().trim()),
      ['SIP/2.0 100 Trying', 'SIP/2.0 180 Ringing', 'SIP/2.0 200 OK'],
    )
    assert.match(headerOf(reports.at(-1)!, 'Subscription-State')!, /^terminated/)
    const contacts = [...reports, stack.peer.responses[0]!].map((message) => headerOf(message, 'Contact'))
    assert.deepEqual(new Set(contacts), new Set(['<sip:a@192.0.2.1:5060>']))
    assert.deepEqual(targets, ['sip:c@2.test', 'x;to-tag=1;from-tag=2'])
    assert.equal(stack.peer.responses[0]!.status, 202)
  })
})
