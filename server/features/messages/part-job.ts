// The job that sends the next part of a long text, as those see it who ask for it.
import type { WorldTx } from '#server/platform/context.ts'
import type { JobSpec } from '#server/platform/job.ts'
import type { Message } from './message.ts'

export interface PartRef {
  accountId: number
  headUuid: string
}

export const partJob: JobSpec<PartRef> = { name: 'messages.send-part' }

/** One waits for each message; whoever asks for it sooner wins. */
export async function addPartJob(
  tx: Pick<WorldTx, 'addJob' | 'now'>,
  { accountId, headUuid }: Pick<Message, 'accountId' | 'headUuid'>,
  afterMs: number,
): Promise<void> {
  const runAt = new Date(tx.now().getTime() + afterMs)
  await tx.addJob(partJob, { accountId, headUuid }, { key: `chatapp-part:${accountId}:${headUuid}`, runAt })
}
