// Converts between 16-bit PCM and mu-law, the encoding of telephone audio (ITU-T G.711).
const bias = 0x84
const loudest = 32_635

/** The byte of silence. */
export const mulawSilence = 0xff

/** The 16-bit sample of each byte. */
export const mulawSamples = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte
  const magnitude = ((((bits & 0x0f) << 3) + bias) << ((bits >> 4) & 0x07)) - bias
  return bits & 0x80 ? -magnitude : magnitude
})

// The index is the sample as an unsigned number.
const bytesOfSamples = Uint8Array.from({ length: 65_536 }, (_, index) => {
  const sample = (index << 16) >> 16
  const magnitude = Math.min(Math.abs(sample), loudest) + bias
  // The biased magnitude has its highest bit at position 7 to 14.
  const segment = 24 - Math.clz32(magnitude)
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f))
})

/** @type {(samples: Int16Array) => Uint8Array<ArrayBuffer>} */
export function encodeMulaw(samples) {
  const bytes = new Uint8Array(samples.length)
  for (let index = 0; index < samples.length; index++) bytes[index] = bytesOfSamples[samples[index] & 0xffff]
  return bytes
}

/** Fractions are cut off. @type {(sample: number) => number} */
export const encodeMulawSample = (sample) => bytesOfSamples[sample & 0xffff]

/**
 * Writes the samples into a new array, or into a given one.
 * @type {(bytes: Uint8Array, samples?: Int16Array<ArrayBuffer>) => Int16Array<ArrayBuffer>}
 */
export function decodeMulaw(bytes, samples = new Int16Array(bytes.length)) {
  for (let index = 0; index < bytes.length; index++) samples[index] = mulawSamples[bytes[index]]
  return samples
}

/** Rounds a value, and limits it to what 16 bits can represent. @type {(value: number) => number} */
export const toSample = (value) => Math.max(-32_768, Math.min(32_767, Math.round(value)))
