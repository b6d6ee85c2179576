// Converts vectors to 8-bit integers, which keep their direction.
/** Scaled so that the largest component is 127 or -127. A vector of zeros stays one. Components must be finite. */
export function quantize(vector: Float32Array): Int8Array {
  let largest = 0
  for (const component of vector) largest = Math.max(largest, Math.abs(component))
  const quantized = new Int8Array(vector.length)
  if (largest === 0) return quantized
  const scale = 127 / largest
  for (let index = 0; index < vector.length; index++) quantized[index] = Math.round(vector[index]! * scale)
  return quantized
}
