// Changes the sample rate of 16-bit audio with a windowed sinc filter.
const zeroCrossings = 16
/** The passband, as a share of the lower of the two Nyquist frequencies. */
const passband = 0.94
/** Rates whose ratio needs more filter phases use the nearest of these, which is inaudible. */
const maxPhases = 512

export const sampleRates = { min: 1_000, max: 192_000 }

/** Removes frequencies that the new rate cannot represent. Throws a `RangeError` for rates outside `sampleRates`. */
export function resample(samples: Int16Array, fromHertz: number, toHertz: number): Int16Array<ArrayBuffer> {
  for (const rate of [fromHertz, toHertz])
    if (!Number.isInteger(rate) || rate < sampleRates.min || rate > sampleRates.max)
      throw new RangeError(`The sample rate ${rate} is not supported.`)
  if (fromHertz === toHertz) return samples.slice()
  const { taps, phases, before } = filterFor(fromHertz, toHertz)
  const output = new Int16Array(Math.floor((samples.length * toHertz) / fromHertz))
  for (let index = 0; index < output.length; index++) {
    const position = (index * fromHertz) / toHertz
    const whole = Math.floor(position)
    const phase = Math.round((position - whole) * phases.length)
    // The last phase belongs to the next input sample.
    const [filter, center] = phase === phases.length ? [phases[0]!, whole + 1] : [phases[phase]!, whole]
    const start = center - before
    let sum = 0
    for (let tap = Math.max(0, -start), end = Math.min(taps, samples.length - start); tap < end; tap++)
      sum += filter[tap]! * samples[start + tap]!
    output[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)))
  }
  return output
}

interface Filter {
  taps: number
  /** The number of taps before the output position. */
  before: number
  phases: Float32Array[]
}

/** The few pairs of rates in use; bounded, because files can have any rate. */
const filters = new Map<string, Filter>()
const maxFilters = 16

function filterFor(fromHertz: number, toHertz: number): Filter {
  const key = `${fromHertz}/${toHertz}`
  const known = filters.get(key)
  if (known) return known
  if (filters.size >= maxFilters) filters.clear()
  const filter = createFilter(fromHertz, toHertz)
  filters.set(key, filter)
  return filter
}

function createFilter(fromHertz: number, toHertz: number): Filter {
  const cutoff = passband * Math.min(1, toHertz / fromHertz)
  const before = Math.ceil(zeroCrossings / cutoff)
  const taps = 2 * before + 1
  const count = Math.min(maxPhases, toHertz / greatestDivisor(fromHertz, toHertz))
  const phases = Array.from({ length: count }, (_, phase) => {
    const values = Float32Array.from({ length: taps }, (_, tap) =>
      kernelAt(tap - before - phase / count, cutoff, before),
    )
    // Every phase has the same gain, so a constant signal stays constant.
    const gain = values.reduce((sum, value) => sum + value, 0)
    return values.map((value) => value / gain)
  })
  return { taps, before, phases }
}

/** A sinc with a Blackman window that ends one sample after `width`. */
function kernelAt(offset: number, cutoff: number, width: number): number {
  const angle = Math.PI * offset * cutoff
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle
  const place = Math.min(1, Math.abs(offset) / (width + 1))
  return sinc * (0.42 + 0.5 * Math.cos(Math.PI * place) + 0.08 * Math.cos(2 * Math.PI * place))
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
