// Checks that no migration has changed since it landed, by the checksums in server/migrations/checksums.txt.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = 'server/migrations'

/** The checksums have the format of sha256sum: `sha256sum *.sql > checksums.txt` writes them all. */
export function checkMigrations(sqlByFile: ReadonlyMap<string, string>, checksums: string): string[] {
  const known = new Map(
    checksums
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  const changed = [...sqlByFile].flatMap(([file, sql]) => {
    const sha256 = createHash('sha256').update(sql).digest('hex')
    const expected = known.get(file)
    if (expected === undefined)
      return [`${file} has no checksum. When it is ready to land, add this line to checksums.txt:\n${sha256}  ${file}`]
    if (expected !== sha256)
      return [`${file} was changed after it landed. Restore it and put the change into a new migration.`]
    return []
  })
  const deleted = [...known.keys()].filter((file) => !sqlByFile.has(file))
  return [...changed, ...deleted.map((file) => `${file} was deleted or renamed after it landed. Restore it.`)]
}

if (import.meta.main) {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'))
  const sqlByFile = new Map(files.map((file) => [file, readFileSync(join(directory, file), 'utf8')]))
  const faults = checkMigrations(sqlByFile, readFileSync(join(directory, 'checksums.txt'), 'utf8'))
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
