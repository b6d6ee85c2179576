// Tests session timers in both roles (RFC 4028).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { actsAfterMs, answerTimer, takeTimer } from '../../src/calls/session-timer.ts'
import { type Header, headerOf, type SipRequest } from '../../src/message/index.ts'
import { addAgent, addPeer, createWorld, dialogOf, inDialog, type Peer, requestOf, sdp } from '../support/peers.ts'

const withTimer = (value: string): Header[] => [
  ['Session-Expires', value],
  ['Supported', 'timer'],
]

async function placed(
  sessionExpires: string | undefined,
  allow: string[] = [],
  auto?: (request: SipRequest, peer: Peer) => void,
) {
  const world = createWorld()
  const headers: Header[] = [
    ...(sessionExpires ? [['Session-Expires', sessionExpires] as Header] : []),
    ...allow.map((name): Header => ['Allow', name]),
  ]
  const peer = addPeer(world, 2, (request, own) => {
    if (auto) auto(request, own)
    if (request.method === 'INVITE' && !auto) own.answer('INVITE', 200, headers, 'answer')
    else if (!auto && request.method !== 'ACK') own.answer(request.method, 200, headers)
  })
  const agent = addAgent(world, 1)
  const account = agent.agent.addAccount({ domain: '2.test', user: 'a' })
  const call = agent.agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer') }, agent.events)
  await world.clock.advance(10)
  return { ...world, ...agent, peer, call, step: (ms: number) => world.clock.advance(ms) }
}

describe('Session timers of a call that we place', () => {
  test('an INVITE asks for 1,800 s, and a peer without Session-Expires gets no refresh', async () => {
    const { peer, call, step } = await placed(undefined)
    assert.equal(headerOf(peer.latest('INVITE'), 'Session-Expires'), '1800')
    await step(4_000_000)
    assert.deepEqual([peer.count('INVITE'), peer.count('UPDATE'), call.state], [1, 0, 'answered'])
  })

  test('we refresh at half of the interval with UPDATE if the peer allows it, for 20 minutes of SE 90', async () => {
    const { peer, call, step } = await placed('90;refresher=uac', ['UPDATE'])
    await step(1_200_000)
    assert.deepEqual([peer.count('INVITE'), peer.count('UPDATE'), call.state], [1, 26, 'answered'])
    const update = peer.latest('UPDATE')
    assert.equal(headerOf(update, 'Session-Expires'), '90;refresher=uac')
    assert.equal(update.body.length, 0)
  })

  test('otherwise with a re-INVITE and the same session description', async () => {
    const { peer, call, step, log } = await placed('90;refresher=uac', ['INVITE', 'BYE'])
    await step(100_000)
    assert.deepEqual(
      [peer.count('INVITE'), Buffer.from(peer.latest('INVITE').body).toString(), call.state],
      [3, 'offer', 'answered'],
    )
    assert.equal(peer.count('ACK'), 3)
    assert.equal(log.at(-1), 'session answer')
  })

  test('the peer refreshes, and the call lives for 20 minutes', async () => {
    const { peer, call, step } = await placed('90;refresher=uas', ['UPDATE'])
    const invite = peer.latest('INVITE')
    for (let number = 1; number <= 26; number++) {
      await step(45_000)
      peer.send(inDialog(invite, 'UPDATE', number, { headers: withTimer('90;refresher=uac') }))
    }
    await step(1_000)
    assert.deepEqual(
      [call.state, headerOf(peer.responses.at(-1)!, 'Session-Expires')],
      ['answered', '90;refresher=uac'],
    )
  })

  test('the call ends with BYE at expiry − min(32, SE / 3) if the peer does not refresh', async () => {
    const { peer, ended, step } = await placed('90;refresher=uas')
    await step(59_900)
    assert.equal(peer.count('BYE'), 0)
    await step(200)
    assert.deepEqual([peer.count('BYE'), ended[0]!.cause], [1, 'expired'])
  })

  test('a refresh that is refused ends the call shortly before its end', async () => {
    const { peer, ended, step } = await placed('90;refresher=uac', ['UPDATE'], (request, own) => {
      if (request.method === 'INVITE')
        own.answer(
          'INVITE',
          200,
          [
            ['Session-Expires', '90;refresher=uac'],
            ['Allow', 'UPDATE'],
          ],
          'answer',
        )
      else if (request.method === 'UPDATE') own.answer('UPDATE', 500)
      else if (request.method === 'BYE') own.answer('BYE', 200)
    })
    await step(59_800)
    assert.deepEqual([peer.count('UPDATE'), peer.count('BYE')], [1, 0])
    await step(300)
    assert.deepEqual([peer.count('BYE'), ended[0]!.cause], [1, 'expired'])
  })

  test('422 to a refresh is repeated with the interval of the peer', async () => {
    let refused = 0
    const { peer, call, step } = await placed('90;refresher=uac', [], (request, own) => {
      const [interval] = (headerOf(request, 'Session-Expires') ?? '0').split(';')
      if (request.method === 'INVITE' && isReinvite(request) && Number(interval) < 120) {
        refused++
        own.answer('INVITE', 422, [['Min-SE', '120']])
      } else if (request.method === 'INVITE')
        own.answer(
          'INVITE',
          200,
          [['Session-Expires', isReinvite(request) ? '120;refresher=uac' : '90;refresher=uac']],
          'answer',
        )
    })
    await step(46_000)
    assert.deepEqual(
      [
        refused,
        headerOf(peer.latest('INVITE'), 'Session-Expires'),
        headerOf(peer.latest('INVITE'), 'Min-SE'),
        call.state,
      ],
      [1, '120;refresher=uac', '120', 'answered'],
    )
  })

  for (const refresher of ['uac', 'uas'])
    test(`a call that has rung first lives for 20 minutes of SE 90 with the refresher ${refresher}`, async () => {
      const headers = withTimer(`90;refresher=${refresher}`)
      const { peer, call, step } = await placed(undefined, [], (request, own) => {
        if (request.method === 'INVITE' && !isReinvite(request)) own.answer('INVITE', 183, [], 'preview', 'fork')
        else if (request.method !== 'ACK') own.answer(request.method, 200, headers, 'answer')
      })
      const invite = peer.latest('INVITE')
      peer.answer('INVITE', 180)
      await step(60_000)
      peer.answer('INVITE', 200, headers, 'answer')
      for (let number = 1; number <= 26; number++) {
        await step(45_010)
        if (refresher === 'uas')
          peer.send(inDialog(invite, 'UPDATE', number, { headers: withTimer('90;refresher=uac') }))
      }
      await step(10)
      assert.deepEqual([call.state, peer.count('INVITE')], ['answered', refresher === 'uac' ? 27 : 1])
    })

  test('a refresh while the peer holds the call keeps the hold', async () => {
    const { peer, call, step, log } = await placed('90;refresher=uac')
    peer.send(inDialog(peer.latest('INVITE'), 'INVITE', 1, { body: 'hold', headers: withTimer('90;refresher=uas') }))
    await step(10)
    peer.send(inDialog(peer.requests[0]!, 'ACK', 1))
    await step(50_000)
    assert.deepEqual([call.state, peer.count('INVITE')], ['answered', 2])
    assert.equal(Buffer.from(peer.latest('INVITE').body).toString(), 'answer to hold')
    assert.deepEqual(log.slice(1), ['offered hold', 'session answer'])
  })

  test('refreshes during hold keep the hold', async () => {
    const { peer, call, step } = await placed('90;refresher=uac')
    void call.offer(sdp('hold'))
    await step(50_000)
    assert.equal(Buffer.from(peer.latest('INVITE').body).toString(), 'hold')
  })
})

const isReinvite = (request: SipRequest): boolean => /tag=/.test(headerOf(request, 'To') ?? '')

describe('Session timers of an incoming call', () => {
  async function answered(headers: Header[]) {
    const world = createWorld()
    const peer = addPeer(world, 2, (request, own) => {
      if (request.method !== 'ACK')
        own.answer(request.method, 200, withTimer('120;refresher=uac'), request.method === 'INVITE' ? 'answer' : '')
    })
    const agent = addAgent(world, 1)
    peer.send(requestOf('INVITE', { body: 'offer', headers }))
    await world.clock.advance(10)
    const response = peer.responses.at(-1)!
    peer.send(requestOf('ACK', dialogOf(response)))
    return { ...world, ...agent, peer, response, step: (ms: number) => world.clock.advance(ms) }
  }

  test('the peer refreshes unless it asks us to', async () => {
    const { response } = await answered(withTimer('300'))
    assert.deepEqual(
      [headerOf(response, 'Session-Expires'), headerOf(response, 'Require')],
      ['300;refresher=uac', 'timer'],
    )
  })

  test('we refresh if the peer asks us to', async () => {
    const { response, peer, step, calls } = await answered(withTimer('120;refresher=uas'))
    assert.equal(headerOf(response, 'Session-Expires'), '120;refresher=uas')
    await step(200_000)
    assert.deepEqual([peer.count('INVITE'), calls[0]!.state], [3, 'answered'])
  })

  test('the peer refreshes for 20 minutes of SE 90 after it has heard us ring', async () => {
    const world = createWorld()
    const peer = addPeer(world, 2)
    const { calls } = addAgent(world, 1, { onCall: (call) => call.ring() })
    peer.send(requestOf('INVITE', { body: 'offer', headers: withTimer('90;refresher=uac') }))
    await world.clock.advance(30_000)
    calls[0]!.answer(sdp('answer'))
    await world.clock.advance(10)
    const dialog = dialogOf(peer.responses.at(-1)!)
    peer.send(requestOf('ACK', dialog))
    for (let cseq = 2; cseq <= 28; cseq++) {
      await world.clock.advance(45_000)
      peer.send(requestOf('UPDATE', { ...dialog, cseq, headers: withTimer('90;refresher=uac') }))
    }
    await world.clock.advance(10)
    assert.deepEqual([calls[0]!.state, peer.responses.at(-1)!.status], ['answered', 200])
    await world.clock.advance(60_010)
    assert.deepEqual([calls[0]!.state, peer.count('BYE')], ['ended', 1])
  })

  test('a peer without timers gets none', async () => {
    const { response, step, calls } = await answered([])
    assert.equal(headerOf(response, 'Session-Expires'), undefined)
    await step(4_000_000)
    assert.equal(calls[0]!.state, 'answered')
  })
})

describe('The negotiation', () => {
  test('gives both sides opposite roles and the same interval, never below the larger Min-SE', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 90, max: 10_000 }),
        fc.option(fc.constantFrom('uac', 'uas')),
        fc.integer({ min: 90, max: 1_000 }),
        (interval, refresher, least) => {
          const request = requestOf('INVITE', {
            headers: [
              ...withTimer(`${interval}${refresher ? `;refresher=${refresher}` : ''}`),
              ['Min-SE', String(least)],
            ],
          })
          const answer = answerTimer(request)
          assert.ok('timer' in answer && answer.timer)
          const client = takeTimer({ ...requestOf('INVITE'), headers: [...answer.headers] })!
          assert.equal(client.interval, answer.timer.interval)
          assert.notEqual(client.refresher, answer.timer.refresher)
          assert.ok(client.interval >= least && client.interval >= Math.min(interval, 10_000))
          const [refreshes, ends] = client.refresher === 'local' ? [client, answer.timer] : [answer.timer, client]
          assert.ok(actsAfterMs(refreshes) < actsAfterMs(ends))
          assert.ok(actsAfterMs(ends) < client.interval * 1_000)
        },
      ),
    )
  })
})
