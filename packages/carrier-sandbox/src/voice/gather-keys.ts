// Performs `<Gather>`: speaks its prompts and collects the keys that the other side presses.
// https://www.twilio.com/docs/voice/twiml/gather
import { silence } from './audio.ts'
import { silentEnd } from './audio-end.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { say, wait } from './play-audio.ts'
import { playFile } from './play-file.ts'
import type { GatherVerb } from './voice-twiml.ts'

/** Resolves with the keys without the finish key, or an empty text if none was pressed in time. */
export async function gatherKeys(
  env: VoiceEnvironment,
  live: LiveCall,
  verb: GatherVerb,
  signal: AbortSignal,
): Promise<string> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const prompting = new AbortController()
  let keys = ''
  let isComplete = false
  let timers = 0

  function finish(): void {
    isComplete = true
    prompting.abort()
    resolve()
  }

  function restartTimer(): void {
    const number = ++timers
    env.context.scheduler.after(verb.timeoutSeconds * 1_000, () => {
      if (number === timers) finish()
    })
  }

  function keyPressed(key: string): void {
    if (isComplete) return
    prompting.abort()
    if (key !== verb.finishKey) keys += key
    if (key === verb.finishKey || keys.length >= verb.maxKeys) finish()
    else restartTimer()
  }

  signal.addEventListener('abort', finish, { once: true })
  const end = { exchange: () => silence, keyPressed }
  for (const prompt of verb.prompts) {
    if (prompting.signal.aborted) break
    live.application = end
    if (prompt.verb === 'pause') await wait(env, prompt.seconds * 1_000, prompting.signal)
    if (prompt.verb === 'play') await playFile(env, live, prompt, prompting.signal, keyPressed)
    for (let time = 0; prompt.verb === 'say' && time < prompt.times && !prompting.signal.aborted; time++)
      await say(env, live, prompt.text, prompting.signal, keyPressed)
  }
  if (!isComplete) {
    live.application = end
    restartTimer()
    await over
  }
  signal.removeEventListener('abort', finish)
  if (!signal.aborted) live.application = silentEnd
  return keys
}
