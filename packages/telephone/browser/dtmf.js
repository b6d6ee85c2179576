// Generates the tones of telephone keys (ITU-T Q.23).
import { encodeMulaw } from './mulaw.js'

const rows = ['123A', '456B', '789C', '*0#D']
const rowHertz = [697, 770, 852, 941]
const columnHertz = [1_209, 1_336, 1_477, 1_633]
const amplitude = 8_000
/** Avoids a click at both ends. */
const rampSamples = 40

/** Throws a `RangeError` for a key other than 0–9, `*`, `#` and A–D. @type {(key: string) => [number, number]} */
export function keyHertz(key) {
  const row = rows.findIndex((keys) => key.length === 1 && keys.includes(key))
  if (row === -1) throw new RangeError(`The key ${JSON.stringify(key)} does not exist.`)
  return [rowHertz[row], columnHertz[rows[row].indexOf(key)]]
}

/**
 * Returns mu-law audio at 8,000 Hz. Throws a `RangeError` as `keyHertz` does.
 * @type {(key: string, durationMs?: number) => Uint8Array<ArrayBuffer>}
 */
export function dtmfTone(key, durationMs = 160) {
  const [low, high] = keyHertz(key)
  const length = Math.round(durationMs * 8)
  const samples = Int16Array.from({ length }, (_, index) => {
    const ramp = Math.min(1, index / rampSamples, (length - 1 - index) / rampSamples)
    return ramp * amplitude * (waveAt(low, index) + waveAt(high, index))
  })
  return encodeMulaw(samples)
}

const waveAt = (hertz, index) => Math.sin((2 * Math.PI * hertz * index) / 8_000)
