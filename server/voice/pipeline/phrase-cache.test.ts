// Tests of the audio of phrases that is kept.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findPhrase, keepPhrase } from './phrase-cache.ts'

const voice = { vendor: 'test' }
const silence = (ms: number): Uint8Array => new Uint8Array(ms * 8).fill(0xff)
const sound = new Uint8Array(800).fill(0x20)

it('a phrase is kept without the silence before its first sound, except 20 ms', () => {
  keepPhrase(voice, 'Hello.', Buffer.concat([silence(200), sound, silence(100)]))
  assert.deepEqual(Buffer.concat([findPhrase(voice, 'Hello.')!]), Buffer.concat([silence(20), sound, silence(100)]))
})

it('16 MB of phrases are kept, those that were used last', () => {
  const keep = (text: string) => keepPhrase(voice, text, new Uint8Array(2 ** 20).fill(0x20))
  for (let number = 0; number < 15; number++) keep(`${number}`)
  assert.ok(findPhrase(voice, '0'))
  for (let number = 15; number < 30; number++) keep(`${number}`)
  const kept = Array.from({ length: 30 }, (_, number) => number).filter((number) => findPhrase(voice, `${number}`))
  assert.deepEqual(kept, [0, ...Array.from({ length: 15 }, (_, index) => 15 + index)])
})

it('a phrase without sound, or without silence before it, is kept as it is', () => {
  keepPhrase(voice, '…', silence(100))
  assert.equal(findPhrase(voice, '…')!.length, 800)
  keepPhrase(voice, 'Yes.', sound)
  assert.deepEqual(findPhrase(voice, 'Yes.'), sound)
})
