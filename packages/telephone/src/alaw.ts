// Converts between 16-bit PCM and A-law, the encoding of telephone audio in Europe (ITU-T G.711).

/** The byte of silence. */
export const alawSilence = 0xd5

/** The 16-bit sample of each byte. */
export const alawSamples = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = byte ^ 0x55
  const [exponent, mantissa] = [(bits & 0x70) >> 4, (bits & 0x0f) << 4]
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1)
  return bits & 0x80 ? magnitude : -magnitude
})

// The index is the upper 12 bits of the sample, which are all that A-law distinguishes.
const bytesOfSamples = Uint8Array.from({ length: 4_096 }, (_, index) => {
  const sample = (index << 20) >> 20
  const magnitude = sample < 0 ? ~sample : sample
  const segment = Math.max(0, 28 - Math.clz32(magnitude))
  const code = segment === 0 ? magnitude : segment * 16 + (magnitude >> (segment - 1)) - 16
  return ((sample < 0 ? 0 : 0x80) | code) ^ 0x55
})

export function encodeAlaw(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length)
  for (let index = 0; index < samples.length; index++) bytes[index] = bytesOfSamples[(samples[index]! >> 4) & 0xfff]!
  return bytes
}

export function decodeAlaw(bytes: Uint8Array): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(bytes.length)
  for (let index = 0; index < bytes.length; index++) samples[index] = alawSamples[bytes[index]!]!
  return samples
}
