// The sessions of this process: accepts media connections, delivers the carrier's detections, and ends all sessions.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Notifications } from '#server/platform/database/notifications.ts'
import type { MediaLine, MediaLineListener } from '#server/ports/media-line.ts'
import { openNoiseSuppression } from '#server/voice/noise-suppression/noise-suppression.ts'
import { answeredByChannel, findAnsweredBy } from './answered-by.ts'
import { claimMedia } from './claim-media.ts'
import { openSession, type Session } from './run-session.ts'

export interface Sessions extends AsyncDisposable {
  /** Undefined unless the token admits a media connection for this call of the carrier. It does so once. */
  accept(start: {
    token: string
    callSid: string
    accountSid: string
  }): Promise<((line: MediaLine) => MediaLineListener) | undefined>
}

export function openSessions(context: AppContext, notifications: Notifications): Sessions {
  /** By the UUID of the call. */
  const sessions = new Map<string, Session>()
  const noiseSuppression = openNoiseSuppression({ log: context.log })
  let isClosing = false

  async function deliver(uuid: string): Promise<void> {
    try {
      const session = sessions.get(uuid)
      const found = session && (await findAnsweredBy(context, uuid))
      if (found) session.carrierSays(found.answeredBy, found.greetingEnded)
    } catch (error) {
      context.log.warn({ err: error }, 'a machine detection was not delivered')
    }
  }

  notifications.on(answeredByChannel, (uuid) => {
    // After a lost connection the payload is empty: any session may have missed its result.
    for (const one of uuid === '' ? sessions.keys() : [uuid]) void deliver(one)
  })

  return {
    async accept(start) {
      if (isClosing) return undefined
      const call = await claimMedia(context, start)
      if (!call) return undefined
      const { session, listen } = await openSession(context, call, {
        noiseSuppression,
        ended: () => sessions.delete(call.uuid),
      })
      sessions.set(call.uuid, session)
      return (line) => {
        const listener = listen(line)
        // A result that arrived while the session was prepared found no session.
        if (call.type === 'outbound') void deliver(call.uuid)
        return listener
      }
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      await Promise.all([...sessions.values()].map((session) => session.shutDown()))
      await noiseSuppression[Symbol.asyncDispose]()
    },
  }
}
