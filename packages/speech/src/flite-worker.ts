// Worker thread that runs Flite as a WASI program, once for each text.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WASI } from 'node:wasi'
import { encodeMulaw, readWav, resample, toSample } from '@parley/telephone'
import { withTemporaryFolder } from './temporary-folder.ts'
import { type WasmModule, webAssembly } from './web-assembly.ts'

export interface FliteRequest {
  text: string
  voice: string
  /** 1 is the voice's own duration. */
  stretch: number
  /** 0 to 1: by how much high frequencies are raised, which carry the consonants. */
  emphasis: number
  /** A factor, after the emphasis. */
  gain: number
}

export const open =
  (program: WasmModule) =>
  ({ text, voice, stretch, emphasis, gain }: FliteRequest): Uint8Array =>
    // The program can only write its audio to a file.
    withTemporaryFolder((folder) => {
      const wasi = new WASI({
        version: 'preview1',
        args: ['flite', '--setf', `duration_stretch=${stretch}`, '-voice', voice, '-t', text, '-o', '/o/speech.wav'],
        preopens: { '/o': folder },
        returnOnExit: true,
      })
      const code = wasi.start(new webAssembly.Instance(program, wasi.getImportObject()))
      if (code !== 0) throw new Error(`Flite exited with code ${code}.`)
      const { sampleRate, channels } = readWav(readFileSync(join(folder, 'speech.wav')))
      const samples = resample(channels[0]!, sampleRate, 8_000)
      return encodeMulaw(withoutSilence(emphasized(samples, emphasis, gain)))
    })

/** About −50 dB below full scale: the voices are quieter before they begin to speak. */
const soundSample = 100
const keptSilenceMs = 20

/** Flite begins every text with 110 to 260 ms of silence, for which the listener would wait. */
function withoutSilence(samples: Int16Array): Int16Array {
  const first = samples.findIndex((sample) => Math.abs(sample) > soundSample)
  return samples.subarray(Math.max(0, first - keptSilenceMs * 8))
}

/** Each sample without a part of the one before it. */
function emphasized(samples: Int16Array, emphasis: number, gain: number): Int16Array {
  let before = 0
  return samples.map((sample) => {
    const changed = toSample(gain * (sample - emphasis * before))
    before = sample
    return changed
  })
}
