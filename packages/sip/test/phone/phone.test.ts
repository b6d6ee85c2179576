// Tests two telephones over the loopback interface: calls, audio both ways, keys, encryption, refusals.
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import type { CallEnd } from '../../src/calls/index.ts'
import { type SipRequest, writeMessage } from '../../src/message/index.ts'
import type {
  IncomingPhoneCall,
  Phone,
  PhoneCall,
  PhoneCallEvents,
  PhoneOptions,
  PlaceOptions,
} from '../../src/phone/index.ts'
import { systemClock } from '../../src/phone/system-clock.ts'
import { requestOf } from '../support/peers.ts'
import { media, openTestPhone, watch } from './phones.ts'
import { recorder, toneFrames } from './tones.ts'

/** A caller, and a telephone that answers each call with `take`. */
async function openPair(
  take: (call: IncomingPhoneCall) => PhoneCallEvents | undefined,
  policy: PlaceOptions['policy'] = {},
  calledPolicy: PlaceOptions['policy'] = {},
  callerOptions: Partial<PhoneOptions> = {},
) {
  const stack = new AsyncDisposableStack()
  const called = stack.use(await openTestPhone({ incoming: take, policy: calledPolicy, admit: () => 'accept' }))
  const caller = stack.use(await openTestPhone({ policy, ...callerOptions }))
  const [to] = called.local.udp
  const account = caller.addAccount({ domain: `127.0.0.1:${to!.port}`, user: 'caller' })
  const call = (events: PhoneCallEvents) => caller.call(account, { to: `sip:called@127.0.0.1:${to!.port}` }, events)
  return { caller, called, call, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const arePortsClosed = (...phones: Phone[]) => phones.every(({ openPorts }) => openPorts === 0)

for (const [what, policy] of [
  ['A-law', { codecs: ['PCMA'] }],
  ['mu-law', { codecs: ['PCMU'] }],
  ['G.722', { codecs: ['G722'] }],
  ['SRTP', { srtp: 'required' }],
] as const)
  it(`both sides hear each other with ${what}, press keys, and hang up`, async () => {
    const [atCaller, atCalled] = [recorder(), recorder()]
    const answering = watch({ frame: atCalled.frame, nextFrame: toneFrames(1_000) })
    const take = (call: IncomingPhoneCall) => {
      call.ring()
      void call.answer()
      return answering.handlers
    }
    await using pair = await openPair(take, policy, policy)
    const calling = watch({ frame: atCaller.frame, nextFrame: toneFrames(440) })
    const call = await pair.call(calling.handlers)
    await calling.until('answered')
    assert.ok(calling.seen.includes('ringing'))
    await Promise.all([atCaller.received(30), atCalled.received(30)])
    await Promise.all([atCaller.hears(1_000), atCalled.hears(440)])
    assert.ok(call.sendKeys('1#'))
    await answering.until('key #')
    assert.deepEqual(
      answering.seen.filter((name) => name.startsWith('key')),
      ['key 1', 'key #'],
    )
    call.hangUp()
    await Promise.all([calling.until('ended'), answering.until('ended')])
    assert.ok(arePortsClosed(pair.caller, pair.called))
    assert.deepEqual(pair.caller.userAgent.size().calls, 0)
  })

describe('a call', () => {
  it('is rejected, and leaves no port open', async () => {
    await using pair = await openPair((call) => {
      call.reject(486)
      return {}
    })
    const calling = watch()
    await pair.call(calling.handlers)
    const end = (await calling.until('ended')) as { status: number; cause: string }
    assert.deepEqual([end.cause, end.status], ['rejected', 486])
    assert.ok(arePortsClosed(pair.caller, pair.called))
  })

  it('ends with 488 if nothing fits, before it rings, and the called side learns what was offered', async () => {
    const reasons: (string | undefined)[] = []
    await using pair = await openPair(
      (call) => {
        void call.answer()
        return { ended: (end) => reasons.push(...end.reasons.map(({ text }) => text)) }
      },
      { codecs: ['G722'] },
      { codecs: ['PCMA'] },
    )
    const calling = watch()
    await pair.call(calling.handlers)
    const end = (await calling.until('ended')) as { status: number }
    assert.equal(end.status, 488)
    assert.deepEqual(reasons, ['None of the codecs is supported: G722, TELEPHONE-EVENT.'])
    assert.ok(arePortsClosed(pair.caller, pair.called))
  })

  it('whose answer cannot be used ends, and says why', async () => {
    const answering = watch()
    await using pair = await openPair(({ signaling }) => {
      setImmediate(() =>
        signaling.answer(Buffer.from(String(Buffer.from(signaling.remoteOffer!)).replace(/m=audio \d+/, 'm=audio 0'))),
      )
      return answering.handlers
    })
    const calling = watch()
    await pair.call(calling.handlers)
    const [end, theirs] = (await Promise.all([calling.until('ended'), answering.until('ended')])) as CallEnd[]
    const text = 'The answer refuses the audio.'
    assert.deepEqual(
      [end!.reasons, theirs!.reasons],
      [[{ protocol: 'SIP', cause: 488, text }], [{ protocol: 'SIP', cause: 488, text }]],
    )
    assert.ok(!calling.seen.includes('answered'))
  })

  it('is repeated without keys if the other side refuses those that are only offered', async () => {
    let calls = 0
    await using pair = await openPair(
      (call) => {
        if (++calls === 1) {
          call.reject(488)
          return {}
        }
        void call.answer()
        return {}
      },
      { srtp: 'offered' },
    )
    const calling = watch()
    const call = await pair.call(calling.handlers)
    await calling.until('answered')
    assert.equal(calls, 2)
    call.hangUp()
    await calling.until('ended')
    assert.ok(arePortsClosed(pair.caller))
  })

  it('is not repeated after it was canceled, whatever the other side answers', async () => {
    let calls = 0
    let ringing: IncomingPhoneCall | undefined
    await using pair = await openPair(
      (call) => {
        calls++
        ringing = call
        call.ring()
        return {}
      },
      { srtp: 'offered' },
    )
    const calling = watch()
    const call = await pair.call(calling.handlers)
    await calling.until('ringing')
    call.hangUp()
    ringing!.reject(488)
    const end = (await calling.until('ended')) as { cause: string }
    assert.deepEqual([end.cause, calls], ['canceled', 1])
    assert.ok(arePortsClosed(pair.caller, pair.called))
  })

  for (const [what, stopIt] of [
    ['it is hung up', (call: PhoneCall) => call.hangUp()],
    ['the user agent drains', (_: PhoneCall, phone: Phone) => phone.userAgent.drain()],
  ] as const)
    it(`is not repeated if ${what} after the refusal`, async () => {
      let calls = 0
      let call: PhoneCall | undefined
      // The clock is read while the call ends, before it is repeated.
      const now = (): number => {
        if (call?.signaling.state === 'ended') stopIt(call, pair.caller)
        return systemClock.now()
      }
      const refuse = (incoming: IncomingPhoneCall) => {
        calls++
        incoming.reject(488)
        return {}
      }
      await using pair = await openPair(refuse, { srtp: 'offered' }, {}, { clock: { ...systemClock, now } })
      const calling = watch()
      call = await pair.call(calling.handlers)
      const end = (await calling.until('ended')) as { status: number }
      assert.deepEqual([end.status, calls], [488, 1])
      assert.ok(arePortsClosed(pair.caller, pair.called))
    })

  it('is canceled while it rings', async () => {
    const answering = watch()
    await using pair = await openPair((call) => {
      call.ring()
      return answering.handlers
    })
    const calling = watch()
    const call = await pair.call(calling.handlers)
    await calling.until('ringing')
    call.hangUp()
    const end = (await answering.until('ended')) as { cause: string }
    assert.equal(end.cause, 'canceled')
    await calling.until('ended')
    assert.ok(arePortsClosed(pair.caller, pair.called))
  })
})

it('a telephone that calls itself is refused, because its audio would go round in a loop', async () => {
  await using phone = await openTestPhone({
    admit: () => 'accept',
    incoming(call) {
      void call.answer()
      return {}
    },
  })
  const domain = `127.0.0.1:${phone.local.udp[0]!.port}`
  const calling = watch()
  await phone.call(phone.addAccount({ domain, user: 'a' }), { to: `sip:b@${domain}` }, calling.handlers)
  const end = (await calling.until('ended')) as { status: number }
  assert.deepEqual([end.status, phone.openPorts], [488, 0])
})

it('INVITEs of strangers open no port and are not answered, and a call that only rings opens none', async () => {
  const ringing: IncomingPhoneCall[] = []
  const incoming = (call: IncomingPhoneCall) => {
    ringing.push(call)
    call.ring()
    return {}
  }
  for (const admit of [undefined, () => 'accept' as const]) {
    await using phone = await openTestPhone({ trusts: () => false, incoming, admit })
    const stranger = createSocket('udp4').bind(0, '127.0.0.1')
    await once(stranger, 'listening')
    const statuses: string[] = []
    const replied = new Promise<void>((resolve) => {
      stranger.on('message', (bytes) => {
        statuses.push(String(bytes).slice(8, 11))
        if (statuses.at(-1) === '200') resolve()
      })
    })
    const send = (message: SipRequest) => stranger.send(writeMessage(message), phone.local.udp[0]!.port, '127.0.0.1')
    for (let index = 0; index < 8; index++) send(requestOf('INVITE', { callId: `stranger ${index}`, body: 'offer' }))
    send(requestOf('OPTIONS', { callId: 'last' }))
    await replied
    const { calls, transactions } = phone.userAgent.size()
    const rings = admit ? 8 : 0
    assert.deepEqual([phone.openPorts, calls, transactions, ringing.length], [0, rings, rings, rings])
    assert.equal(statuses.filter((status) => status === '180').length, rings)
    for (const call of ringing) call.reject(486)
    stranger.close()
  }
})

for (const [what, options] of [
  ['the wildcard', { media: { address: '0.0.0.0', first: 24_000, last: 24_099 } }],
  ['the loopback interface, while the signaling is not', { udp: [{ address: '0.0.0.0', port: 0 }] }],
  [
    'the loopback interface as the advertised address',
    { media: { ...media, address: '0.0.0.0', advertised: '127.0.0.1' }, udp: [{ address: '0.0.0.0', port: 0 }] },
  ],
] as const)
  it(`an address of audio that others cannot reach is refused at the start: ${what}`, async () => {
    await assert.rejects(openTestPhone(options), /Set media\.advertised/)
  })
