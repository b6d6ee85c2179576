// A scripted server with Azure's HTTP synthesis API, as strict as the real one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSpeechMarkup, type SpokenMarkup } from './speech-markup.ts'
import { bytesPerCharacter, toneFor } from './tone.ts'

export type ScriptedAzureSpeech =
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

export interface ScriptedAzure extends AsyncDisposable {
  baseUrl: string
  violations: string[]
  requests: SpokenMarkup[]
  openConnections(): number
}

interface Options {
  apiKey?: string
  speech?(text: string, index: number): ScriptedAzureSpeech
}

/** `POST /cognitiveservices/v1`. Protocol: https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech */
export async function startScriptedAzure(options: Options = {}): Promise<ScriptedAzure> {
  const violations: string[] = []
  const requests: SpokenMarkup[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const refuse = (status: number, reason: string) => {
        violations.push(reason)
        response.writeHead(status).end()
      }
      const fault = faultIn(request, options.apiKey)
      if (fault) return refuse(...fault)
      const markup = readSpeechMarkup(Buffer.concat(chunks).toString())
      if (typeof markup === 'string') return refuse(400, markup)
      const index = requests.push(markup) - 1
      play(response, markup.text, options.speech?.(markup.text, index) ?? 'normal')
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
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    violations,
    requests,
    openConnections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function faultIn({ method, url, headers }: IncomingMessage, apiKey: string | undefined): [number, string] | undefined {
  if (method !== 'POST' || url !== '/cognitiveservices/v1') return [404, `Unknown ${url}`]
  const key = headers['ocp-apim-subscription-key']
  if (key === undefined || (apiKey !== undefined && key !== apiKey)) return [401, 'Ocp-Apim-Subscription-Key']
  if (headers['content-type'] !== 'application/ssml+xml') return [415, 'Content-Type']
  if (headers['x-microsoft-outputformat'] !== 'raw-8khz-8bit-mono-mulaw') return [400, 'X-Microsoft-OutputFormat']
  const agent = headers['user-agent'] ?? ''
  return agent === '' || agent.length >= 255 ? [400, 'User-Agent'] : undefined
}

function play(response: ServerResponse, text: string, how: ScriptedAzureSpeech): void {
  if (how === 'no response') return
  if (typeof how === 'object') {
    response.writeHead(how.status).end()
    return
  }
  response.writeHead(200, { 'content-type': how === 'compressed' ? 'audio/mpeg' : 'audio/basic' })
  response.flushHeaders()
  if (how === 'nothing') response.end()
  else if (how === 'wav') response.end(Buffer.concat([Buffer.from('RIFF'), toneFor(text)]))
  else if (how === 'endless') writeEndlessly(response)
  else {
    const audio = how === 'silence' ? Buffer.alloc(text.length * bytesPerCharacter, 0xff) : toneFor(text)
    if (how === 'normal' || how === 'silence' || how === 'compressed') {
      for (let from = 0; from < audio.length; from += 2_001) response.write(audio.subarray(from, from + 2_001))
      response.end()
    } else
      response.write(audio.subarray(0, 3_201), () => {
        if (how === 'disconnect') response.destroy()
      })
  }
}

function writeEndlessly(response: ServerResponse): void {
  const more = () => {
    if (!response.destroyed) response.write(toneFor('ten letters'), () => setImmediate(more))
  }
  more()
}
