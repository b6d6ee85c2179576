// Changes the sample rate of audio with a windowed sinc filter: of a stream, or of a whole recording.
import { toSample } from './mulaw.js'

/** Rates whose ratio needs more filter phases use one of these, which is inaudible. */
const maxPhases = 512
/** The shares of a constant, a cosine and a cosine of twice the frequency. */
/** Less is the error of a calculation. */
const leastWeight = 1e-7
const windows = { blackman: [0.42, 0.5, 0.08], hann: [0.5, 0.5, 0] }
/** For speech that is recognized or heard at once: images and aliases are weaker than −70 dB. */
const usualFilter = { passband: 0.94, zeroCrossings: 16, window: 'blackman' }
/** For the microphone and the speaker of a browser, with less delay. @type {ResamplerFilter} */
export const deviceFilter = { passband: 0.92, zeroCrossings: 12, window: 'hann' }

export const sampleRates = { min: 1_000, max: 192_000 }

/**
 * A filter is sharper with more zero crossings on each side of a sample, and delays a stream by as many samples of the
 * lower rate. The `passband` is a share of the lower of the two Nyquist frequencies; with 1, samples that both rates have
 * stay as they are. A Hann window is sharper than the Blackman window, and leaves −44 dB of what it removes.
 * @typedef {{ passband?: number, zeroCrossings?: number, window?: 'blackman' | 'hann' }} ResamplerFilter
 *
 * `convert` takes samples in any number and returns those that are complete; `end` returns the last ones. `waitingSamples`
 * is how many input samples follow a sample before it is complete.
 * @typedef {object} Resampler
 * @property {(samples: ArrayLike<number>) => Float32Array<ArrayBuffer>} convert
 * @property {() => Float32Array<ArrayBuffer>} end
 * @property {number} waitingSamples
 */

/**
 * Converts a stream. Removes frequencies that the new rate cannot represent. Throws a `RangeError` for rates outside
 * `sampleRates`.
 * @type {(fromHertz: number, toHertz: number, filter?: ResamplerFilter) => Resampler}
 */
export function createResampler(fromHertz, toHertz, filter) {
  for (const rate of [fromHertz, toHertz])
    if (!Number.isInteger(rate) || rate < sampleRates.min || rate > sampleRates.max)
      throw new RangeError(`The sample rate ${rate} is not supported.`)
  if (fromHertz === toHertz)
    return { convert: (samples) => Float32Array.from(samples), end: () => new Float32Array(0), waitingSamples: 0 }
  const { before, taps, kernels, kernelsPerPhase, phases, stepSamples, stepPhases } = tablesFor(
    fromHertz,
    toHertz,
    filter,
  )
  /** Begins with the silence before the first sample. */
  let pending = new Float32Array(before)
  /** Where the filter of the next output sample begins in `pending`, and how many parts of an input sample later. */
  let first = 0
  let phase = 0

  /** @type {Resampler['convert']} */
  function convert(samples) {
    const input = new Float32Array(pending.length + samples.length)
    input.set(pending)
    input.set(samples, pending.length)
    const left = (input.length - taps + 1 - first) * phases - phase
    const output = new Float32Array(Math.max(0, Math.ceil(left / (stepSamples * phases + stepPhases))))
    for (let index = 0; index < output.length; index++) {
      const { weights, from } = kernels[kernelsPerPhase === 1 ? phase : Math.round(phase * kernelsPerPhase)]
      const start = first + from
      let sum = 0
      for (let tap = 0; tap < weights.length; tap++) sum += weights[tap] * input[start + tap]
      output[index] = sum
      first += stepSamples
      phase += stepPhases
      if (phase >= phases) {
        phase -= phases
        first++
      }
    }
    const used = Math.min(first, input.length)
    pending = input.slice(used)
    first -= used
    return output
  }

  return { convert, end: () => convert(new Float32Array(before)), waitingSamples: before }
}

/**
 * Converts a whole recording. Throws a `RangeError` for rates outside `sampleRates`.
 * @type {(samples: Int16Array, fromHertz: number, toHertz: number) => Int16Array<ArrayBuffer>}
 */
export function resample(samples, fromHertz, toHertz) {
  const { convert, end } = createResampler(fromHertz, toHertz)
  const output = new Int16Array(Math.floor((samples.length * toHertz) / fromHertz))
  let at = 0
  for (const part of [convert(samples), end()])
    for (let index = 0; index < part.length && at < output.length; index++) output[at++] = toSample(part[index])
  return output
}

/** Rounds the samples, and limits them to 16 bits. @type {(samples: Float32Array) => Int16Array<ArrayBuffer>} */
export function toSamples(samples) {
  const output = new Int16Array(samples.length)
  for (let index = 0; index < samples.length; index++) output[index] = toSample(samples[index])
  return output
}

/** The few conversions in use; bounded, because files can have any rate. */
const tables = new Map()
const maxTables = 16

function tablesFor(fromHertz, toHertz, filter) {
  const { passband, zeroCrossings, window } = { ...usualFilter, ...filter }
  const key = [fromHertz, toHertz, passband, zeroCrossings, window].join('/')
  const known = tables.get(key)
  if (known) return known
  if (tables.size >= maxTables) tables.clear()
  const divisor = greatestDivisor(fromHertz, toHertz)
  const phases = toHertz / divisor
  const cutoff = passband * Math.min(1, toHertz / fromHertz)
  const before = Math.ceil(zeroCrossings / cutoff)
  const count = Math.min(maxPhases, phases)
  // The last kernel is for samples that lie nearly at the next input sample.
  const kernels = Array.from({ length: count + 1 }, (_, phase) =>
    createKernel(phase / count, { cutoff, before, window: windows[window] }),
  )
  const step = fromHertz / divisor
  const created = {
    before,
    taps: 2 * before + 1,
    kernels,
    kernelsPerPhase: count / phases,
    phases,
    stepSamples: Math.floor(step / phases),
    stepPhases: step % phases,
  }
  tables.set(key, created)
  return created
}

/** The weights of the input samples around an output sample that lies `fraction` after one of them. */
function createKernel(fraction, { cutoff, before, window: [constant, once, twice] }) {
  const values = Float32Array.from({ length: 2 * before + 1 }, (_, tap) => {
    const offset = tap - before - fraction
    const angle = Math.PI * offset * cutoff
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle
    // The window ends one sample after the first and the last weight.
    const place = Math.PI * Math.min(1, Math.abs(offset) / (before + 1))
    return sinc * (constant + once * Math.cos(place) + twice * Math.cos(2 * place))
  })
  // Every phase has the same gain, so a constant signal stays constant.
  const gain = values.reduce((sum, value) => sum + value, 0)
  // A sample that stays as it is has one weight.
  const isUsed = (value) => Math.abs(value) > leastWeight
  const from = values.findIndex(isUsed)
  return { from, weights: values.slice(from, values.findLastIndex(isUsed) + 1).map((value) => value / gain) }
}

function greatestDivisor(a, b) {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
