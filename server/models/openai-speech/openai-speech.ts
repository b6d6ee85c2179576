// Speech synthesis over OpenAI's HTTP API, which other servers implement as well.
import { Agent, request } from 'undici'
import { codeOfStatus } from '#server/platform/vendor-speech/failures.ts'
import {
  defaultUtteranceLimits,
  hasWords,
  type SupervisedUtterance,
  superviseUtterance,
  type UtteranceLimits,
} from '#server/platform/vendor-speech/utterance.ts'
import type { Speaker, TextToSpeech, UtteranceListener, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { createTelephoneEncoder } from './telephone-audio.ts'

export interface OpenAiSpeechOptions {
  /** Optional for other servers. */
  apiKey?: string
  /** With the version, such as `http://127.0.0.1:8880/v1`. */
  baseUrl?: string
  model?: string
  limits?: Partial<UtteranceLimits>
}

const maxCharacters = 4_096

/** Protocol: https://platform.openai.com/docs/api-reference/audio/createSpeech */
export function createOpenAiTextToSpeech({ apiKey, baseUrl, model, limits }: OpenAiSpeechOptions): TextToSpeech {
  const url = `${(baseUrl ?? 'https://api.openai.com/v1').replace(/\/$/, '')}/audio/speech`
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  const fieldsOf = requestFields(model ?? 'gpt-4o-mini-tts')
  return {
    open: (settings) =>
      openSpeaker(url, headers, (text) => fieldsOf(text, settings), { ...defaultUtteranceLimits, ...limits }),
  }
}

const requestFields = (model: string) => (text: string, settings: VoiceSettings) => ({
  model,
  voice: settings.voice,
  input: text,
  response_format: 'pcm',
  speed: Math.min(4, Math.max(0.25, settings.speed)),
  // The older models reject instructions.
  ...(settings.emotion && !model.startsWith('tts-1') && { instructions: 'Speak with natural, warm emotion.' }),
})

function openSpeaker(
  url: string,
  headers: Record<string, string>,
  fieldsOf: (text: string) => object,
  limits: UtteranceLimits,
): Speaker {
  // Each call has its own connections, which end with it.
  const agent = new Agent({ connect: { timeout: limits.firstAudioMs }, keepAliveTimeout: 60_000, connections: 8 })
  const running = new Set<SupervisedUtterance>()
  let isClosed = false

  async function run(text: string, utterance: SupervisedUtterance, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify(fieldsOf(text))
    const response = await request(url, { method: 'POST', headers, body, signal, dispatcher: agent })
    // The connection is closed, because an error page could be endless.
    const refuse = (code: Parameters<typeof utterance.fail>[0]) => {
      response.body.on('error', () => {}).destroy()
      utterance.fail(code)
    }
    if (response.statusCode !== 200) return refuse(codeOfStatus(response.statusCode))
    if (!isRawAudio(response.headers['content-type'])) return refuse('unreadable')
    const encoder = createTelephoneEncoder()
    let isFirst = true
    for await (const chunk of response.body) {
      if (isFirst && hasContainer(chunk)) return utterance.fail('unreadable')
      isFirst = false
      utterance.audio(encoder.encode(chunk))
    }
    utterance.audio(encoder.end())
    utterance.done()
  }

  return {
    speak(text: string, listener: UtteranceListener) {
      if (isClosed) return { cancel() {} }
      const abort = new AbortController()
      const utterance: SupervisedUtterance = superviseUtterance({
        vendor: 'The speech server',
        text,
        listener,
        limits,
        ended(how) {
          running.delete(utterance)
          if (how !== 'done') abort.abort()
        },
      })
      running.add(utterance)
      if (!hasWords(text)) setImmediate(() => utterance.done())
      else if (text.length > maxCharacters) setImmediate(() => utterance.fail('text_too_long'))
      else {
        utterance.begin()
        // After a cancellation or failure, `fail` has no effect.
        run(text, utterance, abort.signal).catch(() => utterance.fail('unavailable'))
      }
      return { cancel: () => utterance.cancel() }
    },
    close() {
      if (isClosed) return
      isClosed = true
      for (const utterance of running) utterance.cancel()
      // Nothing can be reported after the end of the call.
      agent.destroy().catch(() => {})
    },
  }
}

/** Some servers ignore `response_format` and send a compressed file, which would be noise. */
const isRawAudio = (contentType: unknown): boolean =>
  contentType === undefined || /^(?:audio\/(?:x-)?(?:pcm|l16)|application\/octet-stream)\b/i.test(String(contentType))

/** The first bytes of WAV, Ogg and MP3 files. */
const hasContainer = (chunk: Buffer): boolean => ['RIFF', 'OggS', 'ID3'].includes(trimmedStart(chunk))

function trimmedStart(chunk: Buffer): string {
  const start = chunk.toString('latin1', 0, 4)
  return start.startsWith('ID3') ? 'ID3' : start
}
