// What the customers of the voice benchmark say, as scripted speech.
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'

/** Encoded once for all calls. */
export interface Line {
  frames: readonly { audio: Uint8Array; payload: string }[]
}

export const questionText = 'When do you close today?'
const interruptionText = 'Unfortunately this is not what I have asked for, when do you close today?'
const msPerCharacter = 50
const noiseMs = 400
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
  noise: lineOf(encodeScriptedSpeech('', noiseMs)),
  silence: lineOf(new Uint8Array(frameBytes).fill(0xff)),
})
