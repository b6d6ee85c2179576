// Speaks and recognizes with the installed voice packs, each in child processes of its own.
import { availableParallelism } from 'node:os'
import type { RecognizeOptions } from '../moonshine.ts'
import { SpeechError } from '../speech-error.ts'
import { openWorkerPool, type RunOptions, type WorkerPool } from '../worker-pool.ts'
import { type InstalledPack, watchInstalled } from './installed.ts'
import { kindOf, type SpokenVoice, voicesOf } from './manifest.ts'
import type { PackProgram, PackRequest } from './pack-worker.ts'
import { loadTimeoutMs, packWorker } from './test-pack.ts'

export const maxPackCharacters = 2_000

export interface InstalledVoice extends SpokenVoice {
  pack: string
}

export interface VoicePacks extends AsyncDisposable {
  installed(): readonly InstalledPack[]
  /** The voice with this id, if its pack is installed. */
  findVoice(id: string): InstalledVoice | undefined
  /** A voice of the language, of the gender if there is one. */
  voiceIn(language: string, gender: 'male' | 'female'): InstalledVoice | undefined
  /** Returns mu-law audio at 8,000 Hz. Throws a `SpeechError` with the codes of the worker pool. */
  synthesize(voice: InstalledVoice, text: string, options: RunOptions & { speed: number }): Promise<Uint8Array>
  /** The recognizer of a language, if a pack has one. */
  recognizerFor(language: string): PackRecognizer | undefined
  /** Starts a process of the pack, so that the first sentence does not wait for its model. Never throws. */
  prepare(voice: InstalledVoice): void
}

/** As `Moonshine`, for the languages of the pack. */
export interface PackRecognizer {
  recognize(audio: Uint8Array, options?: RecognizeOptions): Promise<string>
  prepare(): void
  backlog(): number
}

interface Running {
  pack: InstalledPack
  pool: WorkerPool<PackRequest, unknown>
}

/** Without the time that its model needs to load, if it was prepared. */
const timeoutMs = 30_000

/** Loads nothing before the first request. `onWorkerEnd` receives why a process of a pack ended. */
export function openVoicePacks(
  root: string,
  { onWorkerEnd }: { onWorkerEnd?(pack: string, error: Error): void } = {},
): VoicePacks {
  const installed = watchInstalled(root)
  const running = new Map<string, Running>()
  let isClosed = false

  function poolOf(name: string): WorkerPool<PackRequest, unknown> {
    const pack = installed().find(({ manifest }) => manifest.name === name)
    const current = running.get(name)
    if (current && current.pack.id === pack?.id) return current.pool
    running.delete(name)
    void current?.pool[Symbol.asyncDispose]()
    if (!pack || isClosed) throw new SpeechError('closed', `The voice pack ${name} is not installed.`)
    const program: PackProgram = { folder: pack.folder, manifest: pack.manifest }
    const pool = openWorkerPool<PackRequest, unknown>({
      script: packWorker,
      kind: 'process',
      prepare: () => program,
      size: Math.max(1, Math.min(2, availableParallelism() - 1)),
      maxWaiting: 200,
      timeoutMs,
      onEnd(error) {
        if (error) onWorkerEnd?.(name, error)
      },
    })
    running.set(name, { pack, pool })
    return pool
  }

  const voices = (): InstalledVoice[] =>
    installed().flatMap(({ manifest }) => voicesOf(manifest).map((voice) => ({ ...voice, pack: manifest.name })))

  const prepare = (name: string): void => {
    try {
      poolOf(name).prepare({ kind: 'load' }, { timeoutMs: loadTimeoutMs })
    } catch {
      // The first request fails for the same reason.
    }
  }

  return {
    installed,
    findVoice: (id) => voices().find((voice) => voice.id === id),
    voiceIn(language, gender) {
      const speaking = voices().filter((voice) => voice.language === language)
      return speaking.find((voice) => voice.gender === gender) ?? speaking[0]
    },
    async synthesize({ pack, speaker, language, code = language }, text, { speed, ...options }) {
      if (text.length > maxPackCharacters)
        throw new SpeechError('text_too_long', `A text may have ${maxPackCharacters} characters.`)
      if (!/[\p{L}\p{N}]/u.test(text)) return new Uint8Array(0)
      const request: PackRequest = { kind: 'speak', text, speaker, code, speed: Math.max(0.5, Math.min(2, speed)) }
      return (await poolOf(pack).run(request, options)) as Uint8Array
    },
    recognizerFor(language) {
      const pack = installed().find(
        ({ manifest }) => kindOf(manifest) === 'recognition' && manifest.languages.includes(language),
      )
      if (!pack) return undefined
      const { name } = pack.manifest
      return {
        recognize: async (audio, { signal } = {}) =>
          (await poolOf(name).run({ kind: 'recognize', audio, language }, { signal })) as string,
        prepare: () => prepare(name),
        backlog: () => running.get(name)?.pool.backlog() ?? 0,
      }
    },
    prepare: ({ pack }) => prepare(pack),
    async [Symbol.asyncDispose]() {
      isClosed = true
      await Promise.all([...running.values()].map(({ pool }) => pool[Symbol.asyncDispose]()))
    },
  }
}
