// Tests of digest authentication with the examples of RFC 2069, 2617 and 7616.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDigestClient } from '../../src/digest/client.ts'
import { type DigestInput, digestOf, digestResponse } from '../../src/digest/hash.ts'
import { createDigestServer, type DigestServerOptions } from '../../src/digest/server.ts'
import { type Header, headerOf, headersOf, type SipRequest, type SipResponse } from '../../src/message/message.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const request = (headers: readonly Header[] = [], over: Partial<SipRequest> = {}): SipRequest => ({
  method: 'REGISTER',
  uri: 'sip:example.com',
  headers: [['Call-ID', 'a'], ...headers],
  body: new Uint8Array(),
  ...over,
})

const response = (status: number, ...challenges: string[]): SipResponse => ({
  status,
  reason: '',
  headers: challenges.map((each) => [status === 407 ? 'Proxy-Authenticate' : 'WWW-Authenticate', each]),
  body: new Uint8Array(),
})

const client = (over = {}) => createDigestClient({ username: 'bob', password: 'zanzibar', ...over }, () => '0a4f113b')

const retry = (answer: ReturnType<ReturnType<typeof client>['answerChallenge']>): readonly Header[] => {
  assert.equal(answer.type, 'retry')
  return 'headers' in answer ? answer.headers : []
}

it('the examples of the RFCs have the responses that they print', () => {
  const mufasa: DigestInput = {
    algorithm: 'MD5',
    isSession: false,
    username: 'Mufasa',
    realm: 'http-auth@example.org',
    password: 'Circle of Life',
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    uri: '/dir/index.html',
    method: 'GET',
    qop: 'auth',
    nc: '00000001',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  }
  // RFC 7616, section 3.9.1.
  assert.equal(digestResponse(mufasa), '8ca523f5e9506fed4657c9700eebdbec')
  assert.equal(
    digestResponse({ ...mufasa, algorithm: 'SHA-256' }),
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  )
  // RFC 7616, section 3.9.2, as erratum 4897 corrects it.
  const doe = {
    ...mufasa,
    username: 'Jäsøn Doe',
    password: 'Secret, or not?',
    realm: 'api@example.org',
    uri: '/doe.json',
    nonce: '5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK',
    cnonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v',
  }
  assert.equal(
    digestResponse({ ...doe, algorithm: 'SHA-512-256' }),
    '3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5',
  )
  // RFC 2617, section 3.5.
  const old = {
    ...mufasa,
    realm: 'testrealm@host.com',
    password: 'Circle Of Life',
    nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
    cnonce: '0a4f113b',
  }
  assert.equal(digestResponse(old), '6629fae49393a05397450978507c4ef1')
  // RFC 2069, section 2.4, as erratum 749 corrects it.
  assert.equal(digestResponse({ ...old, password: 'CircleOfLife', qop: undefined }), '1949323746fe6a43ef61f9606e7febea')
})

it('auth-int hashes the body, and -sess hashes the nonces into the user', () => {
  const body = new TextEncoder().encode('v=0\r\n')
  const h = (text: string) => digestOf('MD5', text)
  const input: DigestInput = {
    ...{ algorithm: 'MD5', isSession: true, username: 'u', realm: 'r', password: 'p', nonce: 'n', uri: 'sip:a' },
    ...{ method: 'INVITE', qop: 'auth-int', nc: '00000001', cnonce: 'c', body },
  }
  const first = h(`${h('u:r:p')}:n:c`)
  assert.equal(digestResponse(input), h(`${first}:n:00000001:c:auth-int:${h(`INVITE:sip:a:${h('v=0\r\n')}`)}`))
})

it('credentials have quotes only where RFC 7616 has them', () => {
  const [header] = retry(
    client().answerChallenge(
      request(),
      response(401, 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5, opaque="o"'),
    ),
  )
  assert.equal(header![0], 'Authorization')
  assert.match(
    header![1],
    /^Digest username="bob", realm="r", nonce="n", uri="sip:example\.com", response="[0-9a-f]{32}", algorithm=MD5, cnonce="0a4f113b", qop=auth, nc=00000001, opaque="o"$/,
  )
  const [old] = retry(client().answerChallenge(request(), response(407, 'Digest realm="r",nonce="n"')))
  assert.equal(old![0], 'Proxy-Authorization')
  assert.match(
    old![1],
    /^Digest username="bob", realm="r", nonce="n", uri="sip:example\.com", response="[0-9a-f]{32}"$/,
  )
})

it('the strongest challenge that is understood is answered, and auth is preferred to auth-int', () => {
  const algorithms = ['MD5', 'SHA-256', 'SHA-512-256', 'SHA-512', 'SHA-256-sess']
  const challenges = algorithms.map((each) => `Digest realm="r", nonce="n", qop="auth-int,auth", algorithm=${each}`)
  const [header, ...others] = retry(client().answerChallenge(request(), response(401, ...challenges)))
  assert.equal(others.length, 0)
  assert.match(header![1], /algorithm=SHA-512-256, .*qop=auth,/)
  for (const challenge of [
    'Basic realm="r"',
    'Digest realm="r", nonce="n", algorithm=SHA-1',
    'Digest realm="r", nonce="n", qop="x"',
    'Digest',
  ])
    assert.equal(client().answerChallenge(request(), response(401, challenge)).type, 'unsupported')
  const other = client({ realm: 'mine' }).answerChallenge(request(), response(401, 'Digest realm="r", nonce="n"'))
  assert.equal(other.type, 'unsupported')
})

it('a proxy and a server can both ask, and both get credentials', () => {
  const both = client()
  const first = retry(both.answerChallenge(request(), response(407, 'Digest realm="p", nonce="1"')))
  const second = retry(both.answerChallenge(request(first), response(401, 'Digest realm="s", nonce="2"')))
  assert.deepEqual(second.map(([name]) => name).sort(), ['Authorization', 'Proxy-Authorization'])
})

it('an algorithm that is weaker than one that has succeeded is not answered', () => {
  const one = client()
  const challenge = (algorithm: string, nonce: string) =>
    response(401, `Digest realm="r", nonce="${nonce}", qop="auth", algorithm=${algorithm}`)
  const first = request(retry(one.answerChallenge(request(), challenge('SHA-256', '1'))))
  // A refusal says nothing about the algorithm.
  one.accepted(first, false)
  retry(one.answerChallenge(request(), challenge('MD5', '2')))
  const second = request(retry(one.answerChallenge(request(), challenge('SHA-256', '3'))))
  one.accepted(second, true)
  for (const weaker of [
    challenge('MD5', '4'),
    challenge('MD5-sess', '5'),
    response(401, 'Digest realm="r", nonce="6"'),
  ])
    assert.equal(one.answerChallenge(request(), weaker).type, 'unsupported')
  retry(one.answerChallenge(request(), challenge('SHA-256', '7')))
  retry(one.answerChallenge(request(), challenge('SHA-512-256', '8')))
})

it('a server with nothing but MD5 without qop is answered again and again', () => {
  const one = client()
  for (const nonce of ['1', '2', '3'])
    one.accepted(
      request(retry(one.answerChallenge(request(), response(401, `Digest realm="r", nonce="${nonce}"`)))),
      true,
    )
})

it('nc rises with every request of one nonce, and an accepted nonce is used again', () => {
  const one = client()
  assert.deepEqual(one.authorize(request()), [])
  const first = request(retry(one.answerChallenge(request(), response(401, 'Digest realm="r", nonce="n", qop="auth"'))))
  assert.deepEqual(one.authorize(request()), [])
  one.accepted(first, true)
  const counts = [1, 2, 3].map(() => /nc=(\w+)/.exec(one.authorize(request())[0]![1])?.[1])
  assert.deepEqual(counts, ['00000002', '00000003', '00000004'])
  one.forget()
  assert.deepEqual(one.authorize(request()), [])
})

it('a wrong password ends after two requests, whether or not the server sends a fresh nonce', () => {
  for (const nonce of ['n', 'm']) {
    const one = client()
    const second = retry(one.answerChallenge(request(), response(401, 'Digest realm="r", nonce="n", qop="auth"')))
    const answer = one.answerChallenge(request(second), response(401, `Digest realm="r", nonce="${nonce}", qop="auth"`))
    assert.equal(answer.type, 'rejected')
  }
})

it('a nonce that was accepted and has expired is replaced once, even if the server does not call it stale', () => {
  const one = client()
  const challenge = (nonce: string) => response(401, `Digest realm="r", nonce="${nonce}", qop="auth"`)
  one.accepted(request(retry(one.answerChallenge(request(), challenge('n1')))), true)
  const fresh = retry(one.answerChallenge(request(one.authorize(request())), challenge('n2')))
  assert.equal(one.answerChallenge(request(fresh), challenge('n3')).type, 'rejected')
})

it('a server that calls every nonce stale is given up after three', () => {
  const one = client()
  let headers = retry(one.answerChallenge(request(), response(401, 'Digest realm="r", nonce="0"')))
  for (let index = 1; index <= 3; index++)
    headers = retry(
      one.answerChallenge(request(headers), response(401, `Digest realm="r", nonce="${index}", stale=TRUE`)),
    )
  const answer = one.answerChallenge(request(headers), response(401, 'Digest realm="r", nonce="4", stale=true'))
  assert.equal(answer.type, 'loop')
})

function createPair(over: Partial<DigestServerOptions> = {}) {
  const clock = createVirtualClock()
  const server = createDigestServer({ realm: 'r "q"', secret: new Uint8Array(32), clock, ...over })
  const challenged = (source = '192.0.2.1', options = {}) => {
    const challenges = server.challenge(source, options)
    return { ...response(401), headers: challenges }
  }
  const verify = (from: SipRequest, source = '192.0.2.1') =>
    server.verifyCredentials(from, source, (name) => (name === 'bob' ? 'zanzibar' : undefined))
  return { clock, server, challenged, verify }
}

it('the server verifies what the client answers, for all algorithms and both kinds of protection', () => {
  for (const algorithm of ['SHA-512-256', 'SHA-256', 'MD5'] as const) {
    for (const qop of ['auth', 'auth-int']) {
      const { challenged, verify } = createPair({ algorithms: [algorithm] })
      const headers = challenged().headers.map(([name, value]): Header => [name, value.replace('auth,auth-int', qop)])
      const sent = request([], { body: new Uint8Array([1, 2]) })
      const answer = retry(client().answerChallenge(sent, { ...response(401), headers }))
      assert.deepEqual(verify({ ...sent, headers: answer }), { type: 'verified', username: 'bob' })
      const changed = verify({ ...sent, headers: answer, body: new Uint8Array([1, 3]) })
      assert.equal(changed.type, qop === 'auth' ? 'stale' : 'failed')
    }
  }
})

it('credentials cannot be repeated, moved to another source, another method or another URI', () => {
  const { challenged, verify } = createPair()
  const sent = request(retry(client().answerChallenge(request(), challenged())))
  assert.equal(verify(sent, '192.0.2.2').type, 'failed')
  assert.equal(verify({ ...sent, method: 'INVITE' }).type, 'failed')
  assert.equal(verify({ ...sent, uri: 'sip:example.org' }).type, 'failed')
  assert.equal(verify(sent).type, 'verified')
  assert.equal(verify(sent).type, 'stale')
})

it('telephones behind one address that are challenged at the same time are all verified', () => {
  const { challenged, verify } = createPair()
  for (let telephone = 0; telephone < 3; telephone++)
    assert.equal(verify(request(retry(client().answerChallenge(request(), challenged())))).type, 'verified')
})

it('a nonce is valid for 60 s, and only a right password is answered with stale', () => {
  const { clock, challenged, verify } = createPair()
  const sent = request(retry(client().answerChallenge(request(), challenged())))
  const wrong = request(retry(client({ password: 'x' }).answerChallenge(request(), challenged())))
  clock.advance(59_999)
  assert.equal(verify(wrong).type, 'failed')
  clock.advance(1)
  assert.equal(verify(sent).type, 'stale')
  assert.equal(verify(wrong).type, 'failed')
  const again = challenged('192.0.2.1', { isStale: true })
  assert.match(headerOf(again, 'WWW-Authenticate')!, /, stale=true$/)
})

it('an unknown user, a missing field and a wrong password have the same result', () => {
  const { challenged, verify } = createPair()
  const failed = { type: 'failed', hasCredentials: true }
  const sent = retry(client().answerChallenge(request(), challenged()))
  const unknown = retry(client({ username: 'eve' }).answerChallenge(request(), challenged()))
  assert.deepEqual(verify(request(unknown)), failed)
  const broken = [
    [/, nc=\w+/, ''],
    [/, cnonce="\w+"/, ''],
    [/, qop=auth/, ''],
    [/nc=\w+/, 'nc=1'],
    [/, response="\w+"/, ''],
    [/response="\w+"/, 'response="ä"'],
    [/nonce="[^"]+"/, 'nonce="."'],
    [/algorithm=[\w-]+/, 'algorithm=SHA-1'],
    [/algorithm=[\w-]+/, 'algorithm=SHA-512-256'],
  ] as const
  for (const [pattern, replacement] of broken) {
    const headers = sent.map(([name, value]): Header => [name, value.replace(pattern, replacement)])
    assert.notEqual(headers[0]![1], sent[0]![1])
    assert.deepEqual(verify(request(headers)), failed, String(pattern))
  }
  assert.deepEqual(verify(request()), { type: 'failed', hasCredentials: false })
  assert.deepEqual(verify(request([['Authorization', 'Basic eDp5']])), { type: 'failed', hasCredentials: false })
})

it('credentials without qop are accepted only where that is allowed', () => {
  for (const allowsNoQop of [true, false]) {
    const { challenged, verify } = createPair({ allowsNoQop, algorithms: ['MD5'] })
    const headers = challenged().headers.map(
      ([name, value]): Header => [name, value.replace('qop="auth,auth-int", ', '')],
    )
    const sent = request(retry(client().answerChallenge(request(), { ...response(401), headers })))
    assert.equal(verify(sent).type, allowsNoQop ? 'verified' : 'failed')
  }
})

it('the memory for nonces is bounded, and a nonce that was forgotten cannot be replayed', () => {
  const { clock, challenged, verify } = createPair({ maxNonces: 10 })
  const requests = Array.from({ length: 20 }, () => {
    clock.advance(1)
    return request(retry(client().answerChallenge(request(), challenged())))
  })
  for (const each of requests) assert.equal(verify(each).type, 'verified')
  for (const each of requests) assert.equal(verify(each).type, 'stale')
  assert.equal(headersOf(challenged(), 'WWW-Authenticate').length, 2)
})
