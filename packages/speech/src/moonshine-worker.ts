// Worker process that recognizes English utterances with the Moonshine models.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeMulaw, resample } from '@parley/telephone'
import tokenizer from 'llama-tokenizer-js'
import sherpa from 'sherpa-onnx-node'
import { correctSingleNumber, isSaidAlone } from './said-alone.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

const sampleRate = 16_000
/** The model misses words at the very edges of its input, and all of them after much silence. */
const paddingsMs = [250, 100]
/** About 40 dB below full scale: quieter than speech at the usual volume. */
const soundSample = 330
/** In quiet speech, sound is at least this loud, relative to the loudest sample. */
const quietShare = 1 / 18
/** Quieter audio contains only the noise of the line. */
const leastSample = 24
/** Sounds such as “t” at the beginning and “th” at the end are quieter than that. */
const keptBeforeMs = 160
const keptAfterMs = 300
/** With a shorter pause at the end, the model writes commas instead of full stops. */
const leastAfterMs = 160

/** At most about half a second of sound: one word, or two short ones. */
const maxSingleWordMs = 1_200

type Recognizer = ReturnType<typeof openRecognizer>

export type MoonshineModel = 'tiny' | 'base'

export interface MoonshineRequest {
  audio: Uint8Array
  isInterim: boolean
}

export function open(model: MoonshineModel) {
  const tiny = openRecognizer('tiny')
  const base = model === 'base' ? openRecognizer('base') : undefined
  return ({ audio, isInterim }: MoonshineRequest): string => {
    const heard = resample(trimSilence(decodeMulaw(audio)), 8_000, sampleRate)
    if (heard.length === 0) return ''
    if (!base || isInterim) return recognize(tiny, heard)
    if (heard.length > (maxSingleWordMs * sampleRate) / 1_000) return recognize(base, heard)
    // The small model is better at numbers and answers that are said alone, and hears no words in “mm-hm”.
    const single = recognize(tiny, heard)
    return single === '' || isSaidAlone(single) ? single : recognize(base, heard)
  }
}

function recognize(recognizer: Recognizer, heard: Int16Array): string {
  for (const paddingMs of paddingsMs) {
    const text = transcribe(recognizer, heard, (paddingMs * sampleRate) / 1_000)
    if (text !== '' && text.length <= mostCharacters(heard.length / sampleRate)) return correctSingleNumber(text)
  }
  return ''
}

/** The longest text that a person can say in this time. A longer one is an error: the model can repeat a word without end. */
const mostCharacters = (seconds: number): number => 40 + 30 * seconds

function trimSilence(samples: Int16Array): Int16Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const threshold = Math.min(soundSample, Math.max(leastSample, loudest * quietShare))
  const isSound = (sample: number) => Math.abs(sample) >= threshold
  const first = samples.findIndex(isSound)
  if (first < 0) return new Int16Array(0)
  const start = Math.max(0, first - 8 * keptBeforeMs)
  const end = samples.findLastIndex(isSound) + 1
  const kept = samples.subarray(start, end + 8 * keptAfterMs)
  const trimmed = new Int16Array(Math.max(kept.length, end - start + 8 * leastAfterMs))
  trimmed.set(kept)
  return trimmed
}

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
