// Plays audio and texts to the other side of a call, and waits.

import { bytesPerMs, readAudio } from './audio.ts'
import { type AudioEnd, silentEnd } from './audio-end.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { createPlayback } from './playback.ts'

/** Resolves when the mu-law audio was heard. `keyPressed` receives the keys that are pressed in the meantime. */
export async function playAudio(
  live: LiveCall,
  audio: Uint8Array,
  signal: AbortSignal,
  { keyPressed = () => {}, hasCaption = false }: Partial<Pick<AudioEnd, 'keyPressed' | 'hasCaption'>> = {},
): Promise<void> {
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  const playback = createPlayback(() => resolve())
  const stop = () => resolve()
  playback.add(audio)
  playback.mark('end')
  const end = { exchange: () => playback.nextFrame(), keyPressed, hasCaption }
  live.application = end
  signal.addEventListener('abort', stop, { once: true })
  await heard
  signal.removeEventListener('abort', stop)
  if (live.application === end) live.application = silentEnd
}

/** Resolves when the text was heard. `keyPressed` receives the keys that are pressed in the meantime. */
export async function say(
  env: VoiceEnvironment,
  live: LiveCall,
  text: string,
  signal: AbortSignal,
  keyPressed?: (key: string) => void,
): Promise<void> {
  if (!live.isAnswered()) return
  live.addCaption('application', text)
  const audio = (await synthesize(env, text)) ?? silenceFor(env, text)
  if (audio.length === 0 || signal.aborted) return
  await playAudio(live, audio, signal, { keyPressed, hasCaption: true })
}

/** Undefined if the text cannot be spoken. */
async function synthesize({ speak, context }: VoiceEnvironment, text: string): Promise<Uint8Array | undefined> {
  if (!speak) return undefined
  try {
    const audio = readAudio(await speak(text))
    return audio.length > 0 ? audio : undefined
  } catch (error) {
    context.log.error({ error }, 'the sandbox carrier could not speak a text')
    return undefined
  }
}

/** Lasts as long as the text would. */
function silenceFor({ context }: VoiceEnvironment, text: string): Uint8Array {
  return new Uint8Array(text.length * context.settings.delaysMs.sayCharacter * bytesPerMs).fill(0xff)
}

export function wait({ context }: VoiceEnvironment, ms: number, signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  signal.addEventListener('abort', () => resolve(undefined), { once: true })
  context.scheduler.after(ms, () => resolve(undefined))
  return promise
}
