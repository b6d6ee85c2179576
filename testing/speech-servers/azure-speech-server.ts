// A scripted server with Azure's HTTP synthesis API, as strict as the real one.
import type { IncomingMessage } from 'node:http'
import { type ScriptedHttpServer, startHttpServer } from './http-server.ts'
import { type ScriptedSpeech, speak } from './http-speech.ts'
import { readSpeechMarkup, type SpokenMarkup } from './speech-markup.ts'
import { toneFor } from './tone.ts'

export interface ScriptedAzure extends ScriptedHttpServer {
  baseUrl: string
  requests: SpokenMarkup[]
}

interface Options {
  apiKey?: string
  speech?(text: string, index: number): ScriptedSpeech
}

/** `POST /cognitiveservices/v1`. Protocol: https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech */
export async function startScriptedAzure(options: Options = {}): Promise<ScriptedAzure> {
  const requests: SpokenMarkup[] = []
  const server = await startHttpServer(({ request, body, response, refuse }) => {
    const fault = faultIn(request, options.apiKey)
    if (fault) return refuse(...fault)
    const markup = readSpeechMarkup(body.toString())
    if (typeof markup === 'string') return refuse(400, markup)
    const index = requests.push(markup) - 1
    const how = options.speech?.(markup.text, index) ?? 'normal'
    speak(response, how, { contentType: 'audio/basic', audio: toneFor(markup.text), silentByte: 0xff })
  })
  return { ...server, baseUrl: server.origin, requests }
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
