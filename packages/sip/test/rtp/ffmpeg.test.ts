// Tests of RTP and SRTP with FFmpeg as the sender, where it is installed.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { encodeMulaw } from '@parley/telephone'
import { openMediaSocket } from '../../src/rtp/index.ts'
import { createPacket, isRtcp, readPacket } from '../../src/rtp/packet.ts'
import { readRtcp } from '../../src/rtp/rtcp.ts'
import { createSrtpReceiver, type SrtpSuite } from '../../src/srtp/index.ts'

const isInstalled = spawnSync('ffmpeg', ['-version']).status === 0
const skip = isInstalled ? false : 'FFmpeg is not installed.'

const tone = encodeMulaw(Int16Array.from({ length: 8_000 }, (_, index) => 9_000 * Math.sin(index / 3)))
const master = Uint8Array.from({ length: 30 }, (_, index) => index * 7)

/** Lets FFmpeg send the tone as mu-law, and returns the audio and the number of sender reports. */
async function receiveTone(suite: SrtpSuite | undefined): Promise<{ audio: Uint8Array; reports: number }> {
  const socket = await openMediaSocket('127.0.0.1', 0)
  const key = { key: master.slice(0, 16), salt: master.slice(16) }
  const srtp = suite && createSrtpReceiver({ suite, ...key })
  const audio = new Uint8Array(tone.length)
  const packet = createPacket()
  let [received, reports, first] = [0, 0, -1]
  const complete = Promise.withResolvers<void>()
  socket.listen((bytes) => {
    if (isRtcp(bytes)) {
      const length = srtp ? srtp.unprotectRtcp(bytes) : bytes.length
      if (length !== undefined && readRtcp(bytes, length, 0)) reports++
      return
    }
    const length = srtp ? srtp.unprotectRtp(bytes) : bytes.length
    if (length === undefined || !readPacket(bytes, length, packet)) return
    if (first < 0) first = packet.timestamp
    audio.set(bytes.subarray(packet.start, packet.end), (packet.timestamp - first) >>> 0)
    received += packet.end - packet.start
    if (received >= tone.length) complete.resolve()
  })
  const options = suite ? ['-srtp_out_suite', suite, '-srtp_out_params', Buffer.from(master).toString('base64')] : []
  const url = `${suite ? 'srtp' : 'rtp'}://127.0.0.1:${socket.port}?rtcpport=${socket.port}`
  const input = ['-v', 'error', '-f', 'mulaw', '-ar', '8000', '-ac', '1', '-i', '-', '-c:a', 'copy']
  const program = spawn('ffmpeg', [...input, '-f', 'rtp', ...options, url], { stdio: ['pipe', 'ignore', 'ignore'] })
  program.stdin.end(tone)
  await complete.promise
  socket.close()
  return { audio, reports }
}

describe('FFmpeg', { skip, timeout: 20_000 }, () => {
  for (const suite of [undefined, 'AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const)
    it(`is received with ${suite ?? 'plain RTP'}`, async () => {
      const { audio, reports } = await receiveTone(suite)
      assert.deepEqual(audio, tone)
      // FFmpeg gives SRTCP a tag of 32 bits with the second suite, against RFC 4568, section 6.2.
      assert.ok(reports >= 1 || suite === 'AES_CM_128_HMAC_SHA1_32')
    })
})
