// A scripted server with OpenAI's transcription API, as strict as the real one.
import type { ServerResponse } from 'node:http'
import { encodeMulaw, readWav } from '@parley/telephone'
import { fail, type ScriptedHttpServer, startHttpServer, writeEndlessly } from './http-server.ts'
import { createWordReader } from './spoken-words.ts'

export type ScriptedTranscription = 'normal' | 'no response' | 'disconnect' | 'garbage' | 'endless' | { status: number }

export interface ScriptedOpenAiTranscription extends ScriptedHttpServer {
  /** Ends with `/v1`. */
  baseUrl: string
  requests: { model: string; language: string | undefined; durationMs: number; text: string }[]
  /** The largest number of requests that were answered at the same time. */
  mostAtOnce(): number
}

const fields = new Set(['file', 'model', 'language', 'response_format'])

/**
 * Recognizes the audio of `encodeSpokenWords`. Protocol:
 * https://platform.openai.com/docs/api-reference/audio/createTranscription
 */
export async function startScriptedOpenAiTranscription(
  options: {
    apiKey?: string
    answer?(text: string, index: number): ScriptedTranscription | Promise<ScriptedTranscription>
  } = {},
): Promise<ScriptedOpenAiTranscription> {
  const requests: ScriptedOpenAiTranscription['requests'] = []
  let running = 0
  let mostAtOnce = 0
  const server = await startHttpServer(async ({ request, body, response, refuse }) => {
    mostAtOnce = Math.max(mostAtOnce, ++running)
    response.once('close', () => running--)
    const { method, url, headers } = request
    if (method !== 'POST' || url !== '/v1/audio/transcriptions') return refuse(404, `Unknown ${method} ${url}`)
    if (options.apiKey !== undefined && headers.authorization !== `Bearer ${options.apiKey}`)
      return refuse(401, 'invalid_api_key')
    const read = await readForm(body, headers['content-type'])
    if (typeof read === 'string') return refuse(400, read)
    const index = requests.push(read) - 1
    answer(response, read.text, (await options.answer?.(read.text, index)) ?? 'normal')
  })
  return { ...server, baseUrl: `${server.origin}/v1`, requests, mostAtOnce: () => mostAtOnce }
}

/** Returns the reason if the form is not valid. */
async function readForm(
  body: Buffer,
  contentType = '',
): Promise<string | ScriptedOpenAiTranscription['requests'][number]> {
  const headers = { 'content-type': contentType }
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => undefined)
  if (!form) return 'The body is no form.'
  for (const name of form.keys()) if (!fields.has(name)) return `Unknown field ${name}`
  const [file, model, language] = [form.get('file'), form.get('model'), form.get('language')]
  if (!(file instanceof File) || !file.name.endsWith('.wav')) return 'file'
  if (typeof model !== 'string' || model === '') return 'model'
  if (form.get('response_format') !== 'json') return 'response_format'
  if (language !== null && !/^[a-z]{2}$/.test(String(language))) return 'language'
  const { sampleRate, channels } = readWav(new Uint8Array(await file.arrayBuffer()))
  const samples = channels[0]!
  if (sampleRate !== 8_000 || channels.length !== 1) return 'The audio is not that of a telephone.'
  if (samples.length < 800) return 'audio_too_short'
  const words: string[] = []
  const reader = createWordReader((word) => words.push(word))
  for (const byte of encodeMulaw(samples)) reader.read(byte)
  return {
    model,
    language: language === null ? undefined : String(language),
    durationMs: samples.length / 8,
    text: words.join(' '),
  }
}

function answer(response: ServerResponse, text: string, how: ScriptedTranscription): void {
  if (how === 'no response') return
  if (how === 'disconnect') {
    response.destroy()
    return
  }
  if (typeof how === 'object') {
    fail(response, how.status)
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  if (how === 'garbage') response.end('{"text": 1')
  else if (how === 'endless') writeEndlessly(response, Buffer.alloc(10_000, ' '))
  else response.end(JSON.stringify({ text: ` ${text} `, usage: { type: 'duration', seconds: 1 } }))
}
