// Tests of reading recordings: their levels, and when each side speaks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWave, speechIn } from './wave.ts'

interface Chunk {
  tag: string
  content: Uint8Array
}

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function fileOf(chunks: readonly Chunk[]): Uint8Array {
  const parts = chunks.flatMap(({ tag, content }) => {
    const size = new Uint8Array(4)
    new DataView(size.buffer).setUint32(0, content.length, true)
    return [ascii(tag), size, content, new Uint8Array(content.length % 2)]
  })
  const body = Uint8Array.from(parts.flatMap((part) => [...part]))
  return Uint8Array.from([...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WAVE'), ...body])
}

function formatOf({ channels = 2, bits = 16, rate = 8_000 } = {}): Chunk {
  const view = new DataView(new ArrayBuffer(16))
  view.setUint16(0, 1, true)
  view.setUint16(2, channels, true)
  view.setUint32(4, rate, true)
  view.setUint16(14, bits, true)
  return { tag: 'fmt ', content: new Uint8Array(view.buffer) }
}

/** Milliseconds of silence, and of a sound on the left or on the right. */
function dataOf(...parts: readonly ['silence' | 'left' | 'right', number][]): Chunk {
  const pairs = parts.flatMap(([kind, ms]) =>
    Array.from({ length: ms * 8 }, (_, at) => {
      const sample = at % 2 === 0 ? 8_192 : -8_192
      return kind === 'silence' ? [0, 0] : kind === 'left' ? [sample, 0] : [0, sample]
    }),
  )
  return { tag: 'data', content: new Uint8Array(Int16Array.from(pairs.flat()).buffer) }
}

test('a recording has levels of both sides, even after chunks that are not known', () => {
  const other = { tag: 'LIST', content: ascii('odd') }
  const wave = readWave(fileOf([formatOf(), other, dataOf(['left', 50], ['right', 50])]))!
  assert.equal(wave.durationMs, 100)
  assert.deepEqual([...wave.customer], [0.25, 0.25, 0.25, 0.25, 0.25, 0, 0, 0, 0, 0])
  assert.deepEqual([...wave.assistant], [0, 0, 0, 0, 0, 0.25, 0.25, 0.25, 0.25, 0.25])
})

test('other files are not read', () => {
  assert.equal(readWave(new Uint8Array()), undefined)
  assert.equal(readWave(ascii('<html>not a recording</html>')), undefined)
  assert.equal(readWave(fileOf([formatOf({ channels: 1 }), dataOf(['left', 10])])), undefined)
  assert.equal(readWave(fileOf([formatOf({ bits: 8 }), dataOf(['left', 10])])), undefined)
  assert.equal(readWave(fileOf([dataOf(['left', 10])])), undefined)
})

test('a recording that was cut off is read as far as it goes', () => {
  const file = fileOf([formatOf(), dataOf(['left', 100])])
  assert.equal(readWave(file.subarray(0, file.length - 160))!.durationMs, 95)
})

test('speech joins its words, and short clicks are none', () => {
  const { customer } = readWave(
    fileOf([
      formatOf(),
      dataOf(
        ['silence', 400],
        ['left', 300],
        ['silence', 200],
        ['left', 100],
        ['silence', 600],
        ['left', 20],
        ['silence', 500],
      ),
    ]),
  )!
  assert.deepEqual(speechIn(customer), [{ fromMs: 400, toMs: 1_000 }])
})

test('noise all the time is not speech, and speech over it is', () => {
  const levels = Float32Array.from({ length: 500 }, (_, at) => (at >= 100 && at < 200 ? 0.3 : 0.02))
  assert.deepEqual(speechIn(levels), [{ fromMs: 1_000, toMs: 2_000 }])
})
