// One sub-band of ITU-T G.722: adaptive prediction and the adaptive scale factor, which encoder and decoder share.
import { ilb } from './g722-tables.ts'

/** What the predictor of one sub-band remembers, with the names of the standard. */
export interface Band {
  /** The predicted signal. */
  s: number
  sp: number
  sz: number
  /** The last two reconstructed signals. */
  r1: number
  r2: number
  /** The last two partially reconstructed signals. */
  p1: number
  p2: number
  a1: number
  a2: number
  /** Coefficients and differences of the zero predictor, from index 1 to 6. */
  b: Int32Array
  d: Int32Array
  /** The logarithmic scale factor. */
  nb: number
  /** The scale factor. */
  det: number
}

export const createBand = (det: number): Band => ({
  ...{ s: 0, sp: 0, sz: 0, r1: 0, r2: 0, p1: 0, p2: 0, a1: 0, a2: 0 },
  b: new Int32Array(7),
  d: new Int32Array(7),
  nb: 0,
  det,
})

export const saturate = (value: number): number => (value > 32_767 ? 32_767 : Math.max(value, -32_768))

/** Blocks LOGSCL and SCALEL, or LOGSCH and SCALEH (section 3.5). `shift` is 8 for the lower and 10 for the higher band. */
export function adaptScale(band: Band, multiplier: number, limit: number, shift: number): void {
  const next = ((band.nb * 127) >> 7) + multiplier
  const nb = next < 0 ? 0 : Math.min(next, limit)
  band.nb = nb
  const right = shift - (nb >> 11)
  const mantissa = ilb[(nb >> 6) & 31]!
  band.det = (right < 0 ? mantissa << -right : mantissa >> right) << 2
}

/** Block 4: takes the quantized difference and predicts the next signal (section 3.6). */
export function predict(band: Band, difference: number): void {
  const { a1, a2, p1, p2, b, d } = band
  // RECONS and PARREC
  const r0 = saturate(band.s + difference)
  const p0 = saturate(band.sz + difference)
  // UPPOL2
  const isSame1 = p0 >> 15 === p1 >> 15
  const four = saturate(a1 << 2)
  const signed = isSame1 ? Math.min(-four, 32_767) : four
  const second = (signed >> 7) + (p0 >> 15 === p2 >> 15 ? 128 : -128) + ((a2 * 32_512) >> 15)
  const nextA2 = second > 12_288 ? 12_288 : Math.max(second, -12_288)
  // UPPOL1
  const bound = saturate(15_360 - nextA2)
  const first = saturate((isSame1 ? 192 : -192) + ((a1 * 32_640) >> 15))
  const nextA1 = first > bound ? bound : Math.max(first, -bound)
  // UPZERO, DELAYA and FILTEZ
  const step = difference === 0 ? 0 : 128
  const sign = difference >> 15
  let sum = 0
  for (let index = 6; index >= 1; index--) {
    const old = d[index]!
    const coefficient = saturate((old >> 15 === sign ? step : -step) + ((b[index]! * 32_640) >> 15))
    b[index] = coefficient
    const newer = index === 1 ? difference : d[index - 1]!
    d[index] = newer
    sum += (coefficient * saturate(newer + newer)) >> 15
  }
  const sz = saturate(sum)
  // FILTEP and PREDIC
  const sp = saturate(((nextA1 * saturate(r0 + r0)) >> 15) + ((nextA2 * saturate(band.r1 + band.r1)) >> 15))
  band.r2 = band.r1
  band.r1 = r0
  band.p2 = p1
  band.p1 = p0
  band.a1 = nextA1
  band.a2 = nextA2
  band.sp = sp
  band.sz = sz
  band.s = saturate(sp + sz)
}
