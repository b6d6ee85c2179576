// Performs `<Connect>` with `<Stream>`: the application hears the phone and speaks in the call.
// https://www.twilio.com/docs/voice/twiml/stream
import { silentEnd } from './audio-end.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { createPlayback } from './playback.ts'
import { InvalidMessage } from './stream-message.ts'
import { openStreamSocket } from './stream-socket.ts'
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
