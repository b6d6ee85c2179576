// Plays audio to the other side of a call.
import { type AudioEnd, silentEnd } from './audio-end.ts'
import type { LiveCall } from './environment.ts'
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
