// Emits the event of a status that a call has before it is connected.
import type { Tx } from '#server/platform/context/context.ts'
import type { Call } from './call.ts'
import type { OpenStatus } from './status.ts'

export const emitStatus = (
  tx: Tx,
  { accountId, id: callId, assistantId }: Pick<Call, 'accountId' | 'id' | 'assistantId'>,
  status: OpenStatus,
): Promise<void> => tx.emit('call.status', { accountId, callId, assistantId, status })
