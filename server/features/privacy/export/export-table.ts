// Exports what one table contains about a person, as its feature declares.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Person } from '#server/platform/person.ts'
import type { ExportedFile, PersonalTable } from '#server/platform/personal-data.ts'
import { type ExportedRow, scan, selectExported } from '../store-tables.ts'

/** A list of records, or the files that records name. */
export type ExportPart = { name: string } & (
  | { records(): AsyncIterable<object>; files?: undefined }
  | { files(): AsyncIterable<ExportedFile>; records?: undefined }
)

export function partsOf(ctx: AccountContext, table: PersonalTable, person: Person): readonly ExportPart[] {
  const { exported } = table
  if (!exported) return []
  const { name, files } = exported
  const parts: ExportPart[] = []
  if (name !== undefined)
    parts.push({
      name,
      async *records() {
        for await (const { pageKey: _, fileKey: __, ...record } of rowsOf(ctx, table, person)) yield record
      },
    })
  if (files)
    parts.push({
      name: files.name,
      async *files() {
        for await (const row of rowsOf(ctx, table, person)) {
          const file = files.fileOf(row, ctx.account.id)
          if (file) yield file
        }
      },
    })
  return parts
}

async function* rowsOf(ctx: AccountContext, table: PersonalTable, person: Person): AsyncGenerator<ExportedRow> {
  if (table.scanned !== undefined) return yield* scannedRows(ctx, table, person)
  if (!table.parent) return yield* pages(ctx, table, person, {})
  for await (const { pageKey } of pages(ctx, table.parent.table, person, {}))
    yield* pages(ctx, table, person, { parentId: pageKey[0] })
}

async function* scannedRows(ctx: AccountContext, table: PersonalTable, person: Person): AsyncGenerator<ExportedRow> {
  let after: unknown
  do {
    const found = await scan(ctx, table, person, after)
    after = found?.lastId
    if (found && found.ids.length > 0) yield* pages(ctx, table, person, { ids: found.ids })
  } while (after !== undefined)
}

/** Reads pages until one is empty. */
async function* pages(
  ctx: AccountContext,
  table: PersonalTable,
  person: Person,
  of: { ids?: readonly unknown[]; parentId?: unknown },
): AsyncGenerator<ExportedRow> {
  for (let after: readonly string[] | undefined; ; ) {
    const rows = await selectExported(ctx, table, person, { ...of, after })
    yield* rows
    after = rows.at(-1)?.pageKey
    if (after === undefined) return
  }
}
