// One call of the voice benchmark, as the carrier sees it: sends the customer's audio, plays the answers, and takes times.
import { setTimeout as pause } from 'node:timers/promises'
import type { VoiceActivityDetector } from '@parley/speech'
import { mulawSamples } from '@parley/telephone'
import type { WebSocket } from 'ws'
import { createActivity } from '#server/voice/engine/activity.ts'
import { type Line, readStamp, stampBytes } from './voice-audio.ts'
import type { VoiceSamples } from './voice-samples.ts'

/** When the server decides. */
export interface ServerTiming {
  /** How long speech must last before the server pauses; undefined if the first frame of speech is enough. */
  interruptMs?: number
  /** How long the server waits after the end of speech; undefined if the first frame of silence is enough. */
  endpointMs?: number
}

export interface PhoneOptions {
  socket: WebSocket
  streamSid: string
  lines: { question: Line; interruption: Line; silence: Line }
  /** The detector of the server sees the same frames, so that both detect the same. */
  detector: VoiceActivityDetector
  timing: ServerTiming
  /** The samples of the current measurement. */
  samples(): VoiceSamples
}

type State = 'greeting' | 'quiet' | 'asking' | 'awaiting' | 'listening' | 'interrupting'
const frameMs = 20
const bytesPerMs = 8
const interruptAfterMs = 500
const longestWaitMs = 10_000
/** An assistant that may be interrupted continues with this volume, after a fade. */
const quietVolume = 0.25
const fadeBytes = 80

export type Phone = ReturnType<typeof createPhone>

export function createPhone(options: PhoneOptions) {
  const { socket, streamSid, lines, detector } = options
  const { interruptMs, endpointMs } = options.timing
  const prefix = `{"event":"media","streamSid":"${streamSid}","sequenceNumber":"`
  let state: State = 'greeting'
  let stateSinceMs = performance.now()
  let waitMs = 0
  let line: Line | undefined
  let position = 0
  let sequence = 0
  let turn = Math.floor(Math.random() * 2)
  let marks: { name: string; atMs: number }[] = []
  /** When everything that was received will have been played. */
  let playedAtMs = 0
  /** The loudest sample of the assistant in its usual volume. Sounds differ, so the greeting counts, too. */
  let usualLoudest = 0
  let pauseDueMs = 0
  let decidedMs = 0
  let lastVoicedMs = 0
  let clearedMs: number | undefined

  const activity = createActivity({
    isSpeech: (frame) => detector.isSpeech(frame),
    isEcho: () => false,
    started() {},
    continued: (spokenMs) => {
      if (interruptMs !== undefined && spokenMs >= interruptMs && pauseDueMs === 0) pauseDueMs = performance.now()
    },
    ended: (atMs) => {
      if (endpointMs !== undefined) decidedMs = atMs + endpointMs
    },
  })

  function enter(next: State, nowMs: number): void {
    state = next
    stateSinceMs = nowMs
  }

  function speak(next: State, spoken: Line, nowMs: number): void {
    enter(next, nowMs)
    line = spoken
    position = 0
    pauseDueMs = interruptMs === undefined ? nowMs : 0
    decidedMs = Number.POSITIVE_INFINITY
    clearedMs = undefined
  }

  function sendFrame(nowMs: number): void {
    let frame = lines.silence.frames[0]!
    if (line) {
      frame = line.frames[position++]!
      lastVoicedMs = nowMs
      if (position === line.frames.length) line = undefined
    } else if (endpointMs === undefined && decidedMs === Number.POSITIVE_INFINITY) decidedMs = nowMs
    sequence++
    const head = `${prefix}${sequence}","media":{"track":"inbound","chunk":"${sequence}","timestamp":"`
    socket.send(`${head}${sequence * frameMs}","payload":"${frame.payload}"}}`)
    activity.frame(frame.audio, nowMs)
  }

  function step(nowMs: number): void {
    const elapsedMs = nowMs - stateSinceMs
    if (state === 'greeting' && playedAtMs > 0 && playedAtMs < nowMs) beQuiet(nowMs)
    else if (state === 'quiet' && elapsedMs > waitMs) speak('asking', lines.question, nowMs)
    else if (state === 'asking' && !line) enter('awaiting', nowMs)
    else if (state === 'interrupting' && !line) {
      if (clearedMs === undefined) options.samples().missed++
      enter('awaiting', nowMs)
    } else if (state === 'listening') listen(nowMs, elapsedMs)
    else if (state === 'awaiting' && elapsedMs > longestWaitMs) {
      options.samples().missed++
      beQuiet(nowMs)
    }
  }

  function listen(nowMs: number, elapsedMs: number): void {
    if (elapsedMs > interruptAfterMs && turn % 2 === 1) speak('interrupting', lines.interruption, nowMs)
    else if (playedAtMs < nowMs) beQuiet(nowMs)
  }

  function beQuiet(nowMs: number): void {
    enter('quiet', nowMs)
    waitMs = 300 + Math.random() * 1_500
  }

  function receiveMedia(text: string, nowMs: number): void {
    const payload = text.slice(text.lastIndexOf(':"') + 2, -3)
    const bytes = Math.floor((payload.length * 3) / 4) - (payload.endsWith('==') ? 2 : payload.endsWith('=') ? 1 : 0)
    if (state === 'greeting') usualLoudest = Math.max(usualLoudest, loudestOf(Buffer.from(payload, 'base64')))
    const isFirst = receiveFirst(payload, nowMs)
    if (!isFirst) {
      if (clearedMs !== undefined) options.samples().stale += isQuieter(payload) ? 0 : 1
      else if (playedAtMs < nowMs) options.samples().gaps++
      else options.samples().media.push(nowMs, playedAtMs)
    }
    playedAtMs = Math.max(playedAtMs, nowMs) + bytes / bytesPerMs
  }

  /** Whether the message starts an answer. */
  function receiveFirst(payload: string, nowMs: number): boolean {
    const isGreeting = state === 'greeting' && playedAtMs === 0
    if (!isGreeting && state !== 'awaiting') return false
    clearedMs = undefined
    if (isGreeting) return true
    options.samples().decidedToMedia.push(nowMs - decidedMs)
    options.samples().endToMedia.push(nowMs - lastVoicedMs)
    const sentMs = readStamp(payload)
    if (sentMs !== undefined) options.samples().deltaToMedia.push(performance.timeOrigin + nowMs - sentMs)
    enter('listening', nowMs)
    turn++
    return true
  }

  /** The last audio of an answer fades out, or goes on quietly. */
  function isQuieter(payload: string): boolean {
    const audio = Buffer.from(payload, 'base64').subarray(fadeBytes)
    return loudestOf(audio) <= quietVolume * 1.1 * usualLoudest
  }

  function receiveClear(nowMs: number): void {
    if (state === 'interrupting' && clearedMs === undefined) options.samples().decidedToClear.push(nowMs - pauseDueMs)
    clearedMs = nowMs
    playedAtMs = Math.min(playedAtMs, nowMs)
    for (const { name } of marks) sendMark(name)
    marks = []
  }

  const sendMark = (name: string): void =>
    socket.send(`{"event":"mark","streamSid":"${streamSid}","mark":{"name":${JSON.stringify(name)}}}`)

  socket.on('message', (data) => {
    const nowMs = performance.now()
    const text = String(data)
    if (text.startsWith('{"event":"media"')) receiveMedia(text, nowMs)
    else if (text.startsWith('{"event":"clear"')) receiveClear(nowMs)
    else marks.push({ name: JSON.parse(text).mark.name, atMs: playedAtMs })
  })
  socket.on('close', () => {
    options.samples().closed++
  })

  function cut(): void {
    socket.removeAllListeners('close')
    socket.terminate()
    detector.close()
  }

  return {
    /** Called every 20 ms. */
    frame(nowMs: number): void {
      step(nowMs)
      sendFrame(nowMs)
    },
    /** Returns the marks of what has been played. */
    returnMarks(nowMs: number): void {
      while (marks.length > 0 && marks[0]!.atMs <= nowMs) sendMark(marks.shift()!.name)
    },
    /** The answers start without a greeting. */
    skipGreeting: (): void => beQuiet(performance.now()),
    cut,
    async hangUp(): Promise<void> {
      socket.removeAllListeners('close')
      socket.send(`{"event":"stop","streamSid":"${streamSid}"}`)
      for (let waited = 0; socket.readyState !== socket.CLOSED && waited < 100; waited++) await pause(20)
      cut()
    },
  }
}

/** Without the bytes of a time in the audio, which are of any loudness. */
function loudestOf(audio: Uint8Array): number {
  const amplitudes = Int32Array.from(audio, (byte) => Math.abs(mulawSamples[byte]!)).sort()
  return amplitudes.at(-1 - stampBytes) ?? 0
}
