// Checkpoints of a call in progress, so that little is lost if its process dies.
import type { AppContext } from '#server/platform/context/context.ts'
import type { TranscriptEntry } from '#server/voice/engine/call-record.ts'
import type { CallRef } from '../call/call.ts'
import { markAlive, saveTranscript } from '../call/store-live.ts'
import { cleanEntry } from '../ending/finish-call.ts'

export interface LiveState {
  /** The position in the transcript of the first entry below. Earlier entries are unchanged. */
  position: number
  entries: readonly TranscriptEntry[]
}

/** Per checkpoint. */
const maxEntries = 200

/**
 * Call it every few seconds even without new entries: the talk time of a call whose process dies is charged up to the
 * latest checkpoint. Returns false if the call has been ended from outside, so the session must stop.
 */
export async function recordLiveState(
  { db }: Pick<AppContext, 'db'>,
  { accountId, callId }: CallRef,
  { position, entries }: LiveState,
): Promise<boolean> {
  if (!(await markAlive(db, accountId, callId))) return false
  await saveTranscript(db, accountId, callId, position, entries.slice(0, maxEntries).map(cleanEntry))
  return true
}
