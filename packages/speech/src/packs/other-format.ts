// Recognizes files that are often taken for a pack by their first bytes.

const signatures: readonly (readonly [signature: string, name: string])[] = [
  ['PK\x03\x04', 'a ZIP archive'],
  ['PK\x05\x06', 'an empty ZIP archive'],
  ['Rar!\x1a\x07', 'a RAR archive'],
  ["7z\xbc\xaf'\x1c", 'a 7z archive'],
  ['\xfd7zXZ\x00', 'a file compressed with xz'],
  ['\x28\xb5\x2f\xfd', 'a file compressed with Zstandard'],
]
const webPage = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)\b/i
const maxBytes = 2_000

/** For example "a ZIP archive". */
export function otherFormatOf(begin: Uint8Array): string | undefined {
  if (begin.length === 0) return 'an empty file'
  const text = Buffer.from(begin.subarray(0, maxBytes)).toString('latin1')
  if (webPage.test(text)) return 'a web page'
  return signatures.find(([signature]) => text.startsWith(signature))?.[1]
}
