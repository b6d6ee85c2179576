// Worker process that recognizes English utterances with a Moonshine model.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeMulaw, resample } from '@parley/telephone'
import tokenizer from 'llama-tokenizer-js'
import sherpa from 'sherpa-onnx-node'
import { correctSingleNumber } from './said-alone.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

const sampleRate = 16_000
/** The model misses words at the very edges of its input, and all of them after much silence. */
const paddingsMs = [250, 100]
/** The model knows the first words of an utterance earlier with less silence around them. */
const interimPaddingsMs = [100]

type Recognizer = ReturnType<typeof openRecognizer>

export type MoonshineModel = 'tiny' | 'base'

export interface MoonshineRequest {
  /** Mu-law at 8,000 Hz, without silence at its ends. */
  audio: Uint8Array
  isInterim: boolean
}

export function open(model: MoonshineModel) {
  const recognizer = openRecognizer(model)
  return ({ audio, isInterim }: MoonshineRequest): string => {
    const heard = resample(decodeMulaw(audio), 8_000, sampleRate)
    return heard.length === 0 ? '' : recognize(recognizer, heard, isInterim ? interimPaddingsMs : paddingsMs)
  }
}

function recognize(recognizer: Recognizer, heard: Int16Array, paddings: readonly number[]): string {
  for (const paddingMs of paddings) {
    const text = transcribe(recognizer, heard, (paddingMs * sampleRate) / 1_000)
    if (text !== '' && text.length <= mostCharacters(heard.length / sampleRate)) return correctSingleNumber(text)
  }
  return ''
}

/** The longest text that a person can say in this time. A longer one is an error: the model can repeat a word without end. */
const mostCharacters = (seconds: number): number => 40 + 30 * seconds

function transcribe(recognizer: Recognizer, heard: Int16Array, padding: number): string {
  const samples = new Float32Array(heard.length + 2 * padding)
  for (let index = 0; index < heard.length; index++) samples[padding + index] = heard[index]! / 32_768
  const stream = recognizer.createStream()
  stream.acceptWaveform({ samples, sampleRate })
  recognizer.decode(stream)
  return recognizer.getResult(stream).text.trim()
}

function openRecognizer(model: MoonshineModel) {
  return withTemporaryFolder((folder) => {
    const tokens = join(folder, 'tokens.txt')
    writeFileSync(tokens, tokenizer.vocabById.map(tokenLine).join(''))
    const moonshine = {
      encoder: modelFile(model, 'encoder_model.onnx'),
      mergedDecoder: modelFile(model, 'decoder_model_merged.onnx'),
    }
    return new sherpa.OfflineRecognizer({
      featConfig: { sampleRate, featureDim: 80 },
      modelConfig: { moonshine, tokens, numThreads: 1, provider: 'cpu', debug: 0 },
    })
  })
}

function tokenLine(token: string, id: number): string {
  return `${Buffer.from(token).toString('base64')}\t${id}\n`
}

function modelFile(model: MoonshineModel, name: string): string {
  const packageUrl = import.meta.resolve('@usefulsensors/moonshine-js')
  return fileURLToPath(new URL(`./model/${model}/quantized/${name}`, packageUrl))
}
