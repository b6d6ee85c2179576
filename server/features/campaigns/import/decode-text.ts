// Decodes the text of a file that arrives in pieces, and detects its encoding.
import { isAscii, isUtf8 } from 'node:buffer'
import { type Encoding, encodingOfMark, proposeEncoding } from '@parley/rules'
import { InvalidInput } from '#server/platform/refusal.ts'

export interface Decoder {
  write(chunk: Uint8Array): string
  /** The text of bytes that were kept until more would follow. */
  end(): string
}

/**
 * Without an encoding, a byte order mark decides; otherwise the first bytes that are not ASCII: the text is UTF-8 if they
 * are valid UTF-8, and windows-1252 if not. A byte order mark is removed, and invalid bytes become U+FFFD. Throws
 * `InvalidInput` with a proposal if the text makes no sense in windows-1252.
 */
export function createDecoder(encoding?: Encoding): Decoder {
  let decoder = encoding && new TextDecoder(encoding)
  let kept: Uint8Array = new Uint8Array()
  let isStart = true

  function decode(bytes: Uint8Array, isEnd: boolean): string {
    if (decoder) return decoder.decode(bytes, { stream: !isEnd })
    const all = kept.length === 0 ? bytes : Buffer.concat([kept, bytes])
    kept = new Uint8Array()
    if (isStart && all.length < 3 && !isEnd) {
      kept = all
      return ''
    }
    const marked = isStart ? encodingOfMark(all) : undefined
    isStart = false
    const complete = isEnd ? all : all.subarray(0, all.length - lengthOfIncompleteCharacter(all))
    if (marked === undefined && isAscii(complete)) {
      kept = all.slice(complete.length)
      return Buffer.from(complete.buffer, complete.byteOffset, complete.length).toString('latin1')
    }
    decoder = new TextDecoder(marked ?? (isUtf8(complete) ? 'utf-8' : westernEncodingOf(complete)))
    return decoder.decode(all, { stream: !isEnd })
  }

  return { write: (chunk) => decode(chunk, false), end: () => decode(new Uint8Array(), true) }
}

function westernEncodingOf(bytes: Uint8Array): Encoding {
  const proposed = proposeEncoding(bytes)
  if (proposed === undefined) return 'windows-1252'
  throw new InvalidInput({
    encoding: [
      `The file is not in UTF-8, and its text makes no sense in windows-1252. It is probably in ${proposed}; state its encoding.`,
    ],
  })
}

/** The number of bytes at the end that are the beginning of a character of UTF-8. */
function lengthOfIncompleteCharacter(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return length < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length : 0
  }
  return 0
}
