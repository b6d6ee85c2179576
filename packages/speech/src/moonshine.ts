// English speech recognition with the Moonshine models in processes of their own.
import { availableParallelism } from 'node:os'
import type { MoonshineModel, MoonshineRequest } from './moonshine-worker.ts'
import { openWorkerPool } from './worker-pool.ts'

/** The models do not transcribe longer utterances. */
export const maxUtteranceMs = 30_000

export interface RecognizeOptions {
  /** The words may still change, so the small model recognizes them, in half the time. */
  isInterim?: boolean
  signal?: AbortSignal
}

export interface Moonshine extends AsyncDisposable {
  /**
   * Returns the words of one utterance, or an empty text. `audio` is mu-law at 8,000 Hz; only its last
   * `maxUtteranceMs` are used. Throws a `SpeechError` with the codes of the worker pool.
   */
  recognize(audio: Uint8Array, options?: RecognizeOptions): Promise<string>
  /** Loads the models, which takes about a second, so that the first utterance does not wait for them. Never throws. */
  prepare(): void
  /** Whether an utterance would be recognized at once. */
  isIdle(): boolean
}

export interface MoonshineOptions {
  /** Of final words. Default: `base`. `tiny` needs less memory and time, and gets twice as many words wrong. */
  model?: MoonshineModel | undefined
  /** Receives why a worker ended. */
  onWorkerEnd?(error: Error): void
}

/** Loads nothing before `prepare` or the first utterance. */
export function openMoonshine({ model = 'base', onWorkerEnd }: MoonshineOptions = {}): Moonshine {
  const pool = openWorkerPool<MoonshineRequest, string>({
    script: new URL('./moonshine-worker.ts', import.meta.url),
    kind: 'process',
    prepare: () => model,
    onEnd(error) {
      if (error) onWorkerEnd?.(error)
    },
    size: Math.max(1, Math.min(4, availableParallelism() - 1)),
    maxWaiting: 500,
    timeoutMs: 20_000,
  })
  return {
    recognize: async (audio, { isInterim = false, signal } = {}) =>
      pool.run({ audio: audio.slice(-maxUtteranceMs * 8), isInterim }, { signal }),
    prepare: () => pool.prepare({ audio: new Uint8Array(), isInterim: false }),
    isIdle: pool.isIdle,
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
