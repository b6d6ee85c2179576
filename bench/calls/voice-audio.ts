// The audio of the benchmarks of calls: what the customers say, and audio that contains the time at which it was sent.
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'

/** Encoded once for all calls. */
export interface Line {
  frames: readonly { audio: Uint8Array; payload: string }[]
}

export const questionText = 'When do you close today?'
const interruptionText = 'Unfortunately this is not what I have asked for, when do you close today?'
const msPerCharacter = 50
const frameBytes = 160

function lineOf(audio: Uint8Array): Line {
  const frames = []
  for (let from = 0; from + frameBytes <= audio.length; from += frameBytes) {
    const frame = audio.slice(from, from + frameBytes)
    frames.push({ audio: frame, payload: Buffer.from(frame).toString('base64') })
  }
  return { frames }
}

const spoken = (text: string): Line => lineOf(encodeScriptedSpeech(text, text.length * msPerCharacter))

/** @param question Mu-law audio; the scripted question by default. */
export const customerLines = (question: Uint8Array | undefined) => ({
  question: question ? lineOf(question) : spoken(questionText),
  interruption: spoken(interruptionText),
  silence: lineOf(new Uint8Array(frameBytes).fill(0xff)),
})

const mark = Buffer.from('time')
export const stampBytes = mark.length + 8
/** Base64 of the stamp, without padding. */
const stampCharacters = (stampBytes / 3) * 4

export function stampAudio(audio: Uint8Array): Uint8Array {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.length)
  mark.copy(bytes)
  bytes.writeDoubleBE(performance.timeOrigin + performance.now(), mark.length)
  return audio
}

/** Returns the time in the audio of a media message, in milliseconds since 1970, or undefined if there is none. */
export function readStamp(payload: string): number | undefined {
  const bytes = Buffer.from(payload.slice(0, stampCharacters), 'base64')
  return bytes.length === stampBytes && bytes.indexOf(mark) === 0 ? bytes.readDoubleBE(mark.length) : undefined
}
