// The result of the carrier's detection of answering machines, for the process that runs the session.
import type { AppContext } from '#server/platform/context/context.ts'
import type { AnsweredBy } from '#server/voice/engine/settings.ts'
import { findCallByUuid } from '../call/store.ts'

/** A notification on this channel means that there is a result. The payload is the UUID of the call. */
export const answeredByChannel = 'call-answered-by'

export async function findAnsweredBy(
  { db }: Pick<AppContext, 'db'>,
  callUuid: string,
): Promise<{ answeredBy: AnsweredBy; greetingEnded: boolean } | undefined> {
  const call = await findCallByUuid(db, callUuid)
  if (!call || call.answeredBy === null) return undefined
  return { answeredBy: call.answeredBy, greetingEnded: call.greetingEnded }
}
