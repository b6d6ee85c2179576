// Tests how an account stays registered: leases, refusals, passwords and the end.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Header, SipRequest } from '../../src/message/index.ts'
import { headerOf } from '../../src/message/index.ts'
import type { RegistrationState } from '../../src/registration/index.ts'
import { addAgent, addPeer, createWorld, type Peer } from '../support/peers.ts'

const challenge: Header = ['WWW-Authenticate', 'Digest realm="2.test", nonce="n1", algorithm=MD5, qop="auth"']
const contactOf = (request: SipRequest): string => headerOf(request, 'Contact') ?? ''

async function register(auto: (request: SipRequest, peer: Peer) => void) {
  const world = createWorld()
  const registrar = addPeer(world, 2, auto)
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
    for (const request of registrar.requests) {
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

  test('takes the lease of its own Contact among several, and none if the registrar removes it', async () => {
    const foreign: Header = ['Contact', '<sip:other@192.0.2.9>;expires=0']
    const { states } = await register(accept(50, [foreign]))
    assert.deepEqual(states.at(-1), { status: 'registered', leaseSeconds: 50 })
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
