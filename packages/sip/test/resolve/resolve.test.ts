// Tests of finding targets with the rules of RFC 3263 and RFC 2782.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { parseUri } from '../../src/message/uri.ts'
import type { NameServer, NaptrRecord, SrvRecord } from '../../src/resolve/name-server.ts'
import { createResolver, type ResolverOptions } from '../../src/resolve/resolve.ts'
import { orderSrv } from '../../src/resolve/srv-order.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

interface Zone {
  naptr?: Record<string, NaptrRecord[]>
  srv?: Record<string, SrvRecord[]>
  a?: Record<string, string[]>
  aaaa?: Record<string, string[]>
}

const srv = (name: string, port = 5060, priority = 1, weight = 0): SrvRecord => ({ name, port, priority, weight })

const naptr = (service: string, replacement: string, order = 1, preference = 1): NaptrRecord => ({
  ...{ service, replacement, order, preference, flags: 's' },
})

function createZone(zone: Zone, over: Partial<ResolverOptions> = {}) {
  const clock = createVirtualClock()
  const queries: string[] = []
  const look =
    <Row>(type: keyof Zone) =>
    async (name: string): Promise<Row[]> => {
      queries.push(`${type} ${name}`)
      return (zone[type]?.[name] ?? []) as unknown[] as Row[]
    }
  const names: NameServer = { naptr: look('naptr'), srv: look('srv'), a: look('a'), aaaa: look('aaaa') }
  const resolve = createResolver({ clock, names, random: () => 0, ...over })
  const targets = async (text: string, serverName?: string) =>
    (await resolve(parseUri(text)!, { serverName })).map(
      ({ protocol, address, port, serverName: name }) => `${protocol} ${address} ${port}${name ? ` ${name}` : ''}`,
    )
  return { clock, queries, targets }
}

it('an IP address needs no query, and its default ports are 5060 and 5061', async () => {
  const { targets, queries } = createZone({})
  assert.deepEqual(await targets('sip:a@192.0.2.1'), ['udp 192.0.2.1 5060'])
  assert.deepEqual(await targets('sip:a@[2001:db8::1]:5070;transport=TCP'), ['tcp 2001:db8::1 5070'])
  assert.deepEqual(await targets('sips:a@192.0.2.1', 'example.com'), ['tls 192.0.2.1 5061 example.com'])
  assert.deepEqual(await targets('sip:a@192.0.2.1;transport=tls'), ['tls 192.0.2.1 5061 192.0.2.1'])
  assert.deepEqual(queries, [])
})

it('a name with a port has no NAPTR and SRV queries, and both families of addresses', async () => {
  const { targets, queries } = createZone({
    a: { 'example.com': ['192.0.2.1'] },
    aaaa: { 'example.com': ['2001:db8::1'] },
  })
  assert.deepEqual(await targets('sip:example.com:5080'), ['udp 192.0.2.1 5080', 'udp 2001:db8::1 5080'])
  assert.deepEqual(queries, ['a example.com', 'aaaa example.com'])
})

it('NAPTR records choose the protocol in their order (RFC 3263, section 4.1)', async () => {
  const { targets } = createZone({
    naptr: {
      'example.com': [
        naptr('SIP+D2U', '_sip._udp.example.com', 100),
        naptr('SIPS+D2T', '_sips._tcp.example.com', 50),
        naptr('SIP+D2T', '_sip._tcp.example.com', 90),
        naptr('SIP+D2X', '_sip._x.example.com', 1),
      ],
    },
    srv: {
      '_sips._tcp.example.com': [srv('s.example.com', 5061)],
      '_sip._tcp.example.com': [srv('t.example.com', 5062)],
    },
    a: { 's.example.com': ['192.0.2.1'], 't.example.com': ['192.0.2.2'] },
  })
  assert.deepEqual(await targets('sip:example.com'), ['tls 192.0.2.1 5061 example.com', 'tcp 192.0.2.2 5062'])
  assert.deepEqual(await targets('sips:example.com'), ['tls 192.0.2.1 5061 example.com'])
})

it('without NAPTR, SRV records are looked up, the certificate has the name of the domain, and A records come last', async () => {
  const { targets } = createZone({
    srv: {
      '_sip._udp.tel.example.de': [srv('b.example.de', 5060, 2), srv('a.example.de', 5070, 1)],
      '_sips._tcp.tel.example.de': [srv('a.example.de', 5061)],
    },
    a: { 'a.example.de': ['192.0.2.1'], 'b.example.de': ['192.0.2.2'], 'plain.example.de': ['192.0.2.3'] },
  })
  const expected = ['udp 192.0.2.1 5070', 'udp 192.0.2.2 5060', 'tls 192.0.2.1 5061 tel.example.de']
  assert.deepEqual(await targets('sip:tel.example.de'), expected)
  assert.deepEqual(await targets('sips:tel.example.de'), ['tls 192.0.2.1 5061 tel.example.de'])
  assert.deepEqual(await targets('sip:plain.example.de'), ['udp 192.0.2.3 5060'])
  assert.deepEqual(await targets('sip:missing.example.de'), [])
  assert.deepEqual(await targets('sip:tel.example.de;transport=sctp'), [])
  assert.deepEqual(await targets('tel:+4930123'), [])
})

it('answers are kept for 60 s, and the number of targets is bounded', async () => {
  const many = Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`)
  const { targets, queries, clock } = createZone({ a: { 'example.com': many } })
  assert.equal((await targets('sip:example.com:5060')).length, 16)
  clock.advance(59_999)
  await targets('sip:example.com:5060')
  assert.equal(queries.length, 2)
  clock.advance(1)
  await targets('sip:example.com:5060')
  assert.equal(queries.length, 4)
})

it('servers that fail are passed over where others answer, and reported where none does', async () => {
  const fail = () => Promise.reject(new Error('SERVFAIL'))
  const partly = createZone({}, { names: { naptr: fail, srv: fail, a: async () => ['192.0.2.1'], aaaa: fail } })
  assert.deepEqual(await partly.targets('sip:example.com'), ['udp 192.0.2.1 5060'])
  const none = createZone({}, { names: { naptr: fail, srv: fail, a: fail, aaaa: fail } })
  await assert.rejects(none.targets('sip:example.com'), /SERVFAIL/)
  await assert.rejects(none.targets('sip:example.com'), /SERVFAIL/)
})

it('servers that never answer are given up after 10 s', async () => {
  const never = () => new Promise<never>(() => {})
  const { clock, targets } = createZone({}, { names: { naptr: never, srv: never, a: never, aaaa: never } })
  const result = assert.rejects(targets('sip:example.com'), /not answered in time/)
  clock.advance(10_000)
  await result
  assert.equal(clock.timers(), 0)
})

it('priorities come before weights, and a record is chosen as often as its weight says (RFC 2782)', () => {
  const records = [srv('c', 1, 2, 0), srv('a', 1, 1, 90), srv('b', 1, 1, 10)]
  let firstA = 0
  for (let index = 0; index < 1_000; index++) {
    const ordered = orderSrv(records, () => index / 1_000).map(({ name }) => name)
    if (ordered[0] === 'a') firstA++
    assert.equal(ordered[2], 'c')
  }
  assert.ok(firstA > 870 && firstA < 930, String(firstA))
  fc.assert(
    fc.property(
      fc.array(fc.record({ priority: fc.nat(3), weight: fc.nat(65_535) })),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (each, chance) => {
        const all = each.map(({ priority, weight }, index) => srv(`h${index}`, 1, priority, weight))
        const ordered = orderSrv(all, () => chance)
        assert.deepEqual(new Set(ordered), new Set(all))
        assert.deepEqual(
          ordered.map(({ priority }) => priority),
          all.map(({ priority }) => priority).sort((a, b) => a - b),
        )
      },
    ),
  )
})
