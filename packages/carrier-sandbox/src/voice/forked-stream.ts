// Performs `<Start>` and `<Stop>` with `<Stream>`: the application hears the call, which continues.
// https://www.twilio.com/docs/voice/media-streams#unidirectional-media-streams
import type { Fork, LiveCall, VoiceEnvironment } from './environment.ts'
import { InvalidMessage } from './stream-message.ts'
import { openStreamSocket } from './stream-socket.ts'
import type { StreamNoun } from './stream-twiml.ts'

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
