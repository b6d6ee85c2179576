// English speech recognition with the Moonshine model in processes of its own.
import { availableParallelism } from 'node:os'
import { openWorkerPool } from './worker-pool.ts'

/** The model does not transcribe longer utterances. */
export const maxUtteranceMs = 30_000

export interface Moonshine extends AsyncDisposable {
  /**
   * Returns the words of one utterance, or an empty text. `audio` is mu-law at 8,000 Hz; only its last
   * `maxUtteranceMs` are used. Throws a `SpeechError` with the codes of the worker pool.
   */
  recognize(audio: Uint8Array, signal?: AbortSignal): Promise<string>
  /** Loads the model, which takes about 0.6 s, so that the first utterance does not wait for it. Never throws. */
  prepare(): void
  /** Whether an utterance would be recognized at once. */
  isIdle(): boolean
}

/** Loads nothing before `prepare` or the first utterance. `onWorkerEnd` receives why a worker ended. */
export function openMoonshine({ onWorkerEnd }: { onWorkerEnd?(error: Error): void } = {}): Moonshine {
  const pool = openWorkerPool<Uint8Array, string>({
    script: new URL('./moonshine-worker.ts', import.meta.url),
    kind: 'process',
    onEnd(error) {
      if (error) onWorkerEnd?.(error)
    },
    size: Math.max(1, Math.min(4, availableParallelism() - 1)),
    maxWaiting: 500,
    timeoutMs: 20_000,
  })
  return {
    recognize: async (audio, signal) => pool.run(audio.slice(-maxUtteranceMs * 8), signal),
    prepare: () => pool.prepare(new Uint8Array()),
    isIdle: pool.isIdle,
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
