// Converts samples from -1 to 1 to mu-law audio and back.
// https://www.itu.int/rec/T-REC-G.711

const decoded = Float32Array.from({ length: 256 }, (_, code) => decodeSample(code))

export function decodeMuLaw(bytes) {
  return Float32Array.from(bytes, (code) => decoded[code])
}

export function encodeMuLaw(samples) {
  return Uint8Array.from(samples, encodeSample)
}

function decodeSample(code) {
  const bits = ~code & 0xff
  const magnitude = (((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)
  return (bits & 0x80 ? 0x84 - magnitude : magnitude - 0x84) / 32_768
}

function encodeSample(sample) {
  const magnitude = Math.min(Math.abs(Math.round(sample * 32_768)), 32_635) + 0x84
  const exponent = 24 - Math.clz32(magnitude)
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff
}
