// Requests the transcription of one piece of audio from OpenAI or a compatible server.
import { decodeMulaw, writeWav } from '@parley/telephone'
import { type Agent, FormData } from 'undici'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { post } from '#server/platform/vendor-json/post-json.ts'
import { speechFailure } from '../vendor-speech/failures.ts'

export interface TranscriptionServer {
  url: string
  headers: Record<string, string>
  model: string
  /** ISO 639-1. Undefined if the customer may use several languages. */
  language: string | undefined
  agent: Agent
  timeoutMs: number
}

const sampleRate = 8_000
/** OpenAI refuses audio of less than 100 ms. */
const minBytes = 1_600
const maxResponseBytes = 256 * 1024
const maxCharacters = 20_000
const vendor = 'The transcription server'

/** Returns the trimmed words. `audio` is mu-law at 8,000 Hz. Throws an `OutsideError`, or the reason of `signal`. */
export async function transcribe(server: TranscriptionServer, audio: Uint8Array, signal: AbortSignal): Promise<string> {
  const { url, headers, agent, timeoutMs } = server
  const response = await post(
    { url, headers, body: formOf(server, audio), agent, maxResponseBytes, timeoutMs, signal },
    (code) => speechFailure(vendor, code),
  )
  if (!isFields(response) || typeof response.text !== 'string') throw speechFailure(vendor, 'unreadable')
  return response.text.slice(0, maxCharacters).trim()
}

function formOf({ model, language }: TranscriptionServer, audio: Uint8Array): FormData {
  const padded = new Uint8Array(Math.max(audio.length, minBytes)).fill(0xff)
  padded.set(audio)
  const wav = writeWav({ sampleRate, channels: [decodeMulaw(padded)] })
  const form = new FormData()
  form.set('file', new Blob([wav], { type: 'audio/wav' }), 'speech.wav')
  form.set('model', model)
  form.set('response_format', 'json')
  if (language !== undefined) form.set('language', language)
  return form
}
