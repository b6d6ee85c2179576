// A scripted server with OpenAI's speech API, as strict as the real one.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedSpeech =
  | 'normal'
  | 'nothing'
  | 'no response'
  | 'silence'
  | 'no end'
  | 'endless'
  | 'disconnect'
  | 'compressed'
  | 'wav'
  | { status: number }

export interface ScriptedOpenAiSpeech extends AsyncDisposable {
  /** Ends with `/v1`. */
  baseUrl: string
  violations: string[]
  requests: Record<string, unknown>[]
  openConnections(): number
}

const voices = 'alloy ash ballad coral echo fable onyx nova sage shimmer verse marin cedar'.split(' ')
const parameters = 'model input voice response_format speed instructions'.split(' ')

/** `POST /v1/audio/speech`. Protocol: https://platform.openai.com/docs/api-reference/audio/createSpeech */
export async function startScriptedOpenAiSpeech(
  options: { apiKey?: string; speech?(text: string, index: number): ScriptedSpeech } = {},
): Promise<ScriptedOpenAiSpeech> {
  const violations: string[] = []
  const requests: Record<string, unknown>[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const refuse = (status: number, message: string) => {
        violations.push(message)
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
      }
      if (request.method !== 'POST' || request.url !== '/v1/audio/speech') return refuse(404, `Unknown ${request.url}`)
      if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`)
        return refuse(401, 'invalid_api_key')
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
      const fault = faultIn(body)
      if (fault) return refuse(400, fault)
      const index = requests.push(body) - 1
      play(response, String(body.input), options.speech?.(String(body.input), index) ?? 'normal')
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
    openConnections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function faultIn(body: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(body).find((name) => !parameters.includes(name))
  if (unknown) return `Unknown parameter ${unknown}`
  const { input, speed, instructions } = body
  if (typeof input !== 'string' || input === '' || input.length > 4_096) return 'input'
  if (!voices.includes(String(body.voice))) return 'voice'
  if (body.response_format !== 'pcm') return 'response_format'
  if (typeof speed !== 'number' || speed < 0.25 || speed > 4) return 'speed'
  return instructions !== undefined && String(body.model).startsWith('tts-1') ? 'instructions' : undefined
}

function play(response: ServerResponse, text: string, how: ScriptedSpeech): void {
  if (how === 'no response') return
  if (typeof how === 'object') {
    response.writeHead(how.status, { 'content-type': 'application/json' }).end('{"error":{"message":"Scripted."}}')
    return
  }
  const contentType = how === 'compressed' ? 'audio/mpeg' : how === 'wav' ? 'application/octet-stream' : 'audio/pcm'
  response.writeHead(200, { 'content-type': contentType })
  response.flushHeaders()
  if (how === 'nothing') response.end()
  else if (how === 'wav') response.end(Buffer.concat([Buffer.from('RIFF'), tone(text)]))
  else if (how === 'endless') writeEndlessly(response)
  else {
    const audio = how === 'silence' ? Buffer.alloc(text.length * 2_880) : tone(text)
    if (how === 'normal' || how === 'silence' || how === 'compressed') {
      // Pieces of an odd length, as a network can deliver them.
      for (let from = 0; from < audio.length; from += 7_001) response.write(audio.subarray(from, from + 7_001))
      response.end()
    } else {
      response.write(audio.subarray(0, 9_601), () => {
        if (how === 'disconnect') response.destroy()
      })
    }
  }
}

function writeEndlessly(response: ServerResponse): void {
  const more = () => {
    if (!response.destroyed) response.write(tone('ten letters'), () => setImmediate(more))
  }
  more()
}

/** 60 ms per character of a tone of 1,000 Hz, as 16-bit PCM at 24,000 Hz. */
function tone(text: string): Buffer {
  const samples = Int16Array.from({ length: text.length * 1_440 }, (_, index) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * index) / 24)),
  )
  return Buffer.from(samples.buffer)
}
