// A call in real time whose customer is a recording: the media connection of a running server, with a real clock.
import { setTimeout as pause } from 'node:timers/promises'
import { levelDb } from '#server/voice/words-and-sounds/audio-level.ts'
import { type MediaTarget, openMediaCall } from '../calls/media-call.ts'
import { stopIfAsked } from '../shared/progress.ts'
import { framesOf } from './corpus.ts'
import { boundsOfSound, type HeardCall } from './heard-call.ts'

export interface PhoneCallOptions {
  target: Required<Pick<MediaTarget, 'parley'>>
  /** What the customer says: each utterance after the assistant has answered the one before. */
  utterances: readonly Int16Array[]
  /** How long the assistant has spoken when the customer begins an utterance. Undefined: it has finished. */
  overlapMs?(utterance: number): number | undefined
  /** The call lasts at most this long. */
  limitMs: number
}

export type PhoneCall = Pick<HeardCall, 'said' | 'heard' | 'clearedMs' | 'endedMs'>

const frameMs = 20
const bytesPerMs = 8
/** The customer begins this long after the assistant has finished. */
const replyMs = 700
/** The assistant is not going to answer. */
const unansweredMs = 8_000
/** A shorter gap belongs to the speech of the assistant. */
const gapMs = 400
const audibleDb = -45
const silentFrame = new Uint8Array(160).fill(0xff)

export async function holdPhoneCall(options: PhoneCallOptions): Promise<PhoneCall> {
  const { target, utterances, overlapMs, limitMs } = options
  const { socket, streamSid, start } = await openMediaCall(target)
  const startedMs = performance.now()
  const now = (): number => performance.now() - startedMs
  const heard: PhoneCall['heard'] = []
  const said: PhoneCall['said'] = []
  const clearedMs: number[] = []
  let marks: { name: string; atMs: number }[] = []
  /** When everything that was received will have been played. */
  let playedAtMs = 0
  let frames: Uint8Array[] = []
  let sequence = 0
  let isClosed = false

  function receiveAudio(payload: string): void {
    const audio = Buffer.from(payload, 'base64')
    const fromMs = Math.max(playedAtMs, now())
    playedAtMs = fromMs + audio.length / bytesPerMs
    if (levelDb(audio) < audibleDb) return
    const last = heard.at(-1)
    if (last && fromMs - last.toMs < gapMs) last.toMs = playedAtMs
    else heard.push({ text: undefined, fromMs, toMs: playedAtMs })
  }

  function clear(): void {
    const atMs = now()
    const last = heard.at(-1)
    if (last && last.toMs > atMs) {
      last.toMs = Math.max(last.fromMs, atMs)
      clearedMs.push(atMs)
    }
    playedAtMs = Math.min(playedAtMs, atMs)
    for (const { name } of marks) sendMark(name)
    marks = []
  }

  const sendMark = (name: string): void => socket.send(JSON.stringify({ event: 'mark', streamSid, mark: { name } }))

  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.event === 'media') receiveAudio(message.media.payload)
    else if (message.event === 'clear') clear()
    else if (message.event === 'mark') marks.push({ name: message.mark.name, atMs: playedAtMs })
  })
  socket.on('close', () => {
    isClosed = true
  })

  function isTurnOfCustomer(): boolean {
    const lastMs = said.at(-1)?.toMs ?? 0
    const sound = heard.at(-1)
    const isSpeaking = sound !== undefined && sound.toMs > now()
    const overlap = overlapMs?.(said.length)
    if (overlap !== undefined) return isSpeaking && now() - Math.max(sound.fromMs, lastMs) >= overlap
    if (said.length > 0 && (!sound || sound.toMs < lastMs)) return now() - lastMs >= unansweredMs
    return sound !== undefined && now() - sound.toMs >= replyMs
  }

  function sendFrame(): void {
    const utterance = utterances[said.length]
    if (frames.length === 0 && utterance && isTurnOfCustomer()) {
      frames = framesOf(utterance)
      const { fromMs, toMs } = boundsOfSound(utterance)
      said.push({ fromMs: now() + fromMs, toMs: now() + toMs })
    }
    const payload = Buffer.from(frames.shift() ?? silentFrame).toString('base64')
    const media = { track: 'inbound', chunk: String(++sequence), timestamp: String(Math.round(now())), payload }
    socket.send(JSON.stringify({ event: 'media', streamSid, sequenceNumber: String(sequence), media }))
  }

  start()
  let nextMs = 0
  while (!isClosed && now() < limitMs && !isOver()) {
    stopIfAsked()
    for (; nextMs <= now(); nextMs += frameMs) sendFrame()
    while (marks.length > 0 && marks[0]!.atMs <= now()) sendMark(marks.shift()!.name)
    await pause(Math.max(1, nextMs - now()))
  }
  const endedMs = now()
  if (!isClosed) socket.send(JSON.stringify({ event: 'stop', streamSid }))
  for (let waited = 0; socket.readyState !== socket.CLOSED && waited < 100; waited++) await pause(20)
  socket.terminate()
  return { said, heard, clearedMs, endedMs }

  /** The last utterance was answered, or will not be. */
  function isOver(): boolean {
    if (said.length < utterances.length || frames.length > 0) return false
    const lastMs = said.at(-1)?.toMs ?? 0
    const isAnswered = heard.some(({ fromMs, toMs }) => fromMs >= lastMs && toMs < now())
    return isAnswered || now() - lastMs > unansweredMs
  }
}
