// Worker thread that runs Flite as a WASI program, once for each text.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WASI } from 'node:wasi'
import { encodeMulaw, readWav, resample } from '@parley/telephone'
import { withTemporaryFolder } from './temporary-folder.ts'
import { type WasmModule, webAssembly } from './web-assembly.ts'

export interface FliteRequest {
  text: string
  voice: string
  stretch: number
}

export const open =
  (program: WasmModule) =>
  ({ text, voice, stretch }: FliteRequest): Uint8Array =>
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
      return encodeMulaw(withoutSilence(resample(channels[0]!, sampleRate, 8_000)))
    })

/** About −50 dB below full scale: the voices are quieter before they begin to speak. */
const soundSample = 100
const keptSilenceMs = 20

/** Flite begins every text with 110 to 260 ms of silence, for which the listener would wait. */
function withoutSilence(samples: Int16Array): Int16Array {
  const first = samples.findIndex((sample) => Math.abs(sample) > soundSample)
  return samples.subarray(Math.max(0, first - keptSilenceMs * 8))
}
