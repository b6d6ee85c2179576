// Reads the entries of a ZIP archive by its central directory.
import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

/** https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function readZip(file: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(file)
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const entries = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50)
    const [method, crc, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)]
    const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const stored = bytes.subarray(start, start + size)
    const content = method === 0 ? stored : inflateRawSync(stored)
    assert.equal(crc32(content), crc)
    entries.set(name, content)
    at += 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32)
  }
  return entries
}
