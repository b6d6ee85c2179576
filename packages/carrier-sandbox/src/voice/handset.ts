// A phone whose user talks and listens elsewhere, such as in a browser: it takes part in calls with live audio.
import type { Call } from '../core/calls.ts'
import { silence } from './audio.ts'
import type { AudioEnd } from './audio-end.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import type { Handset } from './microphone.ts'
import type { PhoneBehaviour } from './phone-behaviours.ts'
import { createTranscriber } from './transcriber.ts'

/** The number of the virtual phone that takes part in the call. */
export const phoneNumberOf = ({ direction, from, to }: Call): string => (direction === 'inbound' ? from : to)

/** A handset rings until its user answers, and is busy during a call. */
export function behaviourOfPhone(env: VoiceEnvironment, { call }: LiveCall): PhoneBehaviour {
  if (!env.handsets.has(call.to)) return env.behaviours.of(call.to)
  const isBusy = env.live.values().some((other) => other.call !== call && phoneNumberOf(other.call) === call.to)
  return { pickUp: isBusy ? 'busy' : 'manual' }
}

/** The handset replaces the silence of a virtual phone; the texts and keys of that phone remain possible. */
export function joinHandset(env: VoiceEnvironment, live: LiveCall, handset: Handset, phone: AudioEnd): AudioEnd {
  const transcriber = createTranscriber(env, (text, atMs) => live.addCaption('phone', text, atMs))
  const answeredAtMs = env.context.scheduler.nowMs()
  handset.microphone.clear()
  live.signal.addEventListener('abort', () => transcriber.end(), { once: true })
  return {
    exchange(heard) {
      handset.hear(heard)
      const spoken = phone.exchange(heard)
      const frame = handset.microphone.next()
      transcriber.push(frame, env.context.scheduler.nowMs() - answeredAtMs)
      return spoken === silence ? frame : spoken
    },
    keyPressed: (key) => phone.keyPressed(key),
  }
}
