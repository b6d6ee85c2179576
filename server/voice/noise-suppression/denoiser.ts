// Removes noise from telephone audio with RNNoise, which works at 48,000 Hz.
import loadRnnoise from '@echogarden/rnnoise-wasm'
import { createResampler, decodeMulaw, encodeMulaw, type Resampler, toSample } from '@parley/telephone'

/** RNNoise processes 10 ms at a time. */
const blockSamples = 480

/** 3,800 Hz pass. The filter has to wait for 1 ms only, so it has a Hann window. */
const filter = { passband: 0.95, zeroCrossings: 7.5, window: 'hann' } as const

/** How far the result is behind the input: one block of RNNoise, and 1 ms for each filter. */
const delaySamples = 96
/** RNNoise distorts speech, so a line whose noise is below this power is passed on as it is: −58 dB of full scale. */
const quietPower = 40 ** 2
/** The noise of a line is its lowest power in the last one or two windows of three seconds. */
const framesPerWindow = 150

/** The audio of one call. */
export interface Denoiser {
  /** Takes and returns 160 bytes of mu-law audio. The result is 12 ms behind the input. Takes about 0.5 ms. */
  process(frame: Uint8Array): Uint8Array
  close(): void
}

/** Loads the module once; opens one denoiser for each call. */
export async function loadDenoiser(): Promise<() => Denoiser> {
  const rnnoise = await loadRnnoise()
  const block = rnnoise._malloc(blockSamples * 4)

  return () => {
    const state = rnnoise._rnnoise_create(0)
    if (state === 0) throw new Error('There is no memory for another denoiser.')
    const up = createStream(8_000, 48_000)
    const down = createStream(48_000, 8_000)
    const isNoisy = createNoiseMeter()
    let delayed = new Int16Array(delaySamples)
    let share = 0

    return {
      process(frame) {
        const samples = decodeMulaw(frame)
        const wide = up(samples)
        for (let at = 0; at < wide.length; at += blockSamples) {
          rnnoise.HEAPF32.set(wide.subarray(at, at + blockSamples), block / 4)
          rnnoise._rnnoise_process_frame(state, block, block)
          wide.set(rnnoise.HEAPF32.subarray(block / 4, block / 4 + blockSamples), at)
        }
        const original = new Int16Array(delaySamples + samples.length)
        original.set(delayed)
        original.set(samples, delaySamples)
        delayed = original.slice(samples.length)
        const step = ((isNoisy(samples) ? 1 : 0) - share) / samples.length
        const mixed = Int16Array.from(down(wide), (clean, index) => {
          share += step
          return toSample(original[index]! * (1 - share) + clean * share)
        })
        share = Math.round(share)
        return encodeMulaw(mixed)
      },
      close: () => rnnoise._rnnoise_destroy(state),
    }
  }
}

/** Returns as much as it takes, because it begins with the silence that it waits for. */
function createStream(fromHertz: number, toHertz: number): Resampler['convert'] {
  const { convert, waitingSamples } = createResampler(fromHertz, toHertz, filter)
  convert(new Float32Array(waitingSamples))
  return convert
}

function createNoiseMeter(): (samples: Int16Array) => boolean {
  let frames = 0
  let lowest = Number.POSITIVE_INFINITY
  let lowestBefore = Number.POSITIVE_INFINITY
  return (samples) => {
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    if (frames++ % framesPerWindow === 0) {
      lowestBefore = lowest
      lowest = power
    } else lowest = Math.min(lowest, power)
    return Math.min(lowest, lowestBefore) > quietPower
  }
}
