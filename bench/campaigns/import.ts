// Measures imports of leads, compared with a bare COPY of the same file.
import { createReadStream } from 'node:fs'
import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { watchProcess } from '../knowledge/server.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { tableOf, whole } from '../shared/report.ts'
import { makeTemporaryFolder } from '../shared/workspace.ts'
import { clientOf, type Server, type Stage } from './stage.ts'

const nationalNumber = (index: number): string => String(2_012_000_000 + index)
const e164 = (index: number): string => `+1${nationalNumber(index)}`
const asDialed = (index: number): string =>
  nationalNumber(index).replace(/^(...)(...)(....)$/, (_, area, office, line) => `(${area}) ${office}-${line}`)

type WriteNumber = (index: number) => string

/** @param many The number of lines of the larger files. */
export async function measureImports(stage: Stage, parley: Server, many: number): Promise<string> {
  const few = Math.ceil(many / 100)
  const samples: [name: string, lines: number, write: WriteNumber][] = [
    ['E.164', few, e164],
    ['E.164', many, e164],
    ['as dialed', many, asDialed],
  ]
  await using folder = await makeTemporaryFolder()
  const caller = stage.callers[0]!
  const client = clientOf(parley, caller)
  const rows: (string | number)[][] = []
  for (const [index, [name, lines, write]] of samples.entries()) {
    stopIfAsked()
    const file = join(folder.path, `${index}.csv`)
    await writeFile(file, lines, write)
    progress(`copying ${lines.toLocaleString('en')} lines`)
    const copySeconds = await copy(stage, file)
    const load = async (path: string, expected: number): Promise<number> => {
      const { id } = (await client.campaigns.create({ name })).data
      const startedAt = performance.now()
      const imported = await importFile(`${parley.baseUrl}/api/user/campaign/${id}/leads/import`, caller.token, path)
      if (imported !== expected) throw new Error(`${imported} leads were imported instead of ${expected}.`)
      return (performance.now() - startedAt) / 1000
    }
    progress(`importing ${lines.toLocaleString('en')} lines`)
    await load(join(folder.path, '0.csv'), few)
    const { value: seconds, added, longestDelayMs } = await watchProcess(parley, () => load(file, lines))
    const times = [seconds, whole(lines / seconds), copySeconds, seconds / copySeconds]
    rows.push([`${whole(lines)} lines, ${name}`, ...times, whole(added), longestDelayMs])
  }
  const head = ['import', 'seconds', 'lines/s', 'COPY', 'ratio', 'added MB', 'longest delay of the event loop']
  return tableOf(head, rows)
}

const linesPerPiece = 10_000

/** PostgreSQL reads the file itself, as another user. */
async function writeFile(path: string, lines: number, write: WriteNumber): Promise<void> {
  await using file = await open(path, 'w')
  await file.write('phone_number,name,city,notes\n')
  for (let done = 0; done < lines; done += linesPerPiece) {
    const piece = Array.from({ length: Math.min(linesPerPiece, lines - done) }, (_, offset) => {
      const index = done + offset
      return `${write(index)},Customer ${index},"Springfield, ${index % 50}",Asked about order ${index * 7}\n`
    })
    await file.write(piece.join(''))
  }
  await chmod(path, 0o644)
}

/** Returns the seconds that PostgreSQL takes for the same lines in a table without indexes. */
async function copy({ database }: Stage, path: string): Promise<number> {
  await database.query('create table bench_leads (phone_number text, name text, city text, notes text)')
  const startedAt = performance.now()
  await database.query(`copy bench_leads from ${database.escapeLiteral(path)} (format csv, header)`)
  const seconds = (performance.now() - startedAt) / 1000
  await database.query('drop table bench_leads')
  return seconds
}

/** Returns how many leads were imported. */
async function importFile(url: string, token: string, path: string): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: Readable.toWeb(createReadStream(path)) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`)
  const { data } = (await response.json()) as { data: { imported: number } }
  return data.imported
}
