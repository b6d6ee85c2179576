// Worker process that speaks or recognizes with the model of a voice pack.
import { join } from 'node:path'
import { decodeMulaw, encodeMulaw, resample } from '@parley/telephone'
import type sherpaModule from 'sherpa-onnx-node'
import { takesLanguage } from './engines.ts'
import type { PackManifest } from './manifest.ts'

/** Undefined: only the runtime is loaded. */
export type PackProgram = { folder: string; manifest: PackManifest } | undefined

export type PackRequest =
  | { kind: 'load' }
  | { kind: 'speak'; text: string; speaker: number; code: string; speed: number }
  | { kind: 'recognize'; audio: Uint8Array; language: string }

/** What the model says of itself; nothing for recognition. */
export interface LoadedPack {
  sampleRate?: number
  speakers?: number
}

/** Begins the message of the error, because only messages reach the parent. */
export const runtimeMissing = 'sherpa-onnx could not be loaded'

const recognitionRate = 16_000
/** Models miss words at the very edges of their input. */
const paddingSamples = recognitionRate / 4
const silenceScale = 0.2

type Sherpa = typeof sherpaModule
type Speaker = InstanceType<Sherpa['OfflineTts']>

export async function open(program: PackProgram) {
  const sherpa = await loadRuntime()
  if (!program) return () => ({})
  const { manifest } = program
  if (manifest.voices.length > 0) {
    const speaker = new sherpa.OfflineTts(synthesisConfig(program))
    return (request: PackRequest) => (request.kind === 'speak' ? speak(speaker, manifest, request) : loaded(speaker))
  }
  const recognizer = openRecognizer(sherpa, program)
  return (request: PackRequest) => (request.kind === 'recognize' ? recognizer(request) : {})
}

async function loadRuntime(): Promise<Sherpa> {
  try {
    return (await import('sherpa-onnx-node')).default
  } catch (error) {
    throw new Error(`${runtimeMissing}: ${String(error).slice(0, 200)}`)
  }
}

const loaded = ({ sampleRate, numSpeakers }: Speaker): LoadedPack => ({ sampleRate, speakers: numSpeakers })

/** The paths of the files that the engine needs. */
function pathsOf({ folder, manifest }: NonNullable<PackProgram>): Record<string, string> {
  const inFolder = (value: string) =>
    value
      .split(',')
      .map((path) => join(folder, path))
      .join(',')
  return Object.fromEntries(Object.entries(manifest.model).map(([name, value]) => [name, inFolder(value)]))
}

const shared = { numThreads: 1, provider: 'cpu', debug: 0 }

function synthesisConfig(program: NonNullable<PackProgram>): ConstructorParameters<Sherpa['OfflineTts']>[0] {
  return { model: { [program.manifest.engine]: pathsOf(program), ...shared }, maxNumSentences: 1, silenceScale }
}

/** The longest text that a person can say in this time. A longer one is an error: models can repeat a word without end. */
const mostCharacters = (seconds: number): number => 40 + 30 * seconds

type SpeakRequest = Extract<PackRequest, { kind: 'speak' }>

function speak(
  speaker: Speaker,
  { engine }: PackManifest,
  { text, speaker: sid, code, speed }: SpeakRequest,
): Uint8Array {
  const extra = takesLanguage(engine) ? { extra: { lang: code } } : {}
  const { samples, sampleRate } = speaker.generate({
    text,
    generationConfig: { sid, speed, silenceScale, ...extra },
    enableExternalBuffer: false,
  })
  const whole = Int16Array.from(samples, (sample) => Math.round(32_767 * Math.max(-1, Math.min(1, sample || 0))))
  return encodeMulaw(resample(whole, sampleRate, 8_000))
}

function openRecognizer(sherpa: Sherpa, program: NonNullable<PackProgram>) {
  const { engine } = program.manifest
  const { tokens = '', ...paths } = pathsOf(program)
  const models = (language: string) =>
    ({
      moonshine: { moonshine: paths },
      whisper: { whisper: { ...paths, language, task: 'transcribe' } },
      'sense-voice': { senseVoice: { ...paths, useInverseTextNormalization: 1 } },
      parakeet: { transducer: paths, modelType: 'nemo_transducer' },
    })[engine as string] ?? {}
  const configFor = (language: string): ConstructorParameters<Sherpa['OfflineRecognizer']>[0] => ({
    featConfig: { sampleRate: recognitionRate, featureDim: 80 },
    modelConfig: { ...models(language), tokens, ...shared },
  })
  let current = ''
  const recognizer = new sherpa.OfflineRecognizer(configFor(current))
  return ({ audio, language }: Extract<PackRequest, { kind: 'recognize' }>): string => {
    if (language !== current && engine === 'whisper') {
      current = language
      recognizer.setConfig(configFor(language))
    }
    const heard = resample(decodeMulaw(audio), 8_000, recognitionRate)
    const samples = new Float32Array(heard.length + 2 * paddingSamples)
    for (let index = 0; index < heard.length; index++) samples[paddingSamples + index] = heard[index]! / 32_768
    const stream = recognizer.createStream()
    stream.acceptWaveform({ samples, sampleRate: recognitionRate })
    recognizer.decode(stream)
    const text = recognizer.getResult(stream).text.trim()
    return text.length <= mostCharacters(heard.length / recognitionRate) ? text : ''
  }
}
