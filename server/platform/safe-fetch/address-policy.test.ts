// Tests of the address policy against the IANA registries.
import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPublicAddress } from './address-policy.ts'

// Derived from the IANA special-purpose registries, not from the code under test.
const special = { ipv4: new BlockList(), ipv6: new BlockList() }
const specialIPv4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 ' +
  '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 168.63.129.16/32'
const specialIPv6 = '::/3 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 4000::/2 8000::/1'
for (const [network = '', bits] of specialIPv4.split(' ').map((cidr) => cidr.split('/'))) {
  special.ipv4.addSubnet(network, Number(bits), 'ipv4')
}
for (const [network = '', bits] of specialIPv6.split(' ').map((cidr) => cidr.split('/'))) {
  special.ipv6.addSubnet(network, Number(bits), 'ipv6')
}

/** Generates IPv4 addresses, mostly near the borders of special ranges. */
const ipv4 = fc
  .oneof(
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc
      .tuple(fc.constantFrom(...specialIPv4.split(' ')), fc.integer({ min: -2, max: 2 }), fc.boolean())
      .map(([cidr, offset, atEnd]) => {
        const [network = '', bits] = cidr.split('/')
        const start = network.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
        return (start + (atEnd ? 2 ** (32 - Number(bits)) : 0) + offset + 2 ** 32) % 2 ** 32
      }),
  )
  .map((n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255].join('.'))

const group = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 1, 0xffff))
const firstGroup = fc.oneof(
  group,
  fc.constantFrom(0x2001, 0x2002, 0x2620, 0x3fff, 0x1fff, 0x2000, 0x4000, 0xfe80, 0xfd00),
)
const ipv6 = fc
  .tuple(
    firstGroup,
    fc.oneof(group, fc.constantFrom(0xdb8, 0x1ff, 0x200, 0x4f, 0xfff, 0x1000)),
    ...Array(6).fill(group),
  )
  .map((groups) => (groups as number[]).map((part) => part.toString(16)).join(':'))

test('an IPv4 address is public exactly when no registry gives it a special purpose', () => {
  fc.assert(
    fc.property(ipv4, (address) => {
      assert.equal(isPublicAddress(address), !special.ipv4.check(address, 'ipv4'), address)
    }),
    { numRuns: 20_000 },
  )
})

test('an IPv6 address is public exactly when it is globally assigned and has no special purpose', () => {
  fc.assert(
    fc.property(ipv6, (address) => {
      fc.pre(!/:0?0?200:5efe:|:0:5efe:/.test(address))
      // IPv4-mapped addresses have a separate test.
      fc.pre(!address.startsWith('0:0:0:0:0:ffff:'))
      assert.equal(isPublicAddress(address), !special.ipv6.check(address, 'ipv6'), address)
    }),
    { numRuns: 20_000 },
  )
})

test('an IPv4-mapped address is treated as its IPv4 address', () => {
  fc.assert(
    fc.property(ipv4, (address) => {
      assert.equal(isPublicAddress(`::ffff:${address}`), isPublicAddress(address))
      assert.equal(isPublicAddress(`::${address}`), false)
      assert.equal(isPublicAddress(`64:ff9b::${address}`), false)
      assert.equal(isPublicAddress(`2606:4700::5efe:${address}`), false)
    }),
  )
})

test('a malformed address is never public', () => {
  const ipv6 = ['[2606:4700::1]', '2606:4700::1%lo']
  for (const text of ['', '8.8.8', '134744072', '0x08080808', '8.8.8.8.', ...ipv6, ' 8.8.8.8', 'a.example'])
    assert.equal(isPublicAddress(text), false, text)
  fc.assert(fc.property(fc.string(), (text) => assert.equal(isPublicAddress(`${text}!`), false)))
})
