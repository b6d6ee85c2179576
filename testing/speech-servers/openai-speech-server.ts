// A scripted server with OpenAI's speech API, as strict as the real one.
import { type ScriptedHttpServer, startHttpServer } from './http-server.ts'
import { type ScriptedSpeech, speak } from './http-speech.ts'

export interface ScriptedOpenAiSpeech extends ScriptedHttpServer {
  /** Ends with `/v1`. */
  baseUrl: string
  requests: Record<string, unknown>[]
}

const voices = 'alloy ash ballad coral echo fable onyx nova sage shimmer verse marin cedar'.split(' ')
const parameters = 'model input voice response_format speed instructions'.split(' ')

/** `POST /v1/audio/speech`. Protocol: https://platform.openai.com/docs/api-reference/audio/createSpeech */
export async function startScriptedOpenAiSpeech(
  options: { apiKey?: string; speech?(text: string, index: number): ScriptedSpeech } = {},
): Promise<ScriptedOpenAiSpeech> {
  const requests: Record<string, unknown>[] = []
  const server = await startHttpServer(({ request, body, response, refuse }) => {
    if (request.method !== 'POST' || request.url !== '/v1/audio/speech') return refuse(404, `Unknown ${request.url}`)
    if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`)
      return refuse(401, 'invalid_api_key')
    const fields = JSON.parse(body.toString()) as Record<string, unknown>
    const fault = faultIn(fields)
    if (fault) return refuse(400, fault)
    const text = String(fields.input)
    const index = requests.push(fields) - 1
    const how = options.speech?.(text, index) ?? 'normal'
    const contentType = how === 'wav' ? 'application/octet-stream' : 'audio/pcm'
    speak(response, how, { contentType, audio: tone(text), silentByte: 0 })
  })
  return { ...server, baseUrl: `${server.origin}/v1`, requests }
}

function faultIn(fields: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(fields).find((name) => !parameters.includes(name))
  if (unknown) return `Unknown parameter ${unknown}`
  const { input, speed, instructions } = fields
  if (typeof input !== 'string' || input === '' || input.length > 4_096) return 'input'
  if (!voices.includes(String(fields.voice))) return 'voice'
  if (fields.response_format !== 'pcm') return 'response_format'
  if (typeof speed !== 'number' || speed < 0.25 || speed > 4) return 'speed'
  return instructions !== undefined && String(fields.model).startsWith('tts-1') ? 'instructions' : undefined
}

/** 60 ms per character of a tone of 1,000 Hz, as 16-bit PCM at 24,000 Hz. */
function tone(text: string): Buffer {
  const samples = Int16Array.from({ length: text.length * 1_440 }, (_, index) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * index) / 24)),
  )
  return Buffer.from(samples.buffer)
}
