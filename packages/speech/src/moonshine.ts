// English speech recognition with the Moonshine models, each in processes of its own.
import { availableParallelism } from 'node:os'
import type { MoonshineModel, MoonshineRequest } from './moonshine-worker.ts'
import { isSaidAlone } from './said-alone.ts'
import { trimSilence } from './trim-silence.ts'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'

/** The models do not transcribe longer utterances. */
export const maxUtteranceMs = 30_000
/** At most about half a second of sound: one word, or two short ones. */
const maxSingleWordMs = 1_200

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
  /** How many utterances would be recognized before another one. */
  backlog(options?: Pick<RecognizeOptions, 'isInterim'>): number
}

export interface MoonshineOptions {
  /** Of final words. Default: `base`. `tiny` needs less memory and time, and gets twice as many words wrong. */
  model?: MoonshineModel | undefined
  /** Receives why a worker ended. */
  onWorkerEnd?(error: Error): void
}

/** Loads nothing before `prepare` or the first utterance. */
export function openMoonshine({ model = 'base', onWorkerEnd }: MoonshineOptions = {}): Moonshine {
  const stack = new AsyncDisposableStack()
  const open = (one: MoonshineModel, size: number) => stack.use(openModel(one, size, onWorkerEnd))
  const processes = Math.max(1, Math.min(4, availableParallelism() - 1))
  // Interim words do not wait for the final words of other calls.
  const tiny = open('tiny', model === 'base' ? 1 : processes)
  const base = model === 'base' ? open('base', Math.max(1, processes - 1)) : undefined
  return {
    async recognize(audio, { isInterim = false, signal } = {}) {
      const request = { audio: trimSilence(audio.slice(-maxUtteranceMs * 8)), isInterim }
      if (!base || isInterim) return tiny.run(request, { signal })
      if (request.audio.length > maxSingleWordMs * 8) return base.run(request, { signal })
      // The small model is better at numbers and answers that are said alone, and hears no words in “mm-hm”.
      const single = await tiny.run(request, { signal })
      return single === '' || isSaidAlone(single) ? single : base.run(request, { signal })
    },
    prepare() {
      for (const pool of [tiny, base]) pool?.prepare({ audio: new Uint8Array(), isInterim: false })
    },
    backlog: ({ isInterim = false } = {}) => (isInterim || !base ? tiny : base).backlog(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const openModel = (
  model: MoonshineModel,
  size: number,
  onWorkerEnd: MoonshineOptions['onWorkerEnd'],
): WorkerPool<MoonshineRequest, string> =>
  openWorkerPool({
    script: new URL('./moonshine-worker.ts', import.meta.url),
    kind: 'process',
    prepare: () => model,
    onEnd(error) {
      if (error) onWorkerEnd?.(error)
    },
    size,
    maxWaiting: 500,
    timeoutMs: 20_000,
  })
