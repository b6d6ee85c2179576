// Opaque cursors of lists that are ordered by time and id, the newest row first.
import type { AccountContext } from '../context/context.ts'
import { invalidSelection } from '../refusal.ts'
import { BoxError, open, seal } from '../security/secret-box.ts'
import type { Timestamp } from '../time/timestamps.ts'

export interface Cursor {
  /** Whether the rows after or before this one are meant. */
  direction: 'next' | 'prev'
  createdAt: Timestamp
  id: number
}

type Holder = Pick<AccountContext, 'settings' | 'account'>

/** Valid for one list of one account. */
export function writeCursor({ settings, account }: Holder, list: string, cursor: Cursor): string {
  return seal(settings.masterKey, JSON.stringify(cursor), placeOf(list, account.id)).toString('base64url')
}

/** Refuses anything that `writeCursor` did not return for this list and account, under `cursor`. */
export function readCursor({ settings, account }: Holder, list: string, text: string): Cursor {
  const box = Buffer.from(text, 'base64url')
  if (box.toString('base64url') !== text) throw invalidSelection('cursor')
  try {
    return JSON.parse(open(settings.masterKey, box, placeOf(list, account.id)))
  } catch (error) {
    if (error instanceof BoxError) throw invalidSelection('cursor')
    throw error
  }
}

const placeOf = (list: string, accountId: number): string => `cursor:${list}:${accountId}`
