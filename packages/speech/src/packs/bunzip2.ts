// Decompresses bzip2, which Node.js cannot.

const blockMagic = 0x314159265359
const endMagic = 0x177245385090
/** More than a compressed block of 900,000 bytes with its tables takes. */
const blockBytes = 2 ** 21
const maxCodeBits = 20
const symbolsPerSelector = 50
const [runA, runB] = [0, 1]

/** Yields the contents. Throws a `RangeError` if the data is damaged or ends too early. */
export async function* bunzip2(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = chunks[Symbol.asyncIterator]()
  const bits = new BitReader()
  let isComplete = false

  async function fill(): Promise<void> {
    while (!isComplete && bits.bytesLeft() < blockBytes) {
      const next = await input.next()
      if (next.done) isComplete = true
      else bits.append(next.value)
    }
  }

  await fill()
  while (bits.bytesLeft() > 0) {
    const blockSize = readHeader(bits)
    for (;;) {
      await fill()
      const magic = bits.read(24) * 2 ** 24 + bits.read(24)
      // The checksums are not needed, because every file of a pack has a SHA-256.
      bits.read(16)
      bits.read(16)
      if (magic === endMagic) break
      if (magic !== blockMagic) throw damaged()
      yield readBlock(bits, blockSize)
    }
    bits.align()
    await fill()
  }
}

const damaged = () => new RangeError('The bzip2 data is damaged.')

function readHeader(bits: BitReader): number {
  const level = (bits.read(24) === 0x425a68 ? bits.read(8) : 0) - 0x30
  if (level < 1 || level > 9) throw damaged()
  return level * 100_000
}

class BitReader {
  #data: Uint8Array = new Uint8Array(0)
  #at = 0
  #bits = 0
  #count = 0

  bytesLeft(): number {
    return this.#data.length - this.#at
  }

  append(chunk: Uint8Array): void {
    this.#data = Buffer.concat([this.#data.subarray(this.#at), chunk])
    this.#at = 0
  }

  /** Up to 24 bits. */
  read(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#data.length) throw damaged()
      this.#bits = ((this.#bits << 8) | this.#data[this.#at++]!) >>> 0
      this.#count += 8
    }
    this.#count -= count
    const value = this.#bits >>> this.#count
    this.#bits &= (1 << this.#count) - 1
    return value
  }

  align(): void {
    this.#count -= this.#count % 8
    // Whole bytes that were read ahead belong to what follows.
    this.#at -= this.#count / 8
    this.#bits = 0
    this.#count = 0
  }
}

function readBlock(bits: BitReader, blockSize: number): Uint8Array {
  if (bits.read(1) !== 0) throw damaged()
  const origin = bits.read(24)
  const symbols = readSymbols(bits)
  const alphabet = symbols.length + 2
  const groups = bits.read(3)
  const selectors = readSelectors(bits, groups)
  const codes = Array.from({ length: groups }, () => readCode(bits, alphabet))
  const { transformed, length } = readTransformed(bits, { symbols, selectors, codes, blockSize })
  if (origin >= length) throw damaged()
  return expandRuns(invert(transformed, length, origin), length)
}

function readSymbols(bits: BitReader): Uint8Array {
  const used = bits.read(16)
  const symbols: number[] = []
  for (let row = 0; row < 16; row++) {
    if ((used & (0x8000 >> row)) === 0) continue
    const columns = bits.read(16)
    for (let column = 0; column < 16; column++) if (columns & (0x8000 >> column)) symbols.push(row * 16 + column)
  }
  if (symbols.length === 0) throw damaged()
  return Uint8Array.from(symbols)
}

function readSelectors(bits: BitReader, groups: number): Uint8Array {
  const count = bits.read(15)
  if (groups < 2 || groups > 6 || count === 0) throw damaged()
  const order = [0, 1, 2, 3, 4, 5].slice(0, groups)
  const selectors = new Uint8Array(count)
  for (let index = 0; index < count; index++) {
    let position = 0
    while (bits.read(1)) if (++position >= groups) throw damaged()
    const [group] = order.splice(position, 1)
    order.unshift(group!)
    selectors[index] = group!
  }
  return selectors
}

/** A canonical Huffman code: for each length, the last code of it, and where its symbols begin. */
interface Code {
  limits: Int32Array
  offsets: Int32Array
  symbols: Uint16Array
}

function readCode(bits: BitReader, alphabet: number): Code {
  const lengths = new Uint8Array(alphabet)
  let length = bits.read(5)
  for (let symbol = 0; symbol < alphabet; symbol++) {
    while (bits.read(1)) length += bits.read(1) ? -1 : 1
    if (length < 1 || length > maxCodeBits) throw damaged()
    lengths[symbol] = length
  }
  const limits = new Int32Array(maxCodeBits + 1).fill(-1)
  const offsets = new Int32Array(maxCodeBits + 1)
  const symbols = new Uint16Array(alphabet)
  let code = 0
  let placed = 0
  for (let size = 1; size <= maxCodeBits; size++) {
    offsets[size] = placed - code
    for (let symbol = 0; symbol < alphabet; symbol++)
      if (lengths[symbol] === size) {
        symbols[placed++] = symbol
        code++
      }
    limits[size] = code - 1
    code <<= 1
  }
  return { limits, offsets, symbols }
}

function readSymbol(bits: BitReader, { limits, offsets, symbols }: Code): number {
  let code = 0
  for (let size = 1; size <= maxCodeBits; size++) {
    code = (code << 1) | bits.read(1)
    if (code <= limits[size]!) {
      const symbol = symbols[offsets[size]! + code]
      if (symbol === undefined) throw damaged()
      return symbol
    }
  }
  throw damaged()
}

interface BlockCode {
  symbols: Uint8Array
  selectors: Uint8Array
  codes: readonly Code[]
  blockSize: number
}

/** Undoes the Huffman code, the run lengths of zeros, and the move to the front. */
function readTransformed(bits: BitReader, { symbols, selectors, codes, blockSize }: BlockCode) {
  const transformed = new Uint32Array(blockSize)
  const front = symbols.slice()
  const end = symbols.length + 1
  let length = 0
  let run = 0
  let weight = 1
  for (let count = 0; ; count++) {
    const code = codes[selectors[Math.floor(count / symbolsPerSelector)] ?? -1]
    if (!code) throw damaged()
    const symbol = readSymbol(bits, code)
    if (symbol === runA || symbol === runB) {
      run += weight << symbol
      weight *= 2
      if (run > blockSize) throw damaged()
      continue
    }
    if (length + run > blockSize) throw damaged()
    transformed.fill(front[0]!, length, length + run)
    length += run
    run = 0
    weight = 1
    if (symbol === end) return { transformed, length }
    if (length >= blockSize) throw damaged()
    const byte = front[symbol - 1]!
    front.copyWithin(1, 0, symbol - 1)
    front[0] = byte
    transformed[length++] = byte
  }
}

/** Undoes the Burrows–Wheeler transform: the upper 24 bits of each entry become the index of the next byte. */
function invert(transformed: Uint32Array, length: number, origin: number): Uint8Array {
  const starts = new Uint32Array(256)
  for (let index = 0; index < length; index++) starts[transformed[index]!]!++
  for (let byte = 0, sum = 0; byte < 256; byte++) {
    const count = starts[byte]!
    starts[byte] = sum
    sum += count
  }
  for (let index = 0; index < length; index++) {
    const position = starts[transformed[index]! & 0xff]!++
    transformed[position] = (transformed[position]! | (index << 8)) >>> 0
  }
  const bytes = new Uint8Array(length)
  let entry = transformed[origin]!
  for (let index = 0; index < length; index++) {
    entry = transformed[entry >>> 8]!
    bytes[index] = entry & 0xff
  }
  return bytes
}

/** After four equal bytes, a byte says how often the byte is repeated further. */
function expandRuns(bytes: Uint8Array, length: number): Uint8Array {
  let expanded = new Uint8Array(length * 2)
  let size = 0
  let equal = 0
  for (let index = 0; index < length; index++) {
    const byte = bytes[index]!
    const repeats = equal === 4 ? byte : 0
    if (size + 256 > expanded.length) {
      const larger = new Uint8Array(expanded.length * 2 + 256)
      larger.set(expanded)
      expanded = larger
    }
    if (equal === 4) {
      expanded.fill(expanded[size - 1]!, size, size + repeats)
      size += repeats
      equal = 0
      continue
    }
    equal = equal > 0 && expanded[size - 1] === byte ? equal + 1 : 1
    expanded[size++] = byte
  }
  return expanded.subarray(0, size)
}
