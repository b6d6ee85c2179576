// Tests of addresses, Via values and other header fields.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { formatAddress, parseAddress, tagOf, withTag } from '../../src/message/address.ts'
import { formatAuthentication, parseAuthentication } from '../../src/message/authentication.ts'
import { formatCSeq, parseCSeq, parseRAck } from '../../src/message/cseq.ts'
import { canonicalName } from '../../src/message/names.ts'
import { formatParameters, parseParameters } from '../../src/message/parameters.ts'
import { formatVia, parseVia } from '../../src/message/via.ts'

it('without angle brackets, parameters belong to the header field; within them, to the URI', () => {
  assert.deepEqual(parseAddress('sip:a@example.com;tag=1'), {
    uri: 'sip:a@example.com',
    params: new Map([['tag', '1']]),
  })
  assert.deepEqual(parseAddress('<sip:a@example.com;tag=1>'), { uri: 'sip:a@example.com;tag=1', params: new Map() })
  assert.deepEqual(parseAddress('"A <b>; \\"c\\" \\\\" <sip:a@example.com;lr>;TAG="x;y"'), {
    displayName: 'A <b>; "c" \\',
    uri: 'sip:a@example.com;lr',
    params: new Map([['tag', 'x;y']]),
  })
  assert.equal(parseAddress('Jörg Müller <sip:j@example.com>')?.displayName, 'Jörg Müller')
  assert.deepEqual(parseAddress('isbn:2983792873'), { uri: 'isbn:2983792873', params: new Map() })
})

it('what is not an address is refused', () => {
  for (const text of ['', '"a <sip:b@c>', '<sip:a@b', '< sip:a@b >', '<>', 'a@b', '<sip:a@b> x', '<sip:a@b>;"', '*'])
    assert.equal(parseAddress(text), undefined, text)
})

it('a tag is added, replaced and read', () => {
  assert.equal(tagOf('<sip:a@example.com>'), undefined)
  assert.equal(withTag('sip:a@example.com;x=y', 'T'), '<sip:a@example.com>;x=y;tag=T')
  assert.equal(tagOf(withTag('"A" <sip:a@example.com>;tag=1', '2')), '2')
  assert.equal(withTag('nonsense', '2'), 'nonsense')
})

it('every display name and parameter means the same after it is written and read again', () => {
  const text = fc.string({ minLength: 1, maxLength: 30 }).filter((each) => each.trim() === each)
  fc.assert(
    fc.property(text, text, (displayName, value) => {
      const address = { displayName, uri: 'sip:a@example.com', params: new Map([['x', value]]) }
      assert.deepEqual(parseAddress(formatAddress(address)), address)
    }),
    { numRuns: 300 },
  )
})

it('Via values are read with all parameters and unusual white space', () => {
  const via = parseVia(
    'SIP / 2.0 / udp  [2001:db8::1] : 5062 ;branch=z9hG4bKx;rport;received=[2001:db8::9];ttl=16;maddr=224.2.0.1;x=y',
  )
  assert.deepEqual(via, {
    protocol: 'UDP',
    host: '2001:db8::1',
    port: 5062,
    branch: 'z9hG4bKx',
    rport: true,
    received: '2001:db8::9',
    ttl: 16,
    maddr: '224.2.0.1',
    params: new Map([['x', 'y']]),
  })
  assert.deepEqual(parseVia(formatVia(via!)), via)
  assert.equal(parseVia('SIP/2.0/TCP a.example.com;rport=5061')?.rport, 5061)
  assert.equal(formatVia(parseVia('SIP/2.0/TLS a;rport=5061')!), 'SIP/2.0/TLS a;rport=5061')
  for (const text of [
    '',
    'SIP/2.0/UDP',
    'SIP/2.0 a',
    ';',
    'SIP/2.0/UDP a b',
    'SIP/2.0/UDP a;rport=x',
    'HTTP/1.1/UDP a',
  ])
    assert.equal(parseVia(text), undefined, text)
})

it('CSeq numbers are less than 2 to the power of 31', () => {
  assert.deepEqual(parseCSeq('0009  INVITE'), { number: 9, method: 'INVITE' })
  assert.deepEqual(parseCSeq('2147483647 BYE'), { number: 2_147_483_647, method: 'BYE' })
  for (const text of ['2147483648 BYE', '-1 BYE', '1', 'BYE', '1 B Y', '1e3 BYE', '1 B@E'])
    assert.equal(parseCSeq(text), undefined)
  assert.equal(formatCSeq({ number: 3, method: 'BYE' }), '3 BYE')
  assert.deepEqual(parseRAck('776656 1 INVITE'), { rseq: 776_656, number: 1, method: 'INVITE' })
  assert.equal(parseRAck('1 INVITE'), undefined)
})

it('parameters keep quoted values, and the first of two equal names counts', () => {
  const parameters = parseParameters('; cause = 16 ;text="a;b \\"c\\"";;lr;CAUSE=17')
  assert.deepEqual(
    parameters,
    new Map([
      ['cause', '16'],
      ['text', 'a;b "c"'],
      ['lr', ''],
    ]),
  )
  assert.deepEqual(parseParameters(formatParameters(parameters!)), parameters)
  assert.equal(parseParameters(';a="'), undefined)
  assert.equal(parseParameters(';a'.repeat(65)), undefined)
})

it('challenges are read with commas in quotes, and a repeated parameter is refused', () => {
  const challenge = parseAuthentication('Digest realm="a, \\"b\\"", nonce="x=y",qop="auth,auth-int" , algorithm=MD5')
  assert.equal(challenge?.scheme, 'Digest')
  assert.deepEqual(Object.fromEntries(challenge!.params), {
    realm: 'a, "b"',
    nonce: 'x=y',
    qop: 'auth,auth-int',
    algorithm: 'MD5',
  })
  assert.equal(parseAuthentication('Digest realm="a", realm="b"'), undefined)
  assert.equal(parseAuthentication('Digest realm="a'), undefined)
  assert.equal(parseAuthentication(''), undefined)
  assert.equal(
    formatAuthentication('Digest', [
      { name: 'realm', value: 'a"b', isQuoted: true },
      { name: 'nc', value: '00000001', isQuoted: false },
    ]),
    'Digest realm="a\\"b", nc=00000001',
  )
  assert.throws(() => formatAuthentication('Digest', [{ name: 'nc', value: '1, x="', isQuoted: false }]), RangeError)
})

it('names have one canonical form', () => {
  const names = {
    v: 'Via',
    'CALL-ID': 'Call-ID',
    i: 'Call-ID',
    cseq: 'CSeq',
    'www-authenticate': 'WWW-Authenticate',
    'x-my-field': 'X-My-Field',
    'p-asserted-identity': 'P-Asserted-Identity',
    rseq: 'RSeq',
    x: 'Session-Expires',
    'min-se': 'Min-SE',
  }
  for (const [written, canonical] of Object.entries(names)) assert.equal(canonicalName(written), canonical)
})
