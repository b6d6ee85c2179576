// A scripted server with OpenAI's transcription API, as strict as the real one.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeMulaw, readWav } from '@parley/speech'
import { createWordReader } from './spoken-words.ts'

export type ScriptedTranscription = 'normal' | 'no response' | 'disconnect' | 'garbage' | 'endless' | { status: number }

export interface ScriptedOpenAiTranscription extends AsyncDisposable {
  /** Ends with `/v1`. */
  baseUrl: string
  violations: string[]
  requests: { model: string; language: string | undefined; durationMs: number; text: string }[]
  /** The largest number of requests that were answered at the same time. */
  mostAtOnce(): number
  openConnections(): number
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
  const violations: string[] = []
  const requests: ScriptedOpenAiTranscription['requests'] = []
  let connections = 0
  let running = 0
  let mostAtOnce = 0

  async function serve(url: string, headers: Headers, body: Uint8Array<ArrayBuffer>, response: ServerResponse) {
    const refuse = (status: number, message: string) => {
      violations.push(message)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
    }
    if (url !== 'POST /v1/audio/transcriptions') return refuse(404, `Unknown ${url}`)
    if (options.apiKey !== undefined && headers.get('authorization') !== `Bearer ${options.apiKey}`)
      return refuse(401, 'invalid_api_key')
    const form = await new Response(body, { headers }).formData().catch(() => undefined)
    const read = form ? await readForm(form) : 'The body is no form.'
    if (typeof read === 'string') return refuse(400, read)
    const index = requests.push(read) - 1
    play(response, read.text, (await options.answer?.(read.text, index)) ?? 'normal')
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    mostAtOnce = Math.max(mostAtOnce, ++running)
    response.once('close', () => running--)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = new Headers(request.headers as Record<string, string>)
      serve(`${request.method} ${request.url}`, headers, new Uint8Array(Buffer.concat(chunks)), response).catch(
        (error: unknown) => violations.push(String(error)),
      )
    })
  })
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    violations,
    requests,
    mostAtOnce: () => mostAtOnce,
    openConnections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns the reason if the form is not valid. */
async function readForm(form: FormData): Promise<string | ScriptedOpenAiTranscription['requests'][number]> {
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

function play(response: ServerResponse, text: string, how: ScriptedTranscription): void {
  if (how === 'no response') return
  if (how === 'disconnect') {
    response.destroy()
    return
  }
  const status = typeof how === 'object' ? how.status : 200
  response.writeHead(status, { 'content-type': 'application/json' })
  if (typeof how === 'object') response.end('{"error":{"message":"Scripted."}}')
  else if (how === 'garbage') response.end('{"text": 1')
  else if (how === 'endless') writeEndlessly(response)
  else response.end(JSON.stringify({ text: ` ${text} `, usage: { type: 'duration', seconds: 1 } }))
}

function writeEndlessly(response: ServerResponse): void {
  const more = () => {
    if (!response.destroyed) response.write(' '.repeat(10_000), () => setImmediate(more))
  }
  more()
}
