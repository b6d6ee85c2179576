// Tests of the allow list for private addresses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAllowList } from './allow-list.ts'

test('an address without a port allows all ports of this address only', () => {
  const list = parseAllowList(['10.1.2.3', 'fd00::5', '[fd00::6]'])
  assert.ok(list.covers('any.example', '10.1.2.3', 5678))
  assert.ok(list.covers('any.example', '::ffff:10.1.2.3', 1))
  assert.ok(list.covers('fd00::5', 'fd00:0:0:0:0:0:0:5', 443))
  assert.ok(list.covers('fd00::6', 'fd00::6', 443))
  assert.ok(!list.covers('any.example', '10.1.2.4', 5678))
  assert.ok(!list.covers('10.1.2.3', '10.1.2.4', 5678))
  assert.ok(!list.covers('fd00::5', 'fd00::5%lo', 443))
  assert.ok(list.opensPort(1))
})

test('an address or network with a port allows this port only', () => {
  const list = parseAllowList(['10.1.2.3:9000', '[fd00::5]:9001', '192.168.0.0/16:9002', '[fd01::/16]:9003'])
  assert.ok(list.covers('a.example', '10.1.2.3', 9000))
  assert.ok(!list.covers('a.example', '10.1.2.3', 80))
  assert.ok(list.covers('a.example', 'fd00::5', 9001))
  assert.ok(!list.covers('a.example', 'fd00::5', 9000))
  assert.ok(list.covers('a.example', '192.168.77.1', 9002))
  assert.ok(!list.covers('a.example', '192.169.0.1', 9002))
  assert.ok(list.covers('a.example', 'fd01:2::3', 9003))
  assert.deepEqual([80, 9000, 9003, 9004].map(list.opensPort), [false, true, true, false])
})

test('a network allows the addresses with its prefix only', () => {
  const list = parseAllowList(['172.16.0.0/12', 'fd00::/8'])
  assert.ok(list.covers('a.example', '172.31.255.255', 80))
  assert.ok(!list.covers('a.example', '172.32.0.0', 80))
  assert.ok(list.covers('a.example', 'fdff::1', 80))
  assert.ok(!list.covers('a.example', 'fc00::1', 80))
})

test('a name allows the addresses it resolves to, on its port and for this name only', () => {
  const list = parseAllowList(['Intranet.Corp:8000', 'n8n:5678'])
  assert.ok(list.covers('intranet.corp', '10.0.0.9', 8000))
  assert.ok(list.covers('n8n', '172.17.0.2', 5678))
  assert.ok(!list.covers('intranet.corp', '10.0.0.9', 8001))
  assert.ok(!list.covers('evil.intranet.corp', '10.0.0.9', 8000))
  assert.ok(!list.covers('intranet.corp', 'not an address', 8000))
})

test('an empty list allows nothing', () => {
  const list = parseAllowList([])
  assert.ok(!list.covers('localhost', '127.0.0.1', 80))
  assert.ok(!list.opensPort(80))
})

test('an invalid entry is named in the error', () => {
  const bad = [
    ...['', ' ', ':80', 'host:', 'host:0', 'host:65536', 'host:80:90', 'host:http', 'http://host:80', 'host:80/path'],
    ...['*', '*:80', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/a', '10.0.0/8', '10.0.0.300:80', '127.1:80'],
    ...['0x7f000001:80', 'fd00::/129', '[fd00::5', 'fd00::5]:80', '[host]:80', '[abc]:80', '[10.0.0.1]:80'],
    ...['[fd00::5]80', 'fe80::1%eth0', '[fe80::1%eth0]:80', '::ffff:10.0.0.1', '::ffff:10.0.0.0/104', 'a..b:80'],
    ...['-a:80', 'a b:80', 'user@host:80', '10.0.0.1:99999'],
  ]
  for (const entry of bad) {
    assert.throws(
      () => parseAllowList(['10.0.0.1', entry]),
      (error: Error) => {
        assert.match(error.message, /^The allowed private address ".*" is .*\.$/, entry)
        assert.ok(error.message.includes(`"${entry}"`))
        return true
      },
    )
  }
  assert.throws(() => parseAllowList(['intranet.corp']), /is a name and needs a port: intranet\.corp:443\.$/)
})
