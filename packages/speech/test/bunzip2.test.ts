// Tests of the decompression of bzip2.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { bunzip2 } from '../src/packs/bunzip2.ts'

/** Text with repetitions, made with the program bzip2. */
const compressed = Buffer.from(
  `QlpoOTFBWSZTWaKHrwMAAIcfgv///////////////4gAAAgwANtA5k00MgAYjIMgBpggYgGjTQAZA0AIf/qqTEwEwAAmAAAAATAA
   AAAARVSGTTTI00NA0aAAGgDEyNGgNBkBoxGJbLkdAawgwL5gsJv2G4DEcFisZwnDY7UEGQqxeMBiMhmNBqNhuOByOj+HY8Ho+H5A
   IJCIZEIpT10B23cd1mO877wPC8TxvI8rNYwgzme8zQaLzvQ0npeppuUdZFEHsO07jvPoQahBEHxKB5HmehVKxDEH1Kp7HufB8lcQ
   a5MEGQXp9l1dSyAWSAJaP0/i2XC6QgP8XckU4UJCih68DA==`,
  'base64',
)
const sha256 = '7ea49c90bd63b268009b8398799853d02772d49db50af11b8c0c330c8f753f2d'

async function* inParts(data: Uint8Array, size: number) {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size)
}

async function contentsOf(data: Uint8Array, size = 100): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bunzip2(inParts(data, size))) parts.push(part)
  return Buffer.concat(parts)
}

const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')

it('decompresses data that arrives in parts of any size', async () => {
  for (const size of [1, 7, 10_000]) {
    const contents = await contentsOf(compressed, size)
    assert.equal(contents.length, 2_806)
    assert.equal(hashOf(contents), sha256)
  }
})

it('continues with a second stream', async () => {
  assert.equal((await contentsOf(Buffer.concat([compressed, compressed]))).length, 2 * 2_806)
})

it('refuses data that is damaged or ends too early, and never hangs', async () => {
  await assert.rejects(contentsOf(compressed.subarray(0, 200)), RangeError)
  await assert.rejects(contentsOf(Buffer.from('BZh0')), RangeError)
  for (let at = 0; at < compressed.length; at += 5) {
    const damaged = Uint8Array.from(compressed, (byte, index) => (index === at ? byte ^ 0xff : byte))
    const contents = await contentsOf(damaged).catch((error: unknown) => {
      assert.ok(error instanceof RangeError, String(error))
      return Buffer.alloc(0)
    })
    assert.ok(contents.length < 1_000_000)
  }
})
