// How many further calls the processes that hold calls can take.
import type { AppContext } from '#server/platform/context/context.ts'
import { countOpenCalls } from './store-list.ts'
import { selectProcesses } from './store-recovery.ts'

/** The name that each process announces that accepts media connections. */
export const voiceProcess = 'voice'

/** Slots that stay free for callers, while campaigns use the others. */
const shareForCallers = 0.1

/**
 * The slots that campaigns can fill. Calls that are being dialed or ring use a slot, too. The calls of a dead process use
 * none, because its slots do not count either.
 */
export async function countFreeSlots({ db, liveness, settings }: AppContext): Promise<number> {
  const total = settings.callsPerProcess * (await liveness.countProcesses(voiceProcess))
  const missing = await liveness.selectMissing(await selectProcesses(db))
  return total - Math.ceil(total * shareForCallers) - (await countOpenCalls(db, missing))
}
