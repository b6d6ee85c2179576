// Speaks a text in a call, and waits.
import { readAudio } from './audio.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { playAudio } from './play-audio.ts'

/** Resolves when the text was heard. `keyPressed` receives the keys that are pressed meanwhile. */
export async function say(
  env: VoiceEnvironment,
  live: LiveCall,
  text: string,
  signal: AbortSignal,
  keyPressed?: (key: string) => void,
): Promise<void> {
  if (!live.isAnswered()) return
  live.addCaption('application', text)
  const audio = env.speak && readAudio(await env.speak(text))
  if (audio && !signal.aborted) await playAudio(live, audio, signal, keyPressed)
}

export function wait({ context }: VoiceEnvironment, ms: number, signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  signal.addEventListener('abort', () => resolve(undefined), { once: true })
  context.scheduler.after(ms, () => resolve(undefined))
  return promise
}
