// Requests the transcription of one piece of audio from OpenAI or a compatible server.
import { decodeMulaw, writeWav } from '@parley/speech'
import { type Agent, FormData, request } from 'undici'
import { codeOfStatus } from '#server/platform/status-failure.ts'
import { speechFailure } from '#server/platform/vendor-speech/failures.ts'
import { isFields } from '#server/platform/vendor-speech/socket.ts'

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

/** Returns the trimmed words. `audio` is mu-law at 8,000 Hz. Throws an `OutsideError`. */
export async function transcribe(server: TranscriptionServer, audio: Uint8Array, signal: AbortSignal): Promise<string> {
  const { url, headers, agent, timeoutMs } = server
  const timeout = AbortSignal.timeout(timeoutMs)
  const options = { method: 'POST', headers, dispatcher: agent, signal: AbortSignal.any([signal, timeout]) } as const
  try {
    const response = await request(url, { ...options, body: formOf(server, audio) })
    if (response.statusCode === 200) return wordsIn(await readBody(response.body))
    // The connection is closed, because an error page could be endless.
    response.body.on('error', () => {}).destroy()
    throw speechFailure(vendor, codeOfStatus(response.statusCode))
  } catch (error) {
    if (error instanceof Error && error.name === 'OutsideError') throw error
    throw speechFailure(vendor, timeout.aborted ? 'timeout' : 'unavailable')
  }
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

async function readBody(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxResponseBytes) throw speechFailure(vendor, 'unreadable')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function wordsIn(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    if (isFields(value) && typeof value.text === 'string') return value.text.slice(0, maxCharacters).trim()
  } catch {
    // Reported below.
  }
  throw speechFailure(vendor, 'unreadable')
}
