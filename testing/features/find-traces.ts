// Searches every table and every file of a Parley for texts.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestApp } from '../app/test-app.ts'

/** Returns the tables and files that contain one of the texts, in any letter case, also in bytes. */
export async function findTraces(parley: TestApp, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.flatMap((text) => [text.toLowerCase(), Buffer.from(text).toString('hex')])
  return [...(await findRows(parley, wanted)), ...(await findFiles(parley.config.dataDir, texts))].sort()
}

async function findRows({ app }: TestApp, wanted: readonly string[]): Promise<string[]> {
  const { db } = app.context
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.raw(name)} t
      where exists (select from unnest(${wanted}::text[]) w where position(w in lower(t::text)) > 0)`.execute(db)
    if (rows[0]!.count > 0) found.push(name)
  }
  return found
}

async function findFiles(folder: string, texts: readonly string[]): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    const path = join(folder, name)
    if (!(await stat(path)).isFile()) continue
    const content = await readFile(path)
    if (texts.some((text) => content.includes(text) || name.includes(text))) found.push(name)
  }
  return found
}
