// Converts a stream of samples from one rate to another with a windowed sinc filter.

const zeroCrossings = 12
/** The part of the narrower band that passes; the rest is the slope of the filter. */
const passBand = 0.92

/** Rates are in hertz. The returned function takes samples in any number and returns those that are complete. */
export function createResampler(fromHz, toHz) {
  if (fromHz === toHz) return (samples) => samples
  const divisor = greatestCommonDivisor(fromHz, toHz)
  const phases = toHz / divisor
  const step = fromHz / divisor
  const cutoff = Math.min(1, toHz / fromHz) * passBand
  const half = Math.ceil(zeroCrossings / cutoff)
  const kernels = Array.from({ length: phases }, (_, phase) => createKernel(phase / phases, half, cutoff))
  let pending = new Float32Array(half - 1)
  /** Of the next output sample in `pending`, in parts of an input sample. */
  let position = (half - 1) * phases

  return (samples) => {
    const input = new Float32Array(pending.length + samples.length)
    input.set(pending)
    input.set(samples, pending.length)
    const end = (input.length - half) * phases
    const output = new Float32Array(Math.max(0, Math.ceil((end - position) / step)))
    for (let index = 0; index < output.length; index++, position += step) {
      const first = Math.floor(position / phases) - half + 1
      const kernel = kernels[position % phases]
      let sum = 0
      for (let tap = 0; tap < kernel.length; tap++) sum += input[first + tap] * kernel[tap]
      output[index] = sum
    }
    const used = Math.min(input.length, Math.floor(position / phases) - half + 1)
    pending = input.slice(used)
    position -= used * phases
    return output
  }
}

/** The weights of the input samples around an output sample that lies `fraction` after one of them. */
function createKernel(fraction, half, cutoff) {
  return Float32Array.from({ length: 2 * half }, (_, tap) => {
    const distance = tap - half + 1 - fraction
    const angle = Math.PI * cutoff * distance
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle
    const window = Math.cos((Math.PI * distance) / (2 * half)) ** 2
    return cutoff * sinc * window
  })
}

function greatestCommonDivisor(one, other) {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}
