// Small models with random weights that the speech runtime loads: a VITS voice and a Moonshine recognizer.
import { createOnnxModel, type Value } from './onnx-model.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Characters of all languages that the voice packs of tests speak. */
const characters = `${letters}äöüßéèàçñ .,!?'`

/** The tone of a speaker: what the voice says is a sine wave, so a test can tell speakers and wrong sample rates. */
export const toneOf = (speaker: number): number => 400 + 200 * speaker

/** Seconds for each character of a text. */
export const secondsPerCharacter = 0.05

export interface VitsOptions {
  sampleRate: number
  speakers: number
  language: string
}

/** A VITS model whose speakers hum, and its `tokens.txt`. */
export function makeVits({ sampleRate, speakers, language }: VitsOptions): { model: Uint8Array; tokens: string } {
  const graph = createOnnxModel()
  const floats = (...values: number[]) => graph.constant(Float32Array.from(values), [values.length])
  const scalar = (value: number) => graph.constant(Float32Array.of(value), [])
  const length = graph.add('Cast', ['x_length'], { attributes: { to: 1 } })
  const samples = graph.add('Mul', [
    graph.add('Mul', [length, floats(secondsPerCharacter * sampleRate)]),
    'length_scale',
  ])
  const end = graph.add('Squeeze', [graph.add('Floor', [samples])])
  const time = graph.add('Range', [scalar(0), end, scalar(1)])
  const tones = floats(
    ...Array.from({ length: speakers }, (_, speaker) => (2 * Math.PI * toneOf(speaker)) / sampleRate),
  )
  const wave = graph.add('Sin', [graph.add('Mul', [time, graph.add('Gather', [tones, 'sid'])])])
  // The weights are random, and the volume depends on them.
  const weights = graph.constant(
    Float32Array.from({ length: characters.length + 1 }, () => 0.4 + 0.2 * Math.random()),
    [characters.length + 1],
  )
  const volume = graph.add('ReduceMean', [graph.add('Gather', [weights, 'x'])], { attributes: { keepdims: 0 } })
  const shape = graph.constant(BigInt64Array.of(1n, 1n, -1n), [3])
  const audio = graph.add('Reshape', [graph.add('Mul', [wave, volume]), shape], { output: 'y' })
  const one = (name: string, type: Value['type']): Value => ({ name, type, dimensions: [1] })
  const model = graph.serialize({
    inputs: [
      { name: 'x', type: 'int64', dimensions: [1, 'length'] },
      one('x_length', 'int64'),
      one('noise_scale', 'float'),
      one('length_scale', 'float'),
      one('noise_scale_w', 'float'),
      one('sid', 'int64'),
    ],
    outputs: [{ name: audio, type: 'float', dimensions: [1, 1, 'samples'] }],
    metadata: {
      model_type: 'vits',
      comment: 'test',
      frontend: 'characters',
      language,
      sample_rate: String(sampleRate),
      n_speakers: String(speakers),
      add_blank: '0',
      use_eos_bos: '0',
    },
  })
  const tokens = [...characters].map((character, id) => `${character} ${id}\n`).join('')
  return { model, tokens }
}

/** A Moonshine model that hears `words` in any sound, and its `tokens.txt`. */
export function makeMoonshine(words: readonly string[]) {
  const vocabulary = ['<unk>', '<s>', '</s>', ...words.map((word) => `▁${word}`)]
  return { encoder: makeEncoder(), decoder: makeDecoder(vocabulary.length), tokens: vocabulary.map(tokenLine).join('') }
}

const tokenLine = (token: string, id: number): string => `${Buffer.from(token).toString('base64')}\t${id}\n`

const samplesPerFrame = 384

function makeEncoder(): Uint8Array {
  const graph = createOnnxModel()
  const loudness = graph.add('ReduceMean', [graph.add('Abs', ['audio'])], { attributes: { keepdims: 0 } })
  const samples = graph.add('Shape', ['audio'])
  const frames = graph.add('Div', [samples, graph.constant(BigInt64Array.of(1n, BigInt(samplesPerFrame)), [2])])
  const shape = graph.add('Concat', [frames, graph.constant(BigInt64Array.of(1n), [1])], { attributes: { axis: 0 } })
  graph.add('Expand', [loudness, shape], { output: 'features' })
  return graph.serialize({
    inputs: [{ name: 'audio', type: 'float', dimensions: [1, 'samples'] }],
    outputs: [{ name: 'features', type: 'float', dimensions: [1, 'frames', 1] }],
  })
}

/** After each token, the next one of the vocabulary is the most probable; after the last one, the end. */
function makeDecoder(size: number): Uint8Array {
  const graph = createOnnxModel()
  const [first, end] = [3, 2]
  const followerOf = (token: number) => (token === 1 ? first : token + 1 < size ? token + 1 : end)
  const weights = Float32Array.from({ length: size * size }, (_, at) =>
    at % size === followerOf(Math.floor(at / size)) ? 2 : Math.random(),
  )
  graph.add('Gather', [graph.constant(weights, [size, size]), 'input_ids'], { output: 'logits' })
  const states = ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value']
  const state = graph.constant(new Float32Array(2), [1, 1, 2, 1])
  for (const name of states) graph.add('Identity', [state], { output: `present.0.${name}` })
  const stateValue = (name: string): Value => ({ name, type: 'float', dimensions: [1, 1, 'past', 1] })
  return graph.serialize({
    inputs: [
      { name: 'input_ids', type: 'int64', dimensions: [1, 1] },
      { name: 'encoder_hidden_states', type: 'float', dimensions: [1, 'frames', 1] },
      ...states.map((name) => stateValue(`past_key_values.0.${name}`)),
      { name: 'use_cache_branch', type: 'bool', dimensions: [1] },
    ],
    outputs: [
      { name: 'logits', type: 'float', dimensions: [1, 1, size] },
      ...states.map((name) => stateValue(`present.0.${name}`)),
    ],
  })
}
