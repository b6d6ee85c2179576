// Performs the verbs with `<Stream>`: the application hears the call, and with `<Connect>` speaks in it.
// https://www.twilio.com/docs/voice/twiml/stream
import { silentEnd } from './audio-end.ts'
import type { Fork, LiveCall, VoiceEnvironment } from './environment.ts'
import { createPlayback } from './playback.ts'
import { InvalidMessage, openStreamSocket } from './stream-socket.ts'
import type { StreamNoun } from './stream-twiml.ts'

/** Resolves when either side has closed the socket, or at once if it cannot be opened. */
export async function connectStream(
  env: VoiceEnvironment,
  live: LiveCall,
  noun: StreamNoun,
  signal: AbortSignal,
): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const playback = createPlayback((name) => stream.sendMark(name))
  const end = {
    exchange(heard: Uint8Array): Uint8Array {
      stream.sendMedia('inbound', heard)
      return playback.nextFrame()
    },
    keyPressed: (key: string): void => stream.sendKey(key),
  }
  const stream = openStreamSocket(env, live, noun, ['inbound'], {
    opened() {
      live.application = end
    },
    received(message) {
      if (message.event === 'clear') playback.clear()
      else if (message.event === 'media') {
        if (!playback.add(message.audio))
          stream.raiseAlarm(31931, 'More than ten minutes of audio are waiting; the rest is discarded.')
      } else if (!playback.mark(message.name)) throw new InvalidMessage('Too many marks are waiting.')
    },
    closed() {
      if (live.application === end) live.application = silentEnd
      resolve()
    },
  })
  signal.addEventListener('abort', stream.stop, { once: true })
  if (signal.aborted) stream.stop()
  await closed
  signal.removeEventListener('abort', stream.stop)
}

// https://www.twilio.com/docs/voice/media-streams#unidirectional-media-streams
const maxForkedTracks = 4

/** Raises an alarm if the call cannot have the stream; the TwiML continues. */
export function startStream(env: VoiceEnvironment, live: LiveCall, noun: StreamNoun): void {
  const { forks, call } = live
  const { name, tracks } = noun
  const forked = [...forks].reduce((count, fork) => count + fork.tracks.length, 0)
  const isTaken = name !== undefined && [...forks].some((fork) => fork.name === name)
  if (isTaken || forked + tracks.length > maxForkedTracks) {
    const reason = isTaken ? `The name ${name} is in use.` : `A call has at most ${maxForkedTracks} streamed tracks.`
    env.context.activityLog.raiseAlarm(31941, `${call.sid}: The stream was not started. ${reason}`)
    return
  }
  const stream = openStreamSocket(env, live, noun, tracks, {
    opened() {},
    received() {
      throw new InvalidMessage('A stream of <Start> only receives audio.')
    },
    closed: () => void forks.delete(fork),
  })
  const fork: Fork = {
    name,
    tracks,
    hear(frames) {
      for (const track of tracks) stream.sendMedia(track, frames[track])
    },
    stop: stream.stop,
  }
  forks.add(fork)
}

/** Does nothing if no stream has the name. */
export function stopStream({ forks }: LiveCall, name: string): void {
  for (const fork of forks) if (fork.name === name) fork.stop()
}
