// Worker thread that runs the program espeak-ng, once for each text.

import { spawnSync } from 'node:child_process'
import { encodeMulaw, readWav, resample } from '@parley/telephone'

export interface EspeakRequest {
  text: string
  voice: string
  wordsPerMinute: number
}

/** Audio, or why the language cannot be spoken. */
export type EspeakResult = Uint8Array | { notSupported: string }

/** Enough for twelve minutes at the program's 22,050 Hz. */
const maxAudioBytes = 32 * 2 ** 20
const timeoutMs = 10_000

export const open = () => speak

function speak({ text, voice, wordsPerMinute }: EspeakRequest): EspeakResult {
  const { error, status, stdout, stderr } = spawnSync(
    'espeak-ng',
    ['-v', voice, '-s', String(wordsPerMinute), '-b', '1', '--stdin', '--stdout'],
    { input: text, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxAudioBytes, windowsHide: true },
  )
  if (error && 'code' in error && error.code === 'ENOENT')
    return { notSupported: 'Languages other than English require the program espeak-ng.' }
  if (error) throw error
  if (status !== 0 && stderr.includes('voice does not exist'))
    return { notSupported: `The program espeak-ng has no voice ${voice}.` }
  if (status !== 0) throw new Error(`The program espeak-ng exited with code ${status}.`)
  if (stdout.length === 0) return new Uint8Array(0)
  const { sampleRate, channels } = readWav(stdout)
  return encodeMulaw(resample(channels[0]!, sampleRate, 8_000))
}
