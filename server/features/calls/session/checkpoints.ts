// Saves the transcript of a call every few seconds, so that little is lost if its process dies.
import type { AppContext } from '#server/platform/context/context.ts'
import type { TranscriptEntry } from '#server/voice/engine/call-record.ts'
import type { CallRef } from '../call/call.ts'
import { recordLiveState } from './record-live-state.ts'

const intervalMs = 3_000

/** A call without a checkpoint for this long has lost its session if its process is missing, too. */
export const silenceMs = 3 * intervalMs

/** `lost` is called if the call was ended from outside. */
export function startCheckpoints(
  context: AppContext,
  call: CallRef & { uuid: string },
  { transcript, lost }: { transcript(): readonly TranscriptEntry[]; lost(): void },
) {
  let savedEntries = 0
  let isStopped = false
  let saving: Promise<void> | undefined

  /** Entries at the end may still grow, so they are saved again. */
  async function save(): Promise<void> {
    const position = Math.max(0, savedEntries - 2)
    const entries = transcript().slice(position)
    const isOpen = await recordLiveState(context, call, { position, entries })
    savedEntries = position + entries.length
    if (!isOpen && !isStopped) lost()
  }

  const timer = setInterval(() => {
    saving ??= save()
      .catch((error: unknown) =>
        context.log.warn({ error, call: call.uuid }, 'a checkpoint of a call could not be saved'),
      )
      .finally(() => {
        saving = undefined
      })
  }, intervalMs)

  return {
    /** Resolves when no checkpoint is being written that would overwrite the result. */
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await saving
    },
  }
}
