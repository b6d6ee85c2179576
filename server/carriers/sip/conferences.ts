// Connects two sides of different calls with each other.
import type { ConferenceTarget } from '#server/ports/voice-carrier.ts'
import type { SipCall } from './sip-call.ts'

interface Conference {
  members: SipCall[]
  endTimer: NodeJS.Timeout
}

export function createConferences() {
  const conferences = new Map<string, Conference>()

  function end(name: string): void {
    const conference = conferences.get(name)
    if (!conference) return
    conferences.delete(name)
    clearTimeout(conference.endTimer)
    for (const member of conference.members) member.hangUp()
  }

  return {
    /** The former listener of the call is closed. The conference ends when one of its calls ends. */
    join(call: SipCall, { name, maxSeconds }: ConferenceTarget): void {
      const conference = conferences.get(name) ?? {
        members: [],
        endTimer: setTimeout(() => end(name), maxSeconds * 1_000).unref(),
      }
      conferences.set(name, conference)
      // The time of the conference replaces that of the call.
      clearTimeout(call.endTimer)
      conference.members.push(call)
      const others = (): SipCall[] => conference.members.filter((member) => member !== call)
      call.leg.out.clear()
      call.leg.listen({
        audio(frame) {
          for (const { leg } of others()) leg.out.relay(frame)
        },
        keyPressed(key) {
          for (const other of others()) other.sendKeys(key)
        },
        closed: () => end(name),
      })
    },
  }
}

export type Conferences = ReturnType<typeof createConferences>
