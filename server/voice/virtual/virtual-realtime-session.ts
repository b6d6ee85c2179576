// One session of a scripted realtime model in virtual time: hears the customer's voice, and answers one request after the other.
import type { RealtimeListener, RealtimeMessage, RealtimeSession } from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface ScriptedRound {
  /** Until the first output. Infinity: the model does not answer. */
  afterMs?: number
  /** Spoken one after another. */
  texts?: readonly string[]
  toolCalls?: readonly string[]
  /** The answer fails after this many texts. */
  failsAfter?: number
  /** The connection is lost after this many texts. */
  losesAfter?: number
  /** The end is reported twice. */
  isRepeated?: boolean
  /** The end of the round is not reported. */
  isOpen?: boolean
}

export interface SessionEvents {
  sessions: number
  openedAtMs: number[]
  /** What the model knew at each answer: messages, and words that it has heard itself. */
  responses: { session: number; generation: number; known: string[] }[]
  spoken: string[]
  /** The words of the truncated items, and the part that was heard. */
  truncations: { text: string; heardMs: number; heardText: string }[]
  /** What the mode must not do. */
  violations: string[]
}

interface Options {
  clock: VirtualClock
  listener: RealtimeListener
  events: SessionEvents
  output: 'audio' | 'text'
  audioOf(text: string): Uint8Array
  round(): ScriptedRound
  failure: SpeechFailure
  recognitionMs: number
  lostMs: number
}

interface Request {
  generation: number
  run(request: Request): void
  isOver: boolean
}

/** What the model understands, if it hears enough of the customer's voice. */
export const virtualWords = 'When do you open?'
/** The value of the bytes of the customer's voice in virtual calls. */
const voice = 0x00
const minVoiceFrames = 5
const preRollFrames = 15
const bytesPerMs = 8

export function createVirtualRealtimeSession(options: Options): RealtimeSession {
  const { clock, listener, events, output, audioOf, failure } = options
  const session = events.sessions
  const known: string[] = []
  const queue: Request[] = []
  const delivered = new Map<string, { bytes: number; text: string }>()
  const calls = new Set<string>()
  let active: Request | undefined
  let isClosed = false
  let isSpeaking = false
  let recent: number[] = []
  let voiceFrames = 0
  let items = 0

  const later = (ms: number, run: () => void): void => {
    if (ms !== Infinity) clock.after(ms, () => isClosed || run())
  }

  function lose(): void {
    if (isClosed) return
    isClosed = true
    listener.failed(failure)
  }

  function runNext(): void {
    active = queue.shift()
    active?.run(active)
  }

  function end(request: Request, report: () => void): void {
    if (isClosed || request.isOver) return
    request.isOver = true
    if (active === request) active = undefined
    report()
    if (!active) runNext()
  }

  /** The listener can cancel the request or close the session in each call. */
  function deliver(request: Request, text: string): void {
    const { generation } = request
    const item = `item-${++items}`
    const audio = output === 'audio' ? audioOf(text) : new Uint8Array()
    const half = audio.length / 2
    const part = { bytes: 0, text: '' }
    const addAudio = (chunk: Uint8Array) => () => {
      part.bytes += chunk.length
      listener.itemAudio(generation, item, chunk)
    }
    const addText = () => {
      part.text = text
      listener.itemText(generation, item, text)
    }
    const start = () => {
      delivered.set(item, part)
      listener.itemStarted(generation, item)
    }
    const steps = [start, addText, () => listener.itemDone(generation, item)]
    if (output === 'audio') steps.splice(2, 0, addAudio(audio.subarray(0, half)), addAudio(audio.subarray(half)))
    for (const step of steps) if (!isClosed && !request.isOver) step()
  }

  function answer(request: Request): void {
    const round = options.round()
    const { afterMs = 300, texts = [], toolCalls = [], failsAfter, losesAfter } = round
    const { generation } = request
    events.responses.push({ session, generation, known: [...known] })
    later(afterMs, () => {
      for (const [index, text] of texts.entries()) {
        if (index === losesAfter) return lose()
        if (index === failsAfter) break
        deliver(request, text)
      }
      if (losesAfter !== undefined && losesAfter >= texts.length) return lose()
      if (failsAfter !== undefined) return end(request, () => listener.answerFailed(generation, failure))
      if (round.isOpen) return
      const requestedCalls = toolCalls.map((name) => ({
        id: `${session}-${++items}`,
        name,
        arguments: { digits: '12' },
      }))
      for (const { id } of requestedCalls) calls.add(id)
      const usage = { inputTokens: 10, outputTokens: 5 }
      end(request, () => {
        listener.answered(generation, { toolCalls: requestedCalls, usage })
        if (round.isRepeated && !isClosed) listener.answered(generation, { toolCalls: requestedCalls, usage })
      })
    })
  }

  function request(generation: number, run: (request: Request) => void): void {
    if (isClosed) events.violations.push('a request after the end of the session')
    queue.push({ generation, run, isOver: false })
    if (!active) runNext()
  }

  function add(message: RealtimeMessage): void {
    if (message.role === 'tool') known.push(`tool: ${message.call.name}`)
    else known.push(`${message.role}: ${message.text}`)
  }

  later(options.lostMs, lose)

  return {
    write(frame) {
      const value = frame[0]!
      recent.push(value)
      if (recent.length > preRollFrames) recent = recent.slice(1)
      if (isSpeaking && value === voice) voiceFrames++
    },
    speechStarted() {
      isSpeaking = true
      voiceFrames += recent.filter((value) => value === voice).length
    },
    speechPaused() {
      const isHeard = voiceFrames >= minVoiceFrames
      isSpeaking = false
      voiceFrames = 0
      recent = []
      if (isHeard) known.push(`heard: ${virtualWords}`)
      later(options.recognitionMs, () => {
        if (isHeard) listener.final(virtualWords)
        if (!isClosed) listener.finalized()
      })
    },
    add: (messages) => messages.forEach(add),
    respond: (generation) => request(generation, answer),
    speak(generation, text) {
      if (output === 'text') events.violations.push('speech of a model that writes')
      request(generation, (candidate) =>
        later(200, () => {
          events.spoken.push(text)
          if (!candidate.isOver) deliver(candidate, text)
          end(candidate, () =>
            listener.answered(generation, { toolCalls: [], usage: { inputTokens: 0, outputTokens: 0 } }),
          )
        }),
      )
    },
    cancel(generation) {
      for (const candidate of [...queue])
        if (candidate.generation === generation) queue.splice(queue.indexOf(candidate), 1)
      if (active?.generation !== generation) return
      active.isOver = true
      runNext()
    },
    truncate(item, { heardMs, heardText }) {
      const part = delivered.get(item)
      if (!part) events.violations.push(`truncation of the unknown item ${item}`)
      else if (output === 'audio' && heardMs > part.bytes / bytesPerMs) events.violations.push('too much was heard')
      else if (output === 'audio' && !part.text.startsWith(heardText)) events.violations.push(`heard: ${heardText}`)
      if (part) events.truncations.push({ text: part.text, heardMs, heardText })
    },
    close() {
      isClosed = true
    },
  }
}
