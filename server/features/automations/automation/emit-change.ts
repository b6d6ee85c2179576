// Tells clients that follow the account live that an automation has changed.
import type { Tx } from '#server/platform/context/context.ts'

export const emitChange = (tx: Tx, automationId: string, change: 'created' | 'updated' | 'deleted'): Promise<void> =>
  tx.emit('automation.changed', { accountId: tx.account.id, automationId, change })
