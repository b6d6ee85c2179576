// Opaque cursors for lists that are ordered by time and id, newest first.
import type { AccountContext } from '../../context/context.ts'
import type { Cursor } from '../../database/select-page.ts'
import { invalidSelection } from '../../refusal.ts'
import { BoxError, open, seal } from '../../security/secret-box.ts'
import type { Timestamp } from '../../time/timestamps.ts'

type CursorContext = Pick<AccountContext, 'settings' | 'account'>

/** Valid for one list of one account. */
export function writeCursor<Id extends number | string>(
  { settings, account }: CursorContext,
  list: string,
  cursor: Cursor<Id>,
): string {
  return seal(settings.masterKey, JSON.stringify(cursor), associatedDataOf(list, account.id)).toString('base64url')
}

/** Throws a validation error for `cursor` unless `writeCursor` returned the text for this list and account. */
export function readCursor<Id extends number | string = number>(
  { settings, account }: CursorContext,
  list: string,
  text: string,
): Cursor<Id> {
  const box = Buffer.from(text, 'base64url')
  if (box.toString('base64url') !== text) throw invalidSelection('cursor')
  try {
    return JSON.parse(open(settings.masterKey, box, associatedDataOf(list, account.id)))
  } catch (error) {
    if (error instanceof BoxError) throw invalidSelection('cursor')
    throw error
  }
}

/** The cursors of the pages beside one; null if there is none. `timeOf` is the time by which the list is ordered. */
export function cursorsBeside<Row extends { id: number; createdAt: Timestamp }>(
  ctx: CursorContext,
  list: string,
  { rows, total, before }: { rows: readonly Row[]; total: number; before: number },
  timeOf: (row: Row) => Timestamp = (row) => row.createdAt,
) {
  const cursorAt = (row: Row | undefined, direction: Cursor['direction']) =>
    row ? writeCursor(ctx, list, { direction, createdAt: timeOf(row), id: row.id }) : null
  return {
    nextCursor: before + rows.length < total ? cursorAt(rows.at(-1), 'next') : null,
    prevCursor: before > 0 ? cursorAt(rows[0], 'prev') : null,
  }
}

const associatedDataOf = (list: string, accountId: number): string => `cursor:${list}:${accountId}`
