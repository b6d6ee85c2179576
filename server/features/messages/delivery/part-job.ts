// The job that sends a further part of a long text, as those see it who ask for it.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { Message } from '../message/message.ts'

export interface PartRef {
  accountId: number
  headUuid: string
  /** Counted from 1, which is the head itself. */
  part: number
}

export const partJob: JobSpec<PartRef> = { name: 'messages.send-part', waitsOutside: true }

/** Sends the part after the given one. One job waits for each part; whoever asks for it sooner wins. */
export async function addPartJob(
  tx: Pick<AppTx, 'addJob' | 'now'>,
  before: Pick<Message, 'accountId' | 'headUuid' | 'part'>,
  afterMs: number,
): Promise<void> {
  const { accountId, headUuid } = before
  const part = before.part + 1
  const runAt = new Date(tx.now().getTime() + afterMs)
  await tx.addJob(
    partJob,
    { accountId, headUuid, part },
    { key: `chatapp-part:${accountId}:${headUuid}:${part}`, runAt },
  )
}
