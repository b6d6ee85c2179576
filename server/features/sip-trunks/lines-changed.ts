// Announces that a trunk or telephone was created, changed or deleted, to the process that serves them.
import type { Tx } from '#server/platform/context/context.ts'
import { notify } from '#server/platform/database/notifications.ts'

export const linesChangedChannel = 'sip-lines-changed'

/** In the transaction of the change, so that it is sent when the change is visible. */
export const announceChange = ({ db, account }: Tx): Promise<void> =>
  notify(db, linesChangedChannel, String(account.id))
