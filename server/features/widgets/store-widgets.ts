// The SQL of the appearance of widgets.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { firstRow } from '#server/platform/database/statements.ts'

export interface Appearance {
  title: string | null
  welcome: string | null
  questions: string[]
  color: string
  theme: 'auto' | 'light' | 'dark'
  language: 'en' | 'de' | 'fr' | null
  side: 'start' | 'end'
}

export interface StoredWidget {
  /** Fields that are missing have their default. */
  appearance: Partial<Appearance>
  pictureId: string | null
}

export interface Picture {
  id: string
  content: Uint8Array
  type: string
}

interface Key {
  accountId: number
  assistantId: number
}

/** Undefined if nothing was changed yet. */
export const findWidget = (db: Db, { accountId, assistantId }: Key): Promise<StoredWidget | undefined> =>
  firstRow<StoredWidget>(db)`
    select appearance, picture_id as "pictureId" from widgets
    where account_id = ${accountId} and assistant_id = ${assistantId}`

export async function saveAppearance(db: Db, { accountId, assistantId }: Key, appearance: Appearance): Promise<void> {
  await sql`
    insert into widgets (account_id, assistant_id, appearance)
    values (${accountId}, ${assistantId}, ${JSON.stringify(appearance)}::jsonb)
    on conflict (account_id, assistant_id) do update set appearance = excluded.appearance`.execute(db)
}

/** Null removes the picture. */
export async function savePicture(db: Db, { accountId, assistantId }: Key, picture: Picture | null): Promise<void> {
  await sql`
    insert into widgets (account_id, assistant_id, picture_id, picture, picture_type)
    values (${accountId}, ${assistantId}, ${picture?.id ?? null}, ${picture && Buffer.from(picture.content)}, ${picture?.type ?? null})
    on conflict (account_id, assistant_id) do update
    set picture_id = excluded.picture_id, picture = excluded.picture, picture_type = excluded.picture_type`.execute(db)
}

export const findPicture = (db: Db, id: string): Promise<Omit<Picture, 'id'> | undefined> =>
  firstRow<Omit<Picture, 'id'>>(db)`
    select picture as content, picture_type as type from widgets where picture_id = ${id}`

export async function deleteWidget(db: Db, { accountId, assistantId }: Key): Promise<void> {
  await sql`delete from widgets where account_id = ${accountId} and assistant_id = ${assistantId}`.execute(db)
}
