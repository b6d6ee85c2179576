// A speaker that requests each utterance from a vendor over HTTP and reads the audio while it arrives.
import { Agent, request } from 'undici'
import { codeOfStatus } from '#server/platform/status-failure.ts'
import type { Speaker, UtteranceListener } from '#server/ports/text-to-speech.ts'
import { hasWords, type SupervisedUtterance, superviseUtterance, type UtteranceLimits } from './utterance.ts'

export interface HttpSpeech {
  /** The name in error messages. */
  vendor: string
  url: string
  headers: Record<string, string>
  maxCharacters: number
  bodyOf(text: string): string
  /** Whether a response with this content type can be audio in the requested format. */
  acceptsType(contentType: string): boolean
  /** Converts the audio of one response to mu-law at 8,000 Hz. Default: it has this format already. */
  createDecoder?(): AudioDecoder
}

export interface AudioDecoder {
  decode(chunk: Buffer): Uint8Array
  end(): Uint8Array
}

const unchanged: AudioDecoder = { decode: (chunk) => chunk, end: () => new Uint8Array() }

export function openHttpSpeaker(speech: HttpSpeech, limits: UtteranceLimits): Speaker {
  // Each call has its own connections, which end with it.
  const agent = new Agent({ connect: { timeout: limits.firstAudioMs }, keepAliveTimeout: 60_000, connections: 8 })
  const running = new Set<SupervisedUtterance>()
  let isClosed = false

  async function run(text: string, utterance: SupervisedUtterance, signal: AbortSignal): Promise<void> {
    const { url, headers } = speech
    const body = speech.bodyOf(text)
    const response = await request(url, { method: 'POST', headers, body, signal, dispatcher: agent })
    // The connection is closed, because an error page could be endless.
    const refuse = (code: Parameters<typeof utterance.fail>[0]) => {
      response.body.on('error', () => {}).destroy()
      utterance.fail(code)
    }
    if (response.statusCode !== 200) return refuse(codeOfStatus(response.statusCode))
    const type = response.headers['content-type']
    if (type !== undefined && !speech.acceptsType(String(type))) return refuse('unreadable')
    const decoder = speech.createDecoder?.() ?? unchanged
    let isFirst = true
    for await (const chunk of response.body) {
      if (isFirst && hasContainer(chunk)) return utterance.fail('unreadable')
      isFirst = false
      utterance.audio(decoder.decode(chunk))
    }
    utterance.audio(decoder.end())
    utterance.done()
  }

  return {
    speak(text: string, listener: UtteranceListener) {
      if (isClosed) return { cancel() {} }
      const abort = new AbortController()
      const utterance: SupervisedUtterance = superviseUtterance({
        vendor: speech.vendor,
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
      else if (text.length > speech.maxCharacters) setImmediate(() => utterance.fail('text_too_long'))
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

/** The first bytes of WAV, Ogg and MP3 files. */
const hasContainer = (chunk: Buffer): boolean => ['RIFF', 'OggS', 'ID3'].includes(trimmedStart(chunk))

function trimmedStart(chunk: Buffer): string {
  const start = chunk.toString('latin1', 0, 4)
  return start.startsWith('ID3') ? 'ID3' : start
}
