// Tests the bindings of extensions that register here.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Header, headerOf } from '../../src/message/index.ts'
import { createRegistrar, type RegistrarAnswer, type RegistrarOptions } from '../../src/registration/index.ts'
import type { Flow, Target } from '../../src/transport/index.ts'
import { addAgent, addPeer, createWorld, requestOf, sdp } from '../support/peers.ts'
import { createSettlingClock } from '../support/virtual-clock.ts'

const aor = 'sip:10@1.test'
const phone = '<sip:10@10.0.0.7:5060>'
const flow: Flow = {
  protocol: 'udp',
  remote: { address: '192.0.2.2', port: 40_000 },
  local: { address: '192.0.2.1', port: 5060 },
}

function setUp(options: Partial<RegistrarOptions> = {}) {
  const clock = createSettlingClock()
  const registrar = createRegistrar({ clock, ...options })
  let cseq = 0
  const register = (contacts: readonly string[], more: { cseq?: number; headers?: Header[]; aor?: string } = {}) => {
    const headers = [...contacts.map((value): Header => ['Contact', value]), ...(more.headers ?? [])]
    const request = requestOf('REGISTER', { cseq: more.cseq ?? ++cseq, headers })
    // The Contact of the helper comes first and is not meant here.
    const first = request.headers.findIndex(([name]) => name === 'Contact')
    const own = request.headers.filter((_, index) => index !== first)
    return registrar.take({ ...request, headers: own }, flow, more.aor ?? aor)
  }
  return { clock, registrar, register }
}

const contactsOf = ({ headers }: RegistrarAnswer): string[] =>
  headers.filter(([name]) => name === 'Contact').map(([, value]) => value)

describe('A registrar', () => {
  test('clips a long lease, refuses a short one with Min-Expires, and forgets an expired binding', async () => {
    const { clock, registrar, register } = setUp()
    assert.deepEqual(contactsOf(register([`${phone};expires=999999`])), [`${phone};expires=3600;q=1`])
    assert.deepEqual(register([`${phone};expires=59`]), { status: 423, headers: [['Min-Expires', '60']] })
    await clock.advance(3_599_000)
    assert.equal(registrar.find(aor).length, 1)
    await clock.advance(1_000)
    assert.equal(registrar.find(aor).length, 0)
  })

  test('takes the lease from Expires if Contact has none, and lists the bindings for a query', () => {
    const { register } = setUp()
    register([phone], { headers: [['Expires', '120']] })
    assert.deepEqual(register([]), { status: 200, headers: [['Contact', `${phone};expires=120;q=1`]] })
  })

  test('removes one binding with an expires of 0, and all with * alone and Expires 0', () => {
    const { registrar, register } = setUp()
    register([phone, '<sip:10@10.0.0.8>'])
    register([`${phone};expires=0`])
    assert.deepEqual(
      registrar.find(aor).map(({ contact }) => contact),
      ['sip:10@10.0.0.8'],
    )
    assert.equal(register(['*']).status, 400)
    assert.equal(register(['*', phone], { headers: [['Expires', '0']] }).status, 400)
    assert.equal(register(['*'], { headers: [['Expires', '60']] }).status, 400)
    assert.equal(registrar.find(aor).length, 1)
    assert.equal(register(['*'], { headers: [['Expires', '0']] }).status, 200)
    assert.deepEqual([registrar.find(aor), registrar.size()], [[], 0])
  })

  test('changes nothing for a request that was overtaken by a later one of the same Call-ID', () => {
    const { registrar, register } = setUp()
    register([phone], { cseq: 5 })
    assert.equal(register(['<sip:10@10.0.0.8>', `${phone};expires=0`], { cseq: 4 }).status, 500)
    assert.equal(register(['*'], { cseq: 4, headers: [['Expires', '0']] }).status, 500)
    assert.equal(registrar.find(aor).length, 1)
  })

  test('keeps one binding for a Contact that one request names twice', () => {
    const { registrar, register } = setUp()
    assert.equal(register([`${phone};expires=100`, `${phone};expires=200`]).status, 200)
    assert.equal(registrar.find(aor).length, 1)
  })

  test('orders the bindings by q, and reads a bad q as 1', () => {
    const { registrar, register } = setUp()
    register(['<sip:a@h>;q=0.3', '<sip:b@h>;q=0.7', '<sip:c@h>;q=9'])
    assert.deepEqual(
      registrar.find(aor).map(({ contact }) => contact),
      ['sip:c@h', 'sip:b@h', 'sip:a@h'],
    )
  })

  test('refuses Contacts that are no SIP URI', () => {
    const { registrar, register } = setUp()
    for (const contact of ['<tel:+4930>', '<>', 'nonsense']) assert.equal(register([contact]).status, 400, contact)
    assert.equal(registrar.size(), 0)
  })

  test('takes another address-of-record only when one has expired', async () => {
    const { clock, register } = setUp({ maxAddresses: 1 })
    register([`${phone};expires=60`])
    assert.equal(register([phone], { aor: 'sip:11@1.test' }).status, 403)
    await clock.advance(60_000)
    assert.equal(register([phone], { aor: 'sip:11@1.test' }).status, 200)
  })

  test('counts no address-of-record whose bindings have expired', async () => {
    const { clock, registrar, register } = setUp()
    register([`${phone};expires=60`])
    await clock.advance(60_000)
    assert.equal(registrar.size(), 0)
  })

  test('keeps its bounds, and leases within its limits, whatever is registered', () => {
    const contact = fc.record({ host: fc.integer({ min: 1, max: 9 }), lease: fc.integer({ min: 0, max: 9_999 }) })
    const step = fc.record({ aor: fc.integer({ min: 1, max: 5 }), contacts: fc.array(contact, { maxLength: 5 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { clock, registrar, register } = setUp({ maxContacts: 3, maxAddresses: 3 })
        for (const { aor: number, contacts } of steps) {
          const name = `sip:${number}@1.test`
          const before = registrar.find(name)
          const values = contacts.map(({ host, lease }) => `<sip:x@10.0.0.${host}>;expires=${lease}`)
          const { status } = register(values, { aor: name })
          const bindings = registrar.find(name)
          if (status !== 200) assert.deepEqual(bindings, before)
          assert.ok(bindings.length <= 3 && registrar.size() <= 3)
          assert.equal(new Set(bindings.map((binding) => binding.contact)).size, bindings.length)
          for (const { expiresAtMs } of bindings)
            assert.ok(expiresAtMs >= clock.now() + 60_000 && expiresAtMs <= clock.now() + 3_600_000)
        }
      }),
    )
  })
})

test('an extension behind NAT is called over the flow that its REGISTER came from', async () => {
  const world = createWorld()
  const registrar = createRegistrar({ clock: world.clock })
  const extension = addPeer(world, 2)
  const { agent, events } = addAgent(world, 1, {
    listener: {
      admit: () => 'accept',
      incomingCall: () => undefined,
      incomingRegistration: (request, from) => registrar.take(request, from, aor),
    },
  })
  const request = requestOf('REGISTER', { uri: 'sip:1.test' })
  const headers = request.headers.map(([name, value]): Header => [name, name === 'Contact' ? phone : value])
  extension.send({ ...request, headers })
  await world.clock.advance(10)
  assert.equal(extension.responses.at(-1)!.status, 200)
  const [binding] = registrar.find(aor)
  const { protocol, remote } = binding!.flow
  const targets: Target[] = [{ protocol, ...remote }]
  const account = agent.addAccount({ domain: '1.test', user: 'parley' })
  agent.call({ account, to: binding!.contact, targets, offer: sdp('offer') }, events)
  await world.clock.advance(10)
  const invite = extension.latest('INVITE')
  assert.equal(invite.uri, 'sip:10@10.0.0.7:5060')
  assert.equal(headerOf(invite, 'To'), '<sip:10@10.0.0.7:5060>')
})
