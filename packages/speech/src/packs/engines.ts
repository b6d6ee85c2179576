// The engines that run voice packs, and the files that each needs.

interface EngineFiles {
  kind: 'voice' | 'recognition'
  required: readonly string[]
  optional: readonly string[]
}

/** The names are those of sherpa-onnx. A `lexicon` can name several files, separated by commas; `dataDir` is a folder. */
export const engines = {
  vits: { kind: 'voice', required: ['model', 'tokens'], optional: ['lexicon', 'dataDir'] },
  kokoro: { kind: 'voice', required: ['model', 'voices', 'tokens'], optional: ['lexicon', 'dataDir'] },
  kitten: { kind: 'voice', required: ['model', 'voices', 'tokens', 'dataDir'], optional: [] },
  matcha: { kind: 'voice', required: ['acousticModel', 'vocoder', 'tokens'], optional: ['lexicon', 'dataDir'] },
  supertonic: {
    kind: 'voice',
    required: [
      'durationPredictor',
      'textEncoder',
      'vectorEstimator',
      'vocoder',
      'ttsJson',
      'unicodeIndexer',
      'voiceStyle',
    ],
    optional: [],
  },
  moonshine: { kind: 'recognition', required: ['encoder', 'mergedDecoder', 'tokens'], optional: [] },
  whisper: { kind: 'recognition', required: ['encoder', 'decoder', 'tokens'], optional: [] },
  'sense-voice': { kind: 'recognition', required: ['model', 'tokens'], optional: [] },
  parakeet: { kind: 'recognition', required: ['encoder', 'decoder', 'joiner', 'tokens'], optional: [] },
} as const satisfies Record<string, EngineFiles>

export type Engine = keyof typeof engines

export const engineNames = Object.keys(engines) as [Engine, ...Engine[]]

export const filesOf = (engine: Engine): EngineFiles => engines[engine]

/** Engines that take the language of a text from the request; the others are of one language. */
export const takesLanguage = (engine: Engine): boolean => engine === 'kokoro' || engine === 'supertonic'
