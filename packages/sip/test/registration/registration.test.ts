// Tests how an account stays registered: leases, refusals, passwords and the end.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Header, SipRequest } from '../../src/message/index.ts'
import { headerOf, headersOf, respond } from '../../src/message/index.ts'
import { createRegistrar, type RegistrationState } from '../../src/registration/index.ts'
import { type Endpoint, stampReceived, type Target } from '../../src/transport/index.ts'
import { createKeepAlive } from '../../src/transport/keep-alive.ts'
import { addAgent, addPeer, createWorld, type Peer, requestOf } from '../support/peers.ts'
import { seededHex } from '../support/virtual-clock.ts'

const challenge: Header = ['WWW-Authenticate', 'Digest realm="2.test", nonce="n1", algorithm=MD5, qop="auth"']
const contactOf = (request: SipRequest): string => headerOf(request, 'Contact') ?? ''

async function register(auto: (request: SipRequest, peer: Peer) => void) {
  const world = createWorld()
  const registrar = addPeer(world, 2, (request, peer) => {
    if (request.method === 'OPTIONS') peer.answer('OPTIONS', 200)
    else auto(request, peer)
  })
  const { agent } = addAgent(world, 1)
  const credentials = { username: 'auth', password: 'secret' }
  const account = agent.addAccount({ domain: '2.test', user: 'a', credentials })
  const states: RegistrationState[] = []
  const registration = agent.register({ account, expiresSeconds: 100 }, { changed: (state) => states.push(state) })
  await world.clock.advance(50)
  return { ...world, agent, account, registrar, registration, states }
}

/** Accepts what has credentials, for the given number of seconds. */
const accept =
  (leaseSeconds: number, headers: readonly Header[] = []) =>
  (request: SipRequest, peer: Peer): void => {
    if (headerOf(request, 'Authorization') === undefined) peer.answer('REGISTER', 401, [challenge])
    else
      peer.answer('REGISTER', 200, [
        ['Contact', `${contactOf(request).split(';')[0]};expires=${leaseSeconds}`],
        ...headers,
      ])
  }

describe('a registration', () => {
  test('names the domain without a user, answers the challenge, and is refreshed at 80 % of the lease', async () => {
    const { registrar, clock, states, registration } = await register(accept(100))
    assert.deepEqual(states.at(-1), { status: 'registered', leaseSeconds: 100 })
    assert.ok(
      registrar.requests.every(({ uri }) => uri === 'sip:2.test'),
      registrar.latest('REGISTER').uri,
    )
    const [callIds, numbers] = [new Set<unknown>(), [] as number[]]
    await clock.advance(79_000)
    const before = registrar.count('REGISTER')
    await clock.advance(2_000)
    assert.ok(registrar.count('REGISTER') > before)
    for (const request of registrar.requests.filter(({ method }) => method === 'REGISTER')) {
      callIds.add(headerOf(request, 'Call-ID'))
      numbers.push(Number.parseInt(headerOf(request, 'CSeq') ?? '', 10))
    }
    assert.equal(callIds.size, 1)
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
    assert.equal(registration.state.status, 'registered')
  })

  test('tries again later if the registrar calls every nonce stale, because the password can be right', async () => {
    let nonce = 0
    const { states } = await register((_, peer) =>
      peer.answer('REGISTER', 401, [['WWW-Authenticate', `Digest realm="r", nonce="${++nonce}", stale=true`]]),
    )
    const state = states.at(-1)
    assert.ok(state?.status === 'failed' && !state.isFinal && state.code === 401)
  })

  test('takes the lease of its own Contact among several, and none if the registrar removes it', async () => {
    const foreign: Header = ['Contact', '<sip:other@192.0.2.9>;expires=0']
    for (const isFirst of [true, false]) {
      const { states } = await register((request, peer) => {
        const own: Header = ['Contact', `${contactOf(request).split(';')[0]};expires=50`]
        peer.answer('REGISTER', 200, isFirst ? [foreign, own] : [own, foreign])
      })
      assert.deepEqual(states.at(-1), { status: 'registered', leaseSeconds: 50 })
    }
    const removed = await register(accept(0))
    assert.equal(removed.states.at(-1)?.status, 'failed')
  })

  test('asks for a longer lease once if the registrar wants one', async () => {
    const asked: string[] = []
    const { states } = await register((request, peer) => {
      asked.push(headerOf(request, 'Expires') ?? /expires=(\d+)/.exec(contactOf(request))?.[1] ?? '')
      if (Number(asked.at(-1)) < 300) peer.answer('REGISTER', 423, [['Min-Expires', '300']])
      else peer.answer('REGISTER', 200, [['Contact', `${contactOf(request).split(';')[0]};expires=300`]])
    })
    assert.deepEqual([asked.at(0), asked.at(-1)], ['100', '300'])
    assert.deepEqual(states.at(-1), { status: 'registered', leaseSeconds: 300 })
  })

  test('asks for the same lease at each refresh, although the registrar grants a second less each time', async () => {
    const asked = new Set<string>()
    let leaseSeconds = 100
    const { clock, registrar, states } = await register((request, peer) => {
      asked.add(`${headerOf(request, 'Expires')} ${/expires=\d+/.exec(contactOf(request))?.[0]}`)
      peer.answer('REGISTER', 200, [['Contact', `${contactOf(request).split(';')[0]};expires=${leaseSeconds--}`]])
    })
    await clock.advance(800_000)
    assert.deepEqual([...asked], ['100 expires=100'])
    assert.deepEqual(states.at(-1), { status: 'registered', leaseSeconds: leaseSeconds + 1 })
    assert.equal(registrar.count('REGISTER'), 11)
  })

  test('has one binding after a restart that has left the former one', async () => {
    const world = createWorld()
    const registrar = createRegistrar({ clock: world.clock })
    addAgent(world, 2, {
      listener: {
        incomingCall: () => undefined,
        admit: () => 'accept',
        incomingRegistration: (request, flow) => registrar.take(request, flow, 'a'),
      },
    })
    for (const seed of [5, 6]) {
      const { agent } = addAgent(world, 1, { random: seededHex(seed) })
      agent.register({ account: agent.addAccount({ domain: '2.test', user: 'a' }) })
      await world.clock.advance(100)
    }
    assert.equal(registrar.find('a').length, 1)
  })

  test('stops after two requests with a wrong password', async () => {
    let nonce = 0
    const { registrar, clock, states } = await register((_, peer) =>
      peer.answer('REGISTER', 401, [['WWW-Authenticate', `Digest realm="2.test", nonce="${++nonce}", qop="auth"`]]),
    )
    await clock.advance(3_600_000)
    assert.equal(registrar.count('REGISTER'), 2)
    const state = states.at(-1)
    assert.ok(state?.status === 'failed' && state.isFinal)
  })

  test('is tried again later and later while the registrar does not answer', async () => {
    const { registrar, clock, states } = await register(() => {})
    await clock.advance(40_000)
    const state = states.at(-1)
    assert.ok(state?.status === 'failed' && !state.isFinal && (state.retryInMs ?? 0) >= 15_000)
    const times = new Set<number>()
    await clock.advance(2 * 3_600_000)
    const firsts = registrar.requests.filter((request) => {
      const number = Number.parseInt(headerOf(request, 'CSeq') ?? '', 10)
      return !times.has(number) && times.add(number)
    })
    assert.ok(firsts.length > 3 && firsts.length < 20, `${firsts.length} attempts`)
  })

  test('begins anew with another Call-ID after a 403 to a registration that worked', async () => {
    let isForbidden = false
    const { registrar, clock } = await register((request, peer) => {
      if (isForbidden) peer.answer('REGISTER', 403)
      else accept(100)(request, peer)
    })
    const before = headerOf(registrar.latest('REGISTER'), 'Call-ID')
    isForbidden = true
    await clock.advance(85_000)
    isForbidden = false
    await clock.advance(120_000)
    assert.notEqual(headerOf(registrar.latest('REGISTER'), 'Call-ID'), before)
  })

  test('sends calls by the Service-Route, and is removed when it stops', async () => {
    const { registrar, agent, account, clock, registration } = await register((request, peer) => {
      if (request.method === 'REGISTER') accept(100, [['Service-Route', '<sip:edge@192.0.2.2;lr>']])(request, peer)
    })
    agent.call({ account, to: 'sip:b@elsewhere.test', offer: Buffer.from('offer') }, {})
    await clock.advance(50)
    assert.equal(headerOf(registrar.latest('INVITE'), 'Route'), '<sip:edge@192.0.2.2;lr>')
    const stopped = registration.stop()
    await clock.advance(5_000)
    await stopped
    const last = registrar.latest('REGISTER')
    assert.match(`${headerOf(last, 'Expires')} ${contactOf(last)}`, /^0 |expires=0/)
  })
})

/** A registrar that sees our requests come from the public address of a NAT. */
async function registerBehindNat(
  publicAddress: (request: SipRequest) => Endpoint,
  { knowsOptions = true, isForbidden = (_: SipRequest): boolean => false } = {},
) {
  const world = createWorld()
  const registrar = addPeer(world, 2, (request, peer) => {
    if (request.method === 'OPTIONS' && !knowsOptions) return
    const flow = {
      protocol: 'udp' as const,
      remote: publicAddress(request),
      local: { address: '192.0.2.2', port: 5060 },
    }
    const bound: Header = ['Contact', `${contactOf(request).split(';')[0]};expires=3600`]
    const status = isForbidden(request) ? 403 : 200
    peer.send(respond(stampReceived(request, flow), status, { toTag: 'peer', headers: [bound] }))
  })
  const { agent } = addAgent(world, 1)
  const changes: Endpoint[] = []
  const account = agent.addAccount({ domain: '2.test', user: 'a' })
  const addressChanged = (address: Endpoint) => changes.push(address)
  const registration = agent.register({ account, expiresSeconds: 3_600 }, { addressChanged })
  await world.clock.advance(50)
  return { ...world, agent, registrar, registration, changes }
}

describe('a registration behind a NAT', () => {
  for (const refusal of ['', ', even if the registrar refuses the former Call-ID with 403'])
    test(`is made again within 60 s after the public address has changed${refusal}`, async () => {
      let seen = { address: '203.0.113.1', port: 40_000 }
      let refused: string | undefined
      const isForbidden = (request: SipRequest) => headerOf(request, 'Call-ID') === refused
      const { clock, registrar, registration, changes } = await registerBehindNat(() => seen, { isForbidden })
      await clock.advance(600_000)
      assert.equal(registrar.count('REGISTER'), 2)
      assert.equal(contactOf(registrar.latest('REGISTER')), '<sip:a@203.0.113.1:40000>;expires=3600')
      if (refusal) refused = headerOf(registrar.latest('REGISTER'), 'Call-ID')
      seen = { address: '203.0.113.2', port: 41_000 }
      await clock.advance(60_000)
      assert.deepEqual(headersOf(registrar.latest('REGISTER'), 'Contact'), [
        '<sip:a@203.0.113.2:41000>;expires=3600',
        '<sip:a@203.0.113.1:40000>;expires=0',
      ])
      assert.deepEqual([changes, registration.state.status], [[seen], 'registered'])
      const before = registrar.count('REGISTER')
      await clock.advance(600_000)
      assert.equal(registrar.count('REGISTER'), before)
    })

  test('is not made again and again when the NAT gives each request another port', async () => {
    let port = 40_000
    const { clock, registrar } = await registerBehindNat(() => ({ address: '203.0.113.1', port: ++port }))
    await clock.advance(2_000_000)
    assert.equal(registrar.count('REGISTER'), 2)
  })

  test('asks a registrar that does not know OPTIONS once for each lease', async () => {
    const seen = { address: '203.0.113.1', port: 40_000 }
    const { clock, registrar } = await registerBehindNat(() => seen, { knowsOptions: false })
    await clock.advance(2_800_000)
    assert.equal(new Set(registrar.requests.map((request) => headerOf(request, 'Call-ID'))).size, 2)
    assert.equal(registrar.count('REGISTER'), 2)
  })

  test('leaves nothing behind when it stops while the registrar is asked', async () => {
    const seen = { address: '203.0.113.1', port: 40_000 }
    const { clock, agent, registration, registrar } = await registerBehindNat(() => seen, { knowsOptions: false })
    await clock.advance(30_100)
    assert.equal(registrar.count('OPTIONS'), 1)
    void registration.stop()
    await clock.advance(60_000)
    assert.deepEqual([agent.size(), clock.timers()], [{ calls: 0, dialogs: 0, transactions: 0, timers: 0 }, 0])
  })

  test('lets a call in after 45 quiet minutes, although the NAT forgets what has been silent for 60 s', async () => {
    const { clock, network } = createWorld()
    let sentMs = 0
    network.filter = ({ from, to, atMs }) => {
      if (from.address === '192.0.2.1') sentMs = atMs
      return to.address !== '192.0.2.1' || atMs - sentMs < 60_000
    }
    const registrar = addPeer({ clock, network }, 2, (request, peer) => {
      if (request.method === 'REGISTER') peer.answer('REGISTER', 200, [['Contact', contactOf(request)]])
    })
    const endpoint = { address: '192.0.2.1', port: 5060 }
    const { keep } = createKeepAlive(clock, () => {
      sentMs = clock.now()
    })
    const transport = { ...network.attach(endpoint, () => {}), keepAlive: keep }
    const { agent, calls } = addAgent({ clock, network }, 1, { transport })
    agent.register({ account: agent.addAccount({ domain: '2.test', user: 'a' }), expiresSeconds: 3_600 })
    await clock.advance(2_700_000)
    assert.equal(registrar.count('REGISTER'), 1)
    registrar.send(requestOf('INVITE', { body: 'offer' }))
    await clock.advance(100)
    assert.deepEqual([calls.length, registrar.responses.at(-1)!.status], [1, 200])
  })
})

describe('an account with several proxies', () => {
  test('calls and asks the proxy at which it is registered, whatever the order of the addresses', async () => {
    const world = createWorld()
    const auto = (request: SipRequest, peer: Peer) => {
      if (request.method !== 'ACK') peer.answer(request.method, 200, [['Contact', contactOf(request)]])
    }
    const [first, second] = [addPeer(world, 2, auto), addPeer(world, 3, auto)]
    let turns = 0
    const targets = [2, 3].map((number): Target => ({ protocol: 'udp', address: `192.0.2.${number}`, port: 5060 }))
    const resolve = async () => (turns++ % 2 === 0 ? targets : targets.toReversed())
    const { agent } = addAgent(world, 1, { resolve })
    const account = agent.addAccount({ domain: 'trunk.test', user: 'a' })
    const registration = agent.register({ account })
    await world.clock.advance(100)
    for (let times = 0; times < 2; times++) {
      agent.call({ account, to: 'sip:b@trunk.test', offer: Buffer.from('offer') }, {})
      void agent.ping(account)
      await world.clock.advance(100)
    }
    registration.refresh()
    await world.clock.advance(100)
    const counts = ['REGISTER', 'INVITE', 'OPTIONS'].map((method) => [first.count(method), second.count(method)])
    assert.deepEqual(counts, [
      [2, 0],
      [2, 0],
      [2, 0],
    ])
  })
})
