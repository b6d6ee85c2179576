// Tests of URIs with the examples of RFC 3261, section 19.1, and RFC 3966.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { sameUri } from '../../src/message/same-uri.ts'
import { telephoneOf } from '../../src/message/telephone.ts'
import { formatUri, parseUri, type SipUri } from '../../src/message/uri.ts'

const uri = (text: string): SipUri => {
  const parsed = parseUri(text)
  assert.ok(parsed !== undefined, text)
  return parsed
}

it('all parts of a URI are read', () => {
  assert.deepEqual(
    uri('SIPS:alice:se%63ret@Example.com:5061;transport=TCP;lr;x=a%20b?subject=project%20x&priority=urgent'),
    {
      scheme: 'sips',
      user: 'alice',
      password: 'secret',
      host: 'Example.com',
      port: 5061,
      params: new Map([
        ['transport', 'TCP'],
        ['lr', ''],
        ['x', 'a b'],
      ]),
      headers: new Map([
        ['subject', 'project x'],
        ['priority', 'urgent'],
      ]),
    },
  )
})

it('the user part can have semicolons, question marks and escapes (RFC 4475: semiuri, intmeth, esc01, escnull)', () => {
  assert.equal(uri('sip:user;par=u%40example.net@example.com').user, 'user;par=u@example.net')
  const unusual = uri(
    "sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@example.com",
  )
  assert.equal(unusual.user, "1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*")
  assert.equal(unusual.password, "&it+has=1,weird!*pas$wo~d_too.(doesn't-it)")
  assert.equal(uri('sip:sips%3Auser%40example.com@example.net').user, 'sips:user@example.com')
  assert.equal(formatUri(uri('sip:null-%00-null@example.com')), 'sip:null-%00-null@example.com')
})

it('an IPv6 host has brackets only in the text', () => {
  const parsed = uri('sip:[2001:db8::10]:5070;lr')
  assert.deepEqual([parsed.host, parsed.port], ['2001:db8::10', 5070])
  assert.equal(formatUri(parsed), 'sip:[2001:db8::10]:5070;lr')
})

it('what is not a URI is refused', () => {
  for (const text of [
    '',
    'sip:',
    'sip:@example.com',
    'sip:a b@example.com',
    'sip:a@exa mple.com',
    'sip:a@b@c',
    'sip:a@example.com:65536',
    'sip:a@example.com:-1',
    'sip:a@[::1',
    'sip:a@[example]',
    '<sip:a@example.com>',
    'sip:a@example.com\r\nX: y',
    'http://example.com',
    'tel:',
    'tel:alice',
    `sip:${'a'.repeat(5_000)}@example.com`,
  ])
    assert.equal(parseUri(text), undefined, text)
})

it('URIs of RFC 3261, section 19.1.4 that are equivalent', () => {
  for (const [a, b] of [
    ['sip:%61lice@atlanta.com;transport=TCP', 'sip:alice@AtLanTa.CoM;Transport=tcp'],
    ['sip:carol@chicago.com', 'sip:carol@chicago.com;newparam=5'],
    ['sip:carol@chicago.com;security=on', 'sip:carol@chicago.com;newparam=5'],
    [
      'sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com',
      'sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com',
    ],
    [
      'sip:alice@atlanta.com?subject=project%20x&priority=urgent',
      'sip:alice@atlanta.com?priority=urgent&subject=project%20x',
    ],
    ['tel:+1-201-555-0123', 'tel:+12015550123'],
    ['sip:+1-201-555-0123@example.com;user=phone', 'sip:+1(201)5550123@example.com;user=phone'],
  ] as const) {
    assert.equal(sameUri(uri(a), uri(b)), true, a)
    assert.equal(sameUri(uri(b), uri(a)), true, a)
  }
})

it('URIs of RFC 3261, section 19.1.4 that are not equivalent', () => {
  for (const [a, b] of [
    ['SIP:ALICE@AtLanTa.CoM;Transport=udp', 'sip:alice@AtLanTa.CoM;Transport=UDP'],
    ['sip:bob@biloxi.com', 'sip:bob@biloxi.com:5060'],
    ['sip:bob@biloxi.com', 'sip:bob@biloxi.com;transport=udp'],
    ['sip:bob@biloxi.com', 'sip:bob@biloxi.com:6000;transport=tcp'],
    ['sip:carol@chicago.com', 'sip:carol@chicago.com?Subject=next%20meeting'],
    ['sip:bob@phone21.boxesbybob.com', 'sip:bob@192.0.2.4'],
    ['sip:carol@chicago.com;security=on', 'sip:carol@chicago.com;security=off'],
    ['sip:carol@chicago.com', 'sips:carol@chicago.com'],
    ['tel:7042;phone-context=example.com', 'tel:7042;phone-context=example.org'],
  ] as const) {
    assert.equal(sameUri(uri(a), uri(b)), false, a)
    assert.equal(sameUri(uri(b), uri(a)), false, a)
  }
})

it('numbers lose their visual separators and keep extension and context', () => {
  const numberOf = (text: string) => telephoneOf(uri(text))
  assert.deepEqual(numberOf('tel:+1-201-555-0123;ext=1-2'), { number: '+12015550123', extension: '12' })
  assert.deepEqual(numberOf('tel:7042;phone-context=example.com'), { number: '7042', context: 'example.com' })
  assert.deepEqual(numberOf('sip:+49.(30)123-4;ext=7@example.com;user=phone'), { number: '+49301234', extension: '7' })
  assert.deepEqual(numberOf('sip:+4930123@example.com'), { number: '+4930123' })
  assert.deepEqual(numberOf('sip:%2B4930123@example.com'), { number: '+4930123' })
  assert.deepEqual(numberOf('sip:*21*5%23@example.com'), { number: '*21*5#' })
  assert.equal(numberOf('sip:abba@example.com'), undefined)
  assert.equal(numberOf('sip:alice@example.com;user=phone'), undefined)
  assert.equal(numberOf('sip:example.com'), undefined)
})

it('every user, password, parameter and header field means the same after it is written and read again', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'aZ09%@:;?&=+$,/-_.!~*()[]<>"\\\0\r\n \u007fäß€😀'),
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(text, text, text, text, (user, password, value, header) => {
      const written: SipUri = {
        scheme: 'sip',
        user,
        password,
        host: 'example.com',
        params: new Map([['x', value]]),
        headers: new Map([['Replaces', header]]),
      }
      assert.deepEqual(parseUri(formatUri(written)), written)
    }),
    { numRuns: 100 },
  )
})
