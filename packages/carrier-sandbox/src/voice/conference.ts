// Performs `<Dial>` with `<Conference>`: mixes the audio of the calls that have joined.
// https://www.twilio.com/docs/voice/twiml/conference
import { mix, silence } from './audio.ts'
import { type AudioEnd, silentEnd } from './audio-end.ts'
import type { Conference, LiveCall, Participant, VoiceEnvironment } from './environment.ts'
import type { ConferenceVerb } from './voice-twiml.ts'

/** Resolves with the fields for the `action` URL when the call has left the conference. */
export async function joinConference(
  env: VoiceEnvironment,
  live: LiveCall,
  verb: ConferenceVerb,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const { conferences, context } = env
  const conference = conferences.get(verb.name) ?? { hasStarted: false, participants: new Set() }
  function raiseAlarm(code: number, text: string): void {
    context.activityLog.raiseAlarm(code, `${live.call.sid}: ${text}`)
  }
  if (conference.participants.size >= verb.maxParticipants) {
    raiseAlarm(16020, `The conference ${verb.name} is full.`)
    return { DialCallStatus: 'failed' }
  }
  if (verb.isRecorded) raiseAlarm(12200, 'The sandbox does not record conferences.')
  conferences.set(verb.name, conference)
  conference.hasStarted ||= verb.startsOnEnter
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const leave = () => resolve()
  const participant: Participant = { live, said: silence, leave }
  conference.participants.add(participant)
  live.application = endOf(conference, participant)
  signal.addEventListener('abort', leave, { once: true })
  context.scheduler.after(verb.maxSeconds * 1_000, leave)
  await left
  signal.removeEventListener('abort', leave)
  conference.participants.delete(participant)
  if (verb.endsOnExit) for (const other of conference.participants) other.leave()
  if (conference.participants.size === 0 && conferences.get(verb.name) === conference) conferences.delete(verb.name)
  if (!signal.aborted) live.application = silentEnd
  return { DialCallStatus: 'answered' }
}

function endOf(conference: Conference, own: Participant): AudioEnd {
  const others = () => [...conference.participants].filter((participant) => participant !== own)
  return {
    exchange(said) {
      own.said = said
      if (!conference.hasStarted) return silence
      const [first, ...more] = others()
      // No other code changes the frame of a phone, so it is returned without a copy.
      return more.reduce((mixed, { said }) => mix(mixed, said), first?.said ?? silence)
    },
    keyPressed: (key) => {
      for (const { live } of others()) live.party().keyPressed(key)
    },
  }
}
