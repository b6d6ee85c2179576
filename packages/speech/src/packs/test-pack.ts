// Tests in a child process whether the speech runtime and the model of a pack load.
import { openWorker, WorkerError } from '@parley/workers'
import { kindOf, type PackManifest } from './manifest.ts'
import { PackError } from './pack-error.ts'
import { type LoadedPack, type PackProgram, type PackRequest, runtimeMissing } from './pack-worker.ts'
import { untilAborted } from './until-aborted.ts'

export const packWorker = new URL('./pack-worker.ts', import.meta.url)

let isRuntimeKnown = false

/** Large models take seconds, and longer from a slow disk. */
export const loadTimeoutMs = 180_000
/** A second of silence. */
const sample = new Uint8Array(8_000).fill(0xff)

/** Throws a `PackError` with `runtime_missing` and a sentence that says what is missing and what works without it. */
export async function testRuntime(): Promise<void> {
  if (isRuntimeKnown) return
  await run(undefined, { kind: 'load' })
  isRuntimeKnown = true
}

/** Throws a `PackError` if the model does not load, or differs from the manifest. */
export async function testPack(folder: string, manifest: PackManifest, signal?: AbortSignal): Promise<void> {
  const invalid = (message: string, cause?: unknown) => new PackError('invalid_pack', message, { cause })
  const program = { folder, manifest }
  try {
    if (kindOf(manifest) === 'recognition') {
      await run(program, { kind: 'recognize', audio: sample, language: manifest.languages[0]! }, signal)
      return
    }
    const { sampleRate, speakers = 0 } = (await run(program, { kind: 'load' }, signal)) as LoadedPack
    if (sampleRate !== manifest.sampleRate)
      throw invalid(`The model speaks at ${sampleRate} Hz, and not at ${manifest.sampleRate} Hz.`)
    const highest = Math.max(...manifest.voices.map(({ speaker }) => speaker))
    if (highest > Math.max(0, speakers - 1))
      throw invalid(`The model has ${speakers} speakers, and none with the number ${highest}.`)
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error
    throw invalid('The model of this pack cannot be loaded.', error)
  }
}

/** An aborted signal ends the process. */
async function run(program: PackProgram, request: PackRequest, signal?: AbortSignal): Promise<unknown> {
  await using worker = openWorker({
    script: packWorker,
    kind: 'process',
    prepare: () => program,
    timeoutMs: loadTimeoutMs,
  })
  try {
    return await untilAborted(worker.request(request), signal)
  } catch (error) {
    if (!(error instanceof WorkerError) || !error.message.includes(runtimeMissing)) throw error
    const message = `Voice packs need the package sherpa-onnx, which cannot be loaded on this machine (${process.platform} ${process.arch}). It exists for Linux with glibc, macOS and Windows. The built-in English voice and the voices of vendors work without it.`
    throw new PackError('runtime_missing', message, { cause: error })
  }
}
