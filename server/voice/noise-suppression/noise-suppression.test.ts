// Tests of the noise suppression: speech in white noise, latency, overload and failing worker threads.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { openFlite } from '@parley/speech'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'
import { createLog } from '#server/platform/observability/log.ts'
import { createRandom } from '../ambience/synthesis.ts'
import { openNoiseSuppression } from './noise-suppression.ts'
import { createTestPacer } from './test-pacer.ts'

const log = createLog({ level: 'silent', pretty: false })
const suppression = openNoiseSuppression({ log })
// Frames are returned as they were until the worker thread has started.
before(() => createTestPacer(suppression).untilReady())
after(() => suppression[Symbol.asyncDispose]())

async function speech(): Promise<Int16Array> {
  await using flite = openFlite()
  const text = 'Good morning. I would like to book a table for four people on Friday evening, please.'
  return decodeMulaw(await flite.synthesize(text, { voice: 'awb' }))
}

const powerOf = (samples: Iterable<number>): number => {
  const squares = Array.from(samples, (sample) => sample * sample)
  return squares.reduce((sum, square) => sum + square, 0) / squares.length
}

/** White noise of this power. */
function whiteNoise(samples: number, power: number): Float32Array {
  const random = createRandom(7)
  const noise = Float32Array.from({ length: samples }, () => random() + random() + random() - 1.5)
  const gain = Math.sqrt(power / powerOf(noise))
  return noise.map((sample) => sample * gain)
}

/** The ratio of speech to everything else in `heard`, in decibels, at the delay where it is highest. */
function bestRatio(clean: Int16Array, heard: Int16Array): { decibels: number; delayMs: number } {
  let best = { decibels: Number.NEGATIVE_INFINITY, delayMs: 0 }
  for (let delay = 0; delay <= 400; delay++) {
    const length = heard.length - 400
    let [cross, own, all] = [0, 0, 0]
    for (let index = 0; index < length; index++) {
      cross += clean[index]! * heard[index + delay]!
      own += clean[index]! ** 2
      all += heard[index + delay]! ** 2
    }
    const explained = cross ** 2 / own
    const decibels = 10 * Math.log10(explained / (all - explained))
    if (decibels > best.decibels) best = { decibels, delayMs: delay / 8 }
  }
  return best
}

describe('speech in white noise', () => {
  for (const [given, gained] of [
    [10, 1.5],
    [0, 4.5],
  ] as const)
    test(`that is ${given} dB quieter is clearer by ${gained} dB, and late by less than 20 ms`, async () => {
      const clean = await speech()
      const noise = whiteNoise(clean.length, powerOf(clean) / 10 ** (given / 10))
      const noisy = encodeMulaw(Int16Array.from(clean, (sample, index) => sample + noise[index]!))
      const pacer = createTestPacer(suppression)
      const heard = decodeMulaw(await pacer.run(noisy))
      pacer.close()
      const unaided = bestRatio(clean, decodeMulaw(noisy))
      const { decibels, delayMs } = bestRatio(clean, heard)
      assert.ok(Math.abs(unaided.decibels - given) < 0.5, `${unaided.decibels} dB before`)
      assert.ok(decibels >= unaided.decibels + gained, `${decibels} dB after ${unaided.decibels} dB`)
      assert.ok(delayMs > 0 && delayMs < 20, `${delayMs} ms`)
    })

  test('is silent between the words', async () => {
    const noise = encodeMulaw(Int16Array.from(whiteNoise(16_000, 300 ** 2)))
    const pacer = createTestPacer(suppression)
    const heard = decodeMulaw(await pacer.run(noise)).subarray(8_000)
    pacer.close()
    assert.ok(powerOf(heard) < 300 ** 2 / 100, `${Math.sqrt(powerOf(heard))}`)
  })
})

const numbered = (count: number) => Array.from({ length: count }, (_, index) => new Uint8Array(160).fill(index % 256))

test('noise that begins during a call is suppressed after at most six seconds', async () => {
  const quiet = new Uint8Array(8_000).fill(0xff)
  const noise = encodeMulaw(Int16Array.from(whiteNoise(56_000, 300 ** 2)))
  const pacer = createTestPacer(suppression)
  const heard = decodeMulaw(await pacer.run(Buffer.concat([quiet, noise])))
  pacer.close()
  assert.ok(powerOf(heard.subarray(-8_000)) < 300 ** 2 / 100)
})

test('speech on a quiet line is passed on unchanged, 12 ms later', async () => {
  const line = new Int16Array(4_000).map((_, index) => (index % 3) * 10)
  const audio = Int16Array.from([...line, ...(await speech())])
  const pacer = createTestPacer(suppression)
  const given = decodeMulaw(encodeMulaw(audio))
  const heard = decodeMulaw(await pacer.run(encodeMulaw(audio)))
  pacer.close()
  assert.deepEqual(heard.subarray(1_600), given.subarray(1_600 - 96, heard.length - 96))
})

describe('frames that arrive faster than they can be processed', () => {
  test('are returned once, in order, and as they were', async () => {
    const returned: Uint8Array[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const given = numbered(1_000)
    const call = suppression.open((frame) => {
      if (returned.push(frame) === given.length) resolve()
    })
    for (const [index, frame] of given.entries()) {
      call.process(frame)
      assert.ok(returned.length >= index, 'at most one frame waits')
    }
    await promise
    call.close()
    assert.deepEqual(returned.slice(0, -1), given.slice(0, -1))
  })

  test('of another call do not matter to this one', async () => {
    const flooding = suppression.open(() => {})
    const pacer = createTestPacer(suppression)
    for (const frame of numbered(200)) flooding.process(frame)
    const silent = encodeMulaw(Int16Array.from(whiteNoise(8_000, 300 ** 2)))
    const heard = decodeMulaw(await pacer.run(silent)).subarray(4_000)
    assert.ok(powerOf(heard) < 300 ** 2 / 20)
    pacer.close()
    flooding.close()
  })
})

test('a call continues without noise suppression if its worker thread fails', async () => {
  await using own = openNoiseSuppression({ log, maxWorkers: 1 })
  const started = once(process, 'worker') as Promise<[Worker]>
  const pacer = createTestPacer(own)
  await pacer.untilReady()
  const [worker] = await started
  const ended = once(worker, 'exit')
  await worker.terminate()
  await ended
  const audio = Buffer.concat(numbered(20))
  assert.deepEqual(Buffer.from(await pacer.run(audio)), audio)
  pacer.close()
})

test('a worker thread ends when it has had no call for a while, and another one starts with the next call', async () => {
  await using own = openNoiseSuppression({ log, maxWorkers: 1, idleMs: 1 })
  const audio = Buffer.concat(numbered(20))
  for (const call of ['first', 'next']) {
    const started = once(process, 'worker') as Promise<[Worker]>
    const pacer = createTestPacer(own)
    await pacer.untilReady()
    const [worker] = await started
    assert.notDeepEqual(Buffer.from(await pacer.run(audio)), audio, call)
    const ended = once(worker, 'exit')
    pacer.close()
    await ended
  }
})

test('nothing is returned after a call or the suppression is closed', async () => {
  const own = openNoiseSuppression({ log })
  let returned = 0
  const call = own.open(() => returned++)
  call.process(new Uint8Array(160))
  call.close()
  call.close()
  call.process(new Uint8Array(160))
  const other = own.open(() => returned++)
  await own[Symbol.asyncDispose]()
  assert.equal(returned, 0)
  const frame = new Uint8Array(160).fill(7)
  other.process(frame)
  assert.equal(returned, 1, 'the frame is returned as it was, without a new worker thread')
  assert.throws(() => other.process(new Uint8Array(159)), RangeError)
})
