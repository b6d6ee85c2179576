// Presses keys on a call, with pauses between them.
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { wait } from './play-audio.ts'

/** `w` waits half a second, `W` a second. */
export async function pressKeys(
  env: VoiceEnvironment,
  live: LiveCall,
  keys: string,
  signal: AbortSignal,
): Promise<void> {
  for (const key of keys) {
    if (/w/i.test(key)) await wait(env, key === 'W' ? 1_000 : 500, signal)
    else if (!signal.aborted) live.party().keyPressed(key)
  }
}
