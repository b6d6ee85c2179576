// Writes the recording of a run: both sides are spoken by the offline voice at the times of the call.
import { type Flite, type FliteVoice, openFlite } from '@parley/speech'
import { decodeMulaw, dtmfTone, writeWav } from '@parley/telephone'
import type { RunResult, Sound } from '../run/result.ts'

const sampleRate = 8_000
const voices = { customer: 'rms', assistant: 'slt' } as const satisfies Record<Sound['side'], FliteVoice>
/** Longer calls are recorded up to here. */
const maxMs = 30 * 60_000

/** A stereo WAV file with the customer on the left. */
export async function writeRecording(result: RunResult, msPerCharacter: number): Promise<Uint8Array> {
  const samples = Math.ceil((Math.min(result.durationMs, maxMs) * sampleRate) / 1000)
  const tracks = { customer: new Int16Array(samples), assistant: new Int16Array(samples) }
  await using flite = openFlite()
  const spoken = new Map<string, Promise<Int16Array>>()
  const speak = (sound: Sound): Promise<Int16Array> => {
    const wholeMs =
      sound.side === 'customer' ? sound.toMs - sound.fromMs : Math.max(1, sound.text.length * msPerCharacter)
    const key = `${sound.side} ${wholeMs} ${sound.text}`
    const audio = spoken.get(key) ?? speakWithin(flite, sound.text, voices[sound.side], wholeMs)
    spoken.set(key, audio)
    return audio
  }
  for (const sound of result.sounds) {
    const track = tracks[sound.side]
    const at = Math.round((sound.fromMs * sampleRate) / 1000)
    const length = Math.round(((sound.toMs - sound.fromMs) * sampleRate) / 1000)
    const whole = await audioOf(sound, length, speak)
    const from = Math.floor(sound.fromPart * whole.length)
    const part = sound.kind === 'speech' ? whole.subarray(from, from + length) : whole.subarray(0, length)
    if (at < samples) track.set(part.subarray(0, samples - at), at)
  }
  return writeWav({ sampleRate, channels: [tracks.customer, tracks.assistant] })
}

async function audioOf(
  sound: Sound,
  length: number,
  speak: (sound: Sound) => Promise<Int16Array>,
): Promise<Int16Array> {
  switch (sound.kind) {
    case 'speech':
      return speak(sound)
    case 'keys':
      return keysAudio(sound.text)
    case 'beep':
      return Int16Array.from({ length }, (_, index) => 8_000 * Math.sin((Math.PI * index) / 4))
    case 'noise':
      return noiseOf(length)
  }
}

/** Adapts the speed of the voice to the duration that the words had in the call. */
async function speakWithin(flite: Flite, text: string, voice: FliteVoice, wholeMs: number): Promise<Int16Array> {
  const wanted = Math.round((wholeMs * sampleRate) / 1000)
  const natural = await flite.synthesize(text.slice(0, 2_000), { voice })
  const speed = natural.length / Math.max(1, wanted)
  const fitting = Math.abs(speed - 1) < 0.02 ? natural : await flite.synthesize(text.slice(0, 2_000), { voice, speed })
  const audio = new Int16Array(wanted)
  audio.set(decodeMulaw(fitting.subarray(0, wanted)))
  return audio
}

function keysAudio(keys: string): Int16Array {
  const tones = [...keys].filter((key) => /[0-9*#]/.test(key)).map((key) => decodeMulaw(dtmfTone(key)))
  const gap = 640
  const audio = new Int16Array(tones.reduce((sum, tone) => sum + tone.length + gap, 0))
  let at = 0
  for (const tone of tones) {
    audio.set(tone, at)
    at += tone.length + gap
  }
  return audio
}

/** The same noise in every run. */
function noiseOf(length: number): Int16Array {
  let state = 1
  return Int16Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return ((state >> 16) % 4_000) - 2_000
  })
}
