// Tests that other programs read the mark of synthetic voice in a recording, and its audio.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWav } from '@parley/telephone'
import { sourceOfSyntheticVoice, wavHeader, wavHeaderBytes } from './wav-header.ts'

const audio = Buffer.from(Int16Array.of(1, -2, 300, -400).buffer)
const file = Buffer.concat([wavHeader(audio.length), audio])

/** Reads chunks by the rules of RIFF: a tag, a length, and padding to an even length. */
function chunksOf(bytes: Buffer, from: number, end: number): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = from; at < end; ) {
    const size = bytes.readUInt32LE(at + 4)
    chunks.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + size))
    at += 8 + size + (size % 2)
  }
  return chunks
}

test('a recording is a valid RIFF file whose chunks declare the synthetic voice', () => {
  assert.equal(file.readUInt32LE(4), file.length - 8)
  const chunks = chunksOf(file, 12, file.length)
  assert.deepEqual([...chunks.keys()], ['fmt ', 'LIST', '_PMX', 'data'])
  assert.deepEqual(chunks.get('data'), audio)
  const list = chunks.get('LIST')!
  assert.equal(list.toString('latin1', 0, 4), 'INFO')
  const info = chunksOf(list, 4, list.length)
  assert.equal(info.get('ISFT')!.toString(), 'Parley\0')
  assert.match(info.get('ICMT')!.toString(), /^Right channel: synthetic speech of an AI assistant\./)
  const xmp = chunks.get('_PMX')!.toString()
  assert.match(
    xmp,
    /<Iptc4xmpExt:DigitalSourceType>http:\/\/cv\.iptc\.org\/[a-z/]*compositeWithTrainedAlgorithmicMedia</,
  )
  assert.ok(xmp.includes(sourceOfSyntheticVoice))
})

test('the audio follows the mark at an even offset', () => {
  assert.equal(wavHeaderBytes % 2, 0)
  const { sampleRate, channels } = readWav(file)
  assert.deepEqual(
    [sampleRate, channels.map((samples) => [...samples])],
    [
      8_000,
      [
        [1, 300],
        [-2, -400],
      ],
    ],
  )
})
