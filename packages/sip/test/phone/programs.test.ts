// Tests calls with the telephones, generators and servers of others: baresip, SIPp and Kamailio.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { decodeAlaw, decodeMulaw, encodeAlaw } from '@parley/telephone'
import { mulawOfAlaw } from '../../src/codecs/index.ts'
import type { Phone, PhoneCallEvents } from '../../src/phone/index.ts'
import { startBaresip } from '../programs/baresip.ts'
import { freePortPair } from '../programs/free-port.ts'
import { holdScenario } from '../programs/hold-scenario.ts'
import { needs } from '../programs/installed.ts'
import { kamailioPassword, startKamailio } from '../programs/kamailio.ts'
import { runSipp } from '../programs/sipp.ts'
import { openTestPhone, watch } from './phones.ts'
import { recorder, secondsOf, tone, toneFrames } from './tones.ts'

const isCi = Boolean(process.env['CI'])

/** Below the ports of our telephones. */
let lastRtpPort = 20_000
const rtpPort = (): number => {
  lastRtpPort += 102
  return lastRtpPort
}

const portOf = ({ local }: Phone): number => local.udp[0]!.port

/** A telephone that answers each call, and says a tone. */
async function openAnswering(events: PhoneCallEvents = {}) {
  const heard = recorder()
  const answering = watch({ frame: heard.frame, nextFrame: toneFrames(1_000), ...events })
  const phone = await openTestPhone({
    admit: () => 'accept',
    incoming: (call) => {
      call.ring()
      void call.answer()
      return answering.handlers
    },
  })
  return { phone, heard, answering }
}

describe('baresip', needs(isCi, 'baresip'), () => {
  for (const codec of ['pcma', 'pcmu'])
    it(`calls, is heard and hears with ${codec}`, async () => {
      const { phone, heard, answering } = await openAnswering()
      await using _ = phone
      const port = await freePortPair()
      await using baresip = await startBaresip({
        port,
        rtpPort: rtpPort(),
        says: tone(440, 1.5),
        account: `<sip:a@127.0.0.1:${port}>;regint=0;audio_codecs=${codec}`,
        commands: [`/dial sip:b@127.0.0.1:${portOf(phone)}`],
      })
      await baresip.until(/Call established/)
      await answering.until('ended')
      assertHears(heard.samples(), 440, 1)
      await baresip.until(/terminated/)
      assertHears((await baresip.recordings()).heard, 1_000, 0.75)
    })

  it('hears every sample that is said, and every sample of it is heard', async () => {
    const sent: Uint8Array[] = []
    const nextFrame = () => {
      // Noise finds its place in a recording wherever it begins.
      sent.push(randomBytes(160))
      return sent.at(-1)
    }
    const { phone, heard, answering } = await openAnswering({ nextFrame })
    await using _ = phone
    const port = await freePortPair()
    // Encoders round other values in different ways.
    const says = decodeAlaw(randomBytes(16_000))
    await using baresip = await startBaresip({
      port,
      rtpPort: rtpPort(),
      says,
      account: `<sip:a@127.0.0.1:${port}>;regint=0;audio_codecs=pcma`,
      commands: [`/dial sip:b@127.0.0.1:${portOf(phone)}`],
    })
    await answering.until('ended')
    await baresip.until(/terminated/)
    const recordings = await baresip.recordings()
    const said = decodeAlaw(encodeAlaw(decodeMulaw(Buffer.concat(sent))))
    assertShares(said, recordings.heard)
    const asMulaw = encodeAlaw(recordings.said).map((byte) => mulawOfAlaw[byte]!)
    assertShares(decodeMulaw(asMulaw), heard.samples())
  })

  it('answers a call, with and without encryption', async () => {
    for (const [mediaenc, srtp] of [
      ['', 'off'],
      [';mediaenc=srtp', 'required'],
    ] as const) {
      const port = await freePortPair()
      await using baresip = await startBaresip({
        port,
        rtpPort: rtpPort(),
        says: tone(440, 5),
        account: `<sip:b@127.0.0.1:${port}>;regint=0;answermode=auto;audio_codecs=pcma,pcmu${mediaenc}`,
        modules: ['srtp'],
      })
      await using phone = await openTestPhone({ policy: { srtp } })
      const heard = recorder()
      const calling = watch({ frame: heard.frame, nextFrame: toneFrames(1_000) })
      const account = phone.addAccount({ domain: `127.0.0.1:${port}`, user: 'a' })
      const call = await phone.call(account, { to: `sip:b@127.0.0.1:${port}` }, calling.handlers)
      await calling.until('answered')
      await heard.received(50)
      await heard.hears(440, 20)
      call.hangUp()
      await Promise.all([calling.until('ended'), baresip.until(/terminated/)])
      assertHears((await baresip.recordings()).heard, 1_000, 0.5)
    }
  })
})

describe('SIPp', needs(isCi, 'sipp'), () => {
  it('calls, holds, resumes and hangs up', async () => {
    const { phone, answering } = await openAnswering()
    await using _ = phone
    const target = { address: '127.0.0.1', port: portOf(phone) }
    await runSipp({ scenario: holdScenario, port: await freePortPair(), mediaPort: rtpPort(), target })
    await answering.until('ended')
    assert.deepEqual(
      answering.seen.filter((name) => ['held', 'resumed', 'ended'].includes(name)),
      ['held', 'resumed', 'ended'],
    )
  })

  it('calls 200 times, and nothing is left', async () => {
    const { phone } = await openAnswering()
    await using _ = phone
    const target = { address: '127.0.0.1', port: portOf(phone) }
    await runSipp({ scenario: 'uac', port: await freePortPair(), mediaPort: rtpPort(), target, calls: 200, rate: 100 })
    assert.deepEqual([phone.openPorts, phone.userAgent.size().calls], [0, 0])
  })

  it('answers a call', async () => {
    const port = await freePortPair()
    const answered = runSipp({ scenario: 'uas', port, mediaPort: rtpPort(), arguments: ['-rtp_echo'] })
    await using phone = await openTestPhone({ policy: { codecs: ['PCMU'] } })
    const heard = recorder()
    const calling = watch({ frame: heard.frame, nextFrame: toneFrames(440) })
    const account = phone.addAccount({ domain: `127.0.0.1:${port}`, user: 'a' })
    const call = await phone.call(account, { to: `sip:b@127.0.0.1:${port}` }, calling.handlers)
    await calling.until('answered')
    await heard.received(40)
    await heard.hears(440)
    call.hangUp()
    await answered
  })
})

describe('Kamailio', needs(isCi, 'kamailio', 'openssl'), () => {
  for (const algorithm of ['MD5', 'SHA-256'] as const)
    it(`registers two telephones with ${algorithm}, and connects them`, async () => {
      const port = await freePortPair()
      await using _server = await startKamailio({ port, algorithm })
      const settings = (user: string) => ({
        domain: 'parley.test',
        user,
        proxy: `sip:127.0.0.1:${port}`,
        credentials: { username: user, password: kamailioPassword },
      })
      const { phone: called, heard, answering } = await openAnswering()
      await using _ = called
      await using caller = await openTestPhone()
      const account = caller.addAccount(settings('a'))
      const [first, second] = [registered(called, settings('b')), registered(caller, settings('a'), account)]
      await Promise.all([first, second])
      const calling = watch({ nextFrame: toneFrames(440) })
      const call = await caller.call(account, { to: 'sip:b@parley.test' }, calling.handlers)
      await calling.until('answered')
      await heard.received(30)
      await heard.hears(440)
      call.hangUp()
      await Promise.all([calling.until('ended'), answering.until('ended')])
    })

  it('refuses a wrong password, which is not tried again', async () => {
    const port = await freePortPair()
    await using server = await startKamailio({ port })
    await using phone = await openTestPhone()
    const account = phone.addAccount({
      ...{ domain: 'parley.test', user: 'a', proxy: `sip:127.0.0.1:${port}` },
      credentials: { username: 'a', password: 'wrong' },
    })
    await assert.rejects(registered(phone, account.settings, account), /401|rejected/)
    void server
  })
})

/** Resolves when the telephone is registered, and rejects if it is refused. */
function registered(phone: Phone, settings: Parameters<Phone['addAccount']>[0], account = phone.addAccount(settings)) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  phone.register({ account }, { changed: (state) => settle(state) })
  function settle(state: { status: string }): void {
    if (state.status === 'registered') resolve()
    else if (state.status === 'failed') reject(new Error(JSON.stringify(state)))
  }
  return promise
}

/** The sound contains the tone, and nothing else with it, for some seconds. */
function assertHears(samples: Int16Array, hertz: number, seconds: number): void {
  const found = secondsOf(samples, hertz)
  assert.ok(found >= seconds, `${found} s of ${hertz} Hz in ${samples.length / 8_000} s`)
}

/**
 * Half a second of what was heard is somewhere in what was said, without a sample more, less or changed. Where that is
 * depends on how long each side had to wait for a processor.
 */
function assertShares(said: Int16Array, heard: Int16Array): void {
  const bytes = Buffer.from(said.buffer, said.byteOffset, said.byteLength)
  const probeSamples = 200
  let longest = 0
  for (let at = 0; at + probeSamples <= heard.length; ) {
    const start = bytes.indexOf(Buffer.from(heard.slice(at, at + probeSamples).buffer)) / 2
    let length = 0
    if (start >= 0) while (at + length < heard.length && heard[at + length] === said[start + length]) length++
    longest = Math.max(longest, length)
    at += Math.max(length, probeSamples)
  }
  assert.ok(longest >= 4_000, `At most ${longest} samples in a row are those that were said.`)
}
