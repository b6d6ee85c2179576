// Tests of session descriptions: offers, answers, hold, keys and damaged texts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  answerOffer,
  createOffer,
  isReachableMediaAddress,
  type LocalDescription,
  type LocalMedia,
  type MediaAgreement,
  takeAnswer as takeAnswerFor,
} from '../../src/sdp/index.ts'
import { parseDescription } from '../../src/sdp/parse.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const sdp = (...lines: string[]) =>
  bytes(`v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nt=0 0\r\n${lines.join('\r\n')}\r\n`)

let keys = 0
const ours: LocalMedia = {
  address: '198.51.100.7',
  port: 20_000,
  rtcpPort: 20_001,
  sessionId: '77',
  createKey: () => new Uint8Array(30).fill(++keys),
}

const takeAnswer = (offer: LocalDescription, answer: Uint8Array, options: Partial<LocalMedia> = {}) =>
  takeAnswerFor(offer, answer, { ...ours, ...options })

function answered(offer: Uint8Array, options: Partial<LocalMedia> = {}) {
  const result = answerOffer(offer, { ...ours, ...options })
  assert.ok('answer' in result, 'reason' in result ? result.reason : '')
  return result
}

function agreedOf(result: ReturnType<typeof takeAnswerFor>): MediaAgreement {
  assert.ok('agreed' in result, 'reason' in result ? result.reason : '')
  return result.agreed
}

const refusal = (result: object) => ('refused' in result ? result.refused : undefined)
const key = Buffer.alloc(30, 9).toString('base64')

describe('An answer', () => {
  it('takes one codec, the number of telephone-event and the address of the offer', () => {
    const { answer, agreed } = answered(
      sdp('m=audio 4000 RTP/AVP 18 8 0 96', 'a=rtpmap:96 telephone-event/8000', 'a=ptime:40', 'a=rtcp:4777'),
    )
    assert.equal(
      answer.text,
      'v=0\r\no=- 77 1 IN IP4 198.51.100.7\r\ns=-\r\nc=IN IP4 198.51.100.7\r\nt=0 0\r\nm=audio 20000 RTP/AVP 8 96\r\n' +
        'a=rtpmap:8 PCMA/8000\r\na=rtpmap:96 telephone-event/8000\r\na=fmtp:96 0-15\r\na=ptime:20\r\na=sendrecv\r\n',
    )
    assert.deepEqual(agreed, {
      codec: 'PCMA',
      payloadType: 8,
      receives: new Map([[8, 'PCMA']]),
      events: { sends: 96, receives: 96 },
      ptimeMs: 40,
      remote: { address: '192.0.2.1', port: 4_000 },
      remoteRtcp: { address: '192.0.2.1', port: 4_777 },
      rtcpMux: false,
      direction: 'sendrecv',
      hasNoDestination: false,
      srtp: undefined,
    })
  })

  it('sends packets of 20 ms for a packet time that is no multiple of it, and never longer ones than asked for', () => {
    const cases: [string[], number][] = [
      [['a=ptime:30'], 20],
      [['a=ptime:10'], 20],
      [['a=ptime:60', 'a=maxptime:30'], 20],
      [['a=ptime:40', 'a=maxptime:150'], 40],
    ]
    for (const [lines, expected] of cases)
      assert.equal(answered(sdp('m=audio 4000 RTP/AVP 0', ...lines)).agreed.ptimeMs, expected, lines.join())
  })

  it('follows the preference of this side if it is asked to', () => {
    const offer = sdp('m=audio 4000 RTP/AVP 0 8 9')
    assert.equal(answered(offer).agreed.codec, 'PCMU')
    assert.equal(answered(offer, { preference: 'own', codecs: ['G722', 'PCMA'] }).agreed.codec, 'G722')
  })

  it('refuses video and T.38 with port 0 in their places, and keeps these lines in later offers', () => {
    const { answer } = answered(
      sdp('m=video 5000 RTP/AVP 96 97', 'm=audio 4000 RTP/AVP 0', 'm=image 6000 udptl t38', 'm=audio 4002 RTP/AVP 0'),
    )
    const lines = answer.text.split('\r\n').filter((line) => line.startsWith('m='))
    assert.deepEqual(lines, [
      'm=video 0 RTP/AVP 96 97',
      'm=audio 20000 RTP/AVP 0',
      'm=image 0 UDPTL t38',
      'm=audio 0 RTP/AVP 0',
    ])
    const hold = createOffer({ ...ours, previous: answer, direction: 'sendonly' })
    assert.match(hold.text, /m=video 0 .*m=audio 20000 .*m=image 0 .*m=audio 0 /s)
    const reply = sdp('m=video 0 RTP/AVP 96', 'm=audio 4000 RTP/AVP 0', 'a=recvonly', 'm=image 0 udptl t38')
    assert.equal(agreedOf(takeAnswer(hold, reply)).direction, 'sendonly')
  })

  it('refuses an offer with nothing in common with 488, and names what was offered', () => {
    const result = answerOffer(sdp('m=audio 4000 RTP/AVP 18 97', 'a=rtpmap:97 iLBC/8000'), ours)
    assert.ok('refused' in result && result.refused === 488)
    assert.match(result.reason, /18, ILBC/)
    assert.equal(refusal(answerOffer(sdp('m=video 4000 RTP/AVP 96'), ours)), 488)
    assert.equal(refusal(answerOffer(sdp('m=audio 0 RTP/AVP 0'), ours)), 488)
    assert.equal(refusal(answerOffer(sdp('m=audio 4000 UDP/TLS/RTP/SAVPF 0'), ours)), 488)
    assert.equal(refusal(answerOffer(sdp('m=audio 4000 RTP/AVP 0', 'c=IN IP4 224.1.2.3/127'), ours)), 488)
  })

  it('mirrors a hold in all its forms, and the end of the hold', () => {
    const audio = 'm=audio 4000 RTP/AVP 0'
    const cases: [string[], MediaAgreement['direction']][] = [
      [[audio, 'a=sendonly'], 'recvonly'],
      [[audio, 'a=recvonly'], 'sendonly'],
      [[audio, 'a=inactive'], 'inactive'],
      [['a=sendonly', audio], 'recvonly'],
      [['a=inactive', audio, 'a=sendrecv'], 'sendrecv'],
      [[audio, 'c=IN IP4 0.0.0.0'], 'recvonly'],
      [[audio, 'c=IN IP6 ::', 'a=recvonly'], 'inactive'],
      [[audio], 'sendrecv'],
    ]
    for (const [lines, expected] of cases) {
      const { answer, agreed } = answered(sdp(...lines))
      assert.equal(agreed.direction, expected, lines.join())
      assert.ok(answer.text.endsWith(`a=${expected}\r\n`))
    }
    assert.equal(answered(sdp(audio, 'c=IN IP4 0.0.0.0')).agreed.hasNoDestination, true)
  })

  it('reads a direction in a last line without a newline, and lines that end with a line feed alone', () => {
    const text = 'v=0\no=- 1 1 IN IP4 192.0.2.1\ns=-\nc=IN IP4 192.0.2.1\nt=0 0\nm=audio 4000 RTP/AVP 0\na=sendonly'
    assert.equal(answered(bytes(text)).agreed.direction, 'recvonly')
  })

  it('raises the version only when something has changed', () => {
    const first = answered(sdp('m=audio 4000 RTP/AVP 0')).answer
    const same = answered(sdp('m=audio 4000 RTP/AVP 0'), { previous: first }).answer
    assert.equal(same.text, first.text)
    const held = answered(sdp('m=audio 4000 RTP/AVP 0', 'a=sendonly'), { previous: same }).answer
    assert.match(held.text, /^o=- 77 2 /m)
    const resumed = answered(sdp('m=audio 4000 RTP/AVP 0'), { previous: held }).answer
    assert.match(resumed.text, /^o=- 77 3 /m)
  })

  it('keeps a private address as it was said, and follows direct media to another one', () => {
    const offer = sdp('m=audio 4000 RTP/AVP 0', 'c=IN IP4 10.0.0.9')
    assert.deepEqual(answered(offer).agreed.remote, { address: '10.0.0.9', port: 4_000 })
    assert.deepEqual(answered(sdp('m=audio 4002 RTP/AVP 0', 'c=IN IP6 2001:DB8:0::9')).agreed.remote, {
      address: '2001:db8::9',
      port: 4_002,
    })
  })

  it('uses one port for RTCP if that is offered', () => {
    const { agreed, answer } = answered(sdp('m=audio 4000 RTP/AVP 0', 'a=rtcp-mux'), { rtcpPort: undefined })
    assert.deepEqual([agreed.rtcpMux, agreed.remoteRtcp?.port], [true, 4_000])
    assert.match(answer.text, /a=rtcp-mux/)
    assert.doesNotMatch(answered(sdp('m=audio 4000 RTP/AVP 0')).answer.text, /rtcp-mux/)
  })
})

describe('An address to which audio would be sent', () => {
  const own = { address: '198.51.100.7', port: 20_008 }
  const isOwn = ({ address, port }: { address: string; port: number }) => address === own.address && port === own.port
  const line = (address: string, port = 4_000) =>
    sdp(`m=audio ${port} RTP/AVP 0`, `c=IN IP${address.includes(':') ? 6 : 4} ${address}`)

  for (const [what, address, port] of [
    ['multicast', '224.1.2.3'],
    ['multicast of IPv6', 'FF02::1'],
    ['multicast in IPv6', '::ffff:239.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['a reserved network', '240.0.0.1'],
    ['this network', '0.1.2.3'],
    ['the loopback interface', '127.0.0.2'],
    ['the loopback interface of IPv6', '0:0:0:0:0:0:0:1'],
    ['a port of a system service', '192.0.2.1', 53],
    ['a socket of our own', own.address, own.port],
  ] as const)
    it(`is refused if it is ${what}`, () => {
      const offer = createOffer(ours)
      assert.equal(refusal(answerOffer(line(address, port), { ...ours, isOwn })), 488)
      assert.equal(refusal(takeAnswer(offer, line(address, port), { isOwn })), 488)
    })

  it('is taken if it is another port of our host, or the loopback interface if ours is', () => {
    for (const [address, options] of [
      [own.address, { isOwn }],
      ['127.0.0.1', { address: '127.0.0.1' }],
      ['::1', { address: '::1' }],
    ] as const)
      assert.equal(answered(line(address), options).agreed.remote.address, address)
  })

  it('may be any port on hold with 0.0.0.0', () => {
    assert.equal(answered(line('0.0.0.0', 9)).agreed.hasNoDestination, true)
    assert.equal(agreedOf(takeAnswer(createOffer(ours), line('::', 9))).hasNoDestination, true)
  })

  it('gets no RTCP if that would have an address that audio may not have', () => {
    for (const rtcp of ['9 IN IP4 0.0.0.0', '53', `${own.port} IN IP4 ${own.address}`, '4001 IN IP4 224.0.0.1']) {
      const { agreed } = answered(sdp('m=audio 4000 RTP/AVP 0', `a=rtcp:${rtcp}`), { isOwn })
      assert.equal(agreed.remoteRtcp, undefined, rtcp)
    }
  })
})

describe('Keys of SRTP', () => {
  const crypto = [`a=crypto:3 AES_CM_128_HMAC_SHA1_32 inline:${key}|2^31|1:1`, 'a=sendrecv']

  it('are answered with the tag, the suite and the profile of the offer', () => {
    for (const profile of ['RTP/AVP', 'RTP/SAVP']) {
      const { agreed, answer } = answered(sdp(`m=audio 4000 ${profile} 0`, ...crypto), { srtp: 'offered' })
      assert.match(
        answer.text,
        new RegExp(`m=audio 20000 ${profile} 0[\\s\\S]*a=crypto:3 AES_CM_128_HMAC_SHA1_32 inline:`),
      )
      assert.deepEqual(agreed.srtp?.receives.key, new Uint8Array(16).fill(9))
      assert.deepEqual([agreed.srtp?.receives.mkiBytes, agreed.srtp?.sends.mkiBytes], [1, 0])
      assert.notDeepEqual(agreed.srtp?.sends.key, agreed.srtp?.receives.key)
    }
  })

  it('follow the policy of the trunk', () => {
    const [plain, optional, secure] = [
      sdp('m=audio 4000 RTP/AVP 0'),
      sdp('m=audio 4000 RTP/AVP 0', ...crypto),
      sdp('m=audio 4000 RTP/SAVP 0', ...crypto),
    ]
    assert.equal(refusal(answerOffer(plain, { ...ours, srtp: 'required' })), 488)
    assert.equal(refusal(answerOffer(secure, { ...ours, srtp: 'off' })), 488)
    assert.equal(refusal(answerOffer(sdp('m=audio 4000 RTP/SAVP 0'), { ...ours, srtp: 'offered' })), 488)
    assert.equal(answered(plain, { srtp: 'offered' }).agreed.srtp, undefined)
    assert.equal(answered(optional, { srtp: 'off' }).agreed.srtp, undefined)
  })

  it('skip lines with an unknown suite or with parameters that change the packets', () => {
    const { agreed } = answered(
      sdp(
        'm=audio 4000 RTP/SAVP 0',
        `a=crypto:1 AEAD_AES_256_GCM inline:${key}`,
        `a=crypto:2 AES_CM_128_HMAC_SHA1_80 inline:${key} UNENCRYPTED_SRTP`,
        'a=crypto:4 AES_CM_128_HMAC_SHA1_80 inline:short',
        `a=crypto:6 AES_CM_128_HMAC_SHA1_80 inline:${key}|1:4;inline:${key}|2:4`,
        `a=crypto:7 AES_CM_128_HMAC_SHA1_80 inline:${key}|1:129`,
        `a=crypto:5 AES_CM_128_HMAC_SHA1_80 inline:${key} WSH=128`,
      ),
      { srtp: 'required' },
    )
    assert.equal(agreed.srtp?.sends.suite, 'AES_CM_128_HMAC_SHA1_80')
  })

  it('stay the same for the whole session', () => {
    const first = answered(sdp('m=audio 4000 RTP/SAVP 0', ...crypto), { srtp: 'offered' })
    const second = answered(sdp('m=audio 4000 RTP/SAVP 0', ...crypto), { srtp: 'offered', previous: first.answer })
    assert.equal(second.answer.text, first.answer.text)
    const offer = createOffer({ ...ours, srtp: 'required', previous: first.answer })
    assert.deepEqual(offer.crypto, first.answer.crypto)
  })

  it('are optional in an offer of RTP/AVP, and the answer decides', () => {
    const offer = createOffer({ ...ours, srtp: 'offered' })
    assert.match(
      offer.text,
      /RTP\/AVP [\s\S]*a=crypto:1 AES_CM_128_HMAC_SHA1_80[\s\S]*a=crypto:2 AES_CM_128_HMAC_SHA1_32/,
    )
    assert.equal(agreedOf(takeAnswer(offer, sdp('m=audio 4000 RTP/AVP 0'))).srtp, undefined)
    assert.ok(
      agreedOf(takeAnswer(offer, sdp('m=audio 4000 RTP/AVP 0', `a=crypto:2 AES_CM_128_HMAC_SHA1_32 inline:${key}`)))
        .srtp,
    )
    const secure = createOffer({ ...ours, srtp: 'required' })
    assert.equal(refusal(takeAnswer(secure, sdp('m=audio 4000 RTP/SAVP 0'))), 488)
    assert.equal(
      refusal(takeAnswer(secure, sdp('m=audio 4000 RTP/SAVP 0', `a=crypto:9 AES_CM_128_HMAC_SHA1_80 inline:${key}`))),
      488,
    )
  })
})

describe('An offer', () => {
  it('lists A-law first, telephone-event and the maps of static types', () => {
    const { text } = createOffer(ours)
    assert.match(
      text,
      /m=audio 20000 RTP\/AVP 8 0 9 101\r\na=rtpmap:8 PCMA\/8000\r\na=rtpmap:0 PCMU\/8000\r\na=rtpmap:9 G722\/8000/,
    )
  })

  it('sends what the answer chose with the numbers of the answer, and receives with its own', () => {
    const offer = createOffer(ours)
    const agreed = agreedOf(takeAnswer(offer, sdp('m=audio 4000 RTP/AVP 0 97', 'a=rtpmap:97 telephone-event/8000')))
    assert.deepEqual([agreed.codec, agreed.payloadType, agreed.events], ['PCMU', 0, { sends: 97, receives: 101 }])
    assert.deepEqual([...agreed.receives.keys()], [8, 0, 9])
  })

  it('is refused by an answer with port 0, without a known codec, or that cannot be read', () => {
    const offer = createOffer(ours)
    assert.equal(refusal(takeAnswer(offer, sdp('m=audio 0 RTP/AVP 0'))), 488)
    assert.equal(refusal(takeAnswer(offer, sdp('m=audio 4000 RTP/AVP 18'))), 488)
    assert.equal(refusal(takeAnswer(offer, bytes('hello'))), 400)
  })

  it('raises the version only when something has changed, and keeps the number of telephone-event', () => {
    const { answer } = answered(sdp('m=audio 4000 RTP/AVP 8 96', 'a=rtpmap:96 telephone-event/8000'))
    const hold = createOffer({ ...ours, previous: answer, direction: 'inactive' })
    assert.match(hold.text, /^o=- 77 2 [\s\S]*m=audio 20000 RTP\/AVP 8 0 9 96/m)
    assert.equal(createOffer({ ...ours, previous: hold, direction: 'inactive' }).text, hold.text)
  })
})

describe('The parser', () => {
  it('refuses more than 4 KiB, more than four media lines and damaged lines, and takes 32 formats', () => {
    assert.equal(parseDescription(sdp('m=audio 1 RTP/AVP 0', `a=x:${'y'.repeat(5_000)}`)), undefined)
    assert.equal(parseDescription(sdp(...Array(5).fill('m=audio 1 RTP/AVP 0'))), undefined)
    for (const line of ['m=audio x RTP/AVP 0', 'm=audio 70000 RTP/AVP 0', 'm=audio', 'm=audio 1 RTP/AVP'])
      assert.equal(parseDescription(sdp(line)), undefined, line)
    assert.equal(parseDescription(sdp(`m=audio 1 RTP/AVP ${'0 '.repeat(100)}`))?.media[0]?.formats.length, 32)
  })

  it('returns something for any text, in little time', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (garbage) => void parseDescription(garbage)))
    const line = fc.constantFrom(
      'v=0',
      'o=- 1 1 IN',
      'c=IN IP4',
      'm=audio 1 RTP/AVP 0',
      'a=rtpmap:',
      'a=crypto:1',
      'a=rtcp:1 IN',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.string()), { maxLength: 30 }), (lines) => {
        void answerOffer(sdp(...lines.map((parts) => parts.join(' '))), ours)
      }),
    )
  })

  it('knows which addresses other hosts can reach', () => {
    for (const address of ['127.0.0.1', '0.0.0.0', '::1', '::', '224.0.0.1', 'localhost', '', 'ff02::1'])
      assert.equal(isReachableMediaAddress(address), false, address)
    for (const address of ['192.0.2.1', '10.0.0.1', '2001:db8::1']) assert.equal(isReachableMediaAddress(address), true)
  })
})

describe('Offer and answer', () => {
  const format = fc.constantFrom('0', '8', '9', '13', '18', '96', '101')
  const mediaLine = fc
    .record({
      kind: fc.constantFrom('audio', 'audio', 'video', 'image'),
      port: fc.constantFrom(0, 4_000, 4_000, 65_534),
      protocol: fc.constantFrom('RTP/AVP', 'RTP/SAVP', 'RTP/AVPF', 'UDP/TLS/RTP/SAVPF'),
      formats: fc.uniqueArray(format, { minLength: 1 }),
      direction: fc.constantFrom('sendrecv', 'sendonly', 'recvonly', 'inactive'),
      crypto: fc.boolean(),
      mux: fc.boolean(),
    })
    .map(({ kind, port, protocol, formats, direction, crypto, mux }) =>
      [
        `m=${kind} ${port} ${protocol} ${formats.join(' ')}`,
        ...(formats.includes('96') ? ['a=rtpmap:96 PCMA/8000'] : []),
        ...(formats.includes('101') ? ['a=rtpmap:101 telephone-event/8000'] : []),
        ...(crypto ? [`a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${key}`] : []),
        ...(mux ? ['a=rtcp-mux'] : []),
        `a=${direction}`,
      ].join('\r\n'),
    )
  const options = fc.record({
    srtp: fc.constantFrom('off' as const, 'offered' as const, 'required' as const),
    direction: fc.constantFrom('sendrecv' as const, 'sendonly' as const, 'recvonly' as const, 'inactive' as const),
    preference: fc.constantFrom('offer' as const, 'own' as const),
  })
  const sending = (direction: string) => direction === 'sendrecv' || direction === 'sendonly'
  const receiving = (direction: string) => direction === 'sendrecv' || direction === 'recvonly'

  it('are consistent with RFC 3264 for any offer', () => {
    fc.assert(
      fc.property(fc.array(mediaLine, { minLength: 1, maxLength: 4 }), options, (lines, own) => {
        const offer = parseDescription(sdp(...lines))!
        const result = answerOffer(sdp(...lines), { ...ours, ...own })
        if ('refused' in result) return assert.equal(result.refused, 488)
        const answer = parseDescription(bytes(result.answer.text))!
        assert.equal(answer.media.length, offer.media.length)
        assert.equal(answer.media.filter(({ port }) => port > 0).length, 1)
        for (const [index, line] of answer.media.entries()) {
          const offered = offer.media[index]!
          assert.deepEqual([line.kind, line.protocol], [offered.kind, offered.protocol])
          assert.ok(line.formats.every((type) => offered.formats.includes(type)))
          if (line.port === 0) continue
          assert.ok(offered.port > 0)
          assert.ok(!sending(line.direction) || receiving(offered.direction))
          assert.ok(!receiving(line.direction) || sending(offered.direction))
          assert.ok(!line.hasRtcpMux || offered.hasRtcpMux)
          assert.equal(line.crypto.length, result.agreed.srtp ? 1 : 0)
          assert.equal(result.agreed.direction, line.direction)
        }
      }),
    )
  })

  it('make both sides agree about codec, numbers, directions and keys', () => {
    fc.assert(
      fc.property(options, options, (caller, called) => {
        const offer = createOffer({ ...ours, ...caller })
        const result = answerOffer(bytes(offer.text), { ...ours, ...called, address: '203.0.113.5', port: 30_000 })
        if ('refused' in result) return assert.ok(caller.srtp !== called.srtp)
        const { agreed: theirs, answer } = result
        const mine = agreedOf(takeAnswer(offer, bytes(answer.text)))
        assert.equal(mine.codec, theirs.codec)
        assert.equal(mine.events?.sends, theirs.events?.receives)
        assert.deepEqual(mine.remote, { address: '203.0.113.5', port: 30_000 })
        assert.deepEqual(mine.srtp?.sends, theirs.srtp?.receives)
        assert.deepEqual(mine.srtp?.receives, theirs.srtp?.sends)
        assert.equal(sending(mine.direction), receiving(theirs.direction))
        assert.equal(receiving(mine.direction), sending(theirs.direction))
      }),
    )
  })
})
