// Speech synthesis in other languages with the program espeak-ng, where it is installed.
import { spawnSync } from 'node:child_process'
import type { EspeakRequest, EspeakResult } from './espeak-worker.ts'
import { SpeechError } from './speech-error.ts'
import { openWorkerPool } from './worker-pool.ts'

export interface EspeakOptions {
  /** ISO 639-1. */
  language: string
  gender: 'male' | 'female'
  /** 0.5 to 2; 1 is the normal speed. */
  speed?: number
  signal?: AbortSignal
  /** As in `FliteOptions`. */
  neededAt?: number
}

export const maxEspeakCharacters = 2_000

export interface Espeak extends AsyncDisposable {
  /**
   * Returns mu-law audio at 8,000 Hz. Throws a `SpeechError`: `language_not_supported` if the program or its voice is
   * missing, `text_too_long` beyond `maxEspeakCharacters`, and the codes of the worker pool.
   */
  synthesize(text: string, options: EspeakOptions): Promise<Uint8Array>
  /** Whether the program can be started. It is asked once. */
  isInstalled(): boolean
}

/** Languages whose voice has another name than the ISO code. */
const voices: Record<string, string> = { zh: 'cmn', no: 'nb', tl: 'fil' }
const normalWordsPerMinute = 165

let isInstalled: boolean | undefined

export function openEspeak(): Espeak {
  const pool = openWorkerPool<EspeakRequest, EspeakResult>({
    script: new URL('./espeak-worker.ts', import.meta.url),
    kind: 'thread',
    size: 1,
    maxWaiting: 200,
    timeoutMs: 15_000,
  })
  return {
    async synthesize(text, { language, gender, speed = 1, signal, neededAt }) {
      if (text.length > maxEspeakCharacters)
        throw new SpeechError('text_too_long', `A text may have ${maxEspeakCharacters} characters.`)
      if (!/^[a-z]{2,3}$/.test(language))
        throw new SpeechError('language_not_supported', 'The language must be an ISO 639-1 code.')
      if (!/[\p{L}\p{N}]/u.test(text)) return new Uint8Array(0)
      const voice = `${voices[language] ?? language}+${gender === 'male' ? 'm3' : 'f3'}`
      const wordsPerMinute = Math.round(normalWordsPerMinute * Math.max(0.5, Math.min(2, speed)))
      const result = await pool.run({ text: text.toWellFormed(), voice, wordsPerMinute }, { signal, neededAt })
      if ('notSupported' in result) throw new SpeechError('language_not_supported', result.notSupported)
      return result
    },
    isInstalled: () => (isInstalled ??= spawnSync('espeak-ng', ['--version']).status === 0),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
