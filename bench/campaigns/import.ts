// Measures imports of leads, compared with a bare COPY of the same file.
import { createReadStream } from 'node:fs'
import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { watchProcess } from '../knowledge/server.ts'
import { makeTemporaryFolder } from '../shared/processes.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { ms, tableOf, whole } from '../shared/report.ts'
import { clientOf, type Stage } from './stage.ts'

interface Sample {
  name: string
  lines: number
  /** How the file writes the number of a line. */
  write(index: number): string
}

const nationalNumber = (index: number): string => String(2_012_000_000 + index)
const e164 = (index: number): string => `+1${nationalNumber(index)}`
const asDialed = (index: number): string =>
  nationalNumber(index).replace(/^(...)(...)(....)$/, (_, area, office, line) => `(${area}) ${office}-${line}`)

const samples: readonly Sample[] = [
  { name: 'E.164', lines: 10_000, write: e164 },
  { name: 'E.164', lines: 1_000_000, write: e164 },
  { name: 'as dialed', lines: 1_000_000, write: asDialed },
]

export async function measureImports(stage: Stage): Promise<string> {
  await using folder = await makeTemporaryFolder()
  const { connectionString } = stage.workspace
  const caller = stage.callers[0]!
  const rows: string[][] = []
  for (const [index, sample] of samples.entries()) {
    stopIfAsked()
    const file = join(folder.path, `${index}.csv`)
    await writeFile(file, sample)
    progress(`copying ${sample.lines.toLocaleString('en')} lines`)
    const copySeconds = await copy(connectionString, file)
    await using parley = await stage.startServer()
    const client = clientOf(parley, caller)
    const load = async (path: string, lines: number): Promise<number> => {
      const { id } = (await client.campaigns.create({ name: sample.name })).data
      const startedAt = performance.now()
      const imported = await importFile(`${parley.baseUrl}/api/user/campaign/${id}/leads/import`, caller.token, path)
      if (imported !== lines) throw new Error(`${imported} leads were imported instead of ${lines}.`)
      return (performance.now() - startedAt) / 1000
    }
    progress(`importing ${sample.lines.toLocaleString('en')} lines`)
    await load(join(folder.path, '0.csv'), samples[0]!.lines)
    const watched = await watchProcess(parley)
    const seconds = await load(file, sample.lines)
    const { addedMegabytes, longestDelayMs } = await watched.end()
    rows.push([
      `${whole(sample.lines)} lines, ${sample.name}`,
      ms(seconds),
      whole(sample.lines / seconds),
      ms(copySeconds),
      ms(seconds / copySeconds),
      whole(addedMegabytes),
      ms(longestDelayMs),
    ])
  }
  const head = ['import', 'seconds', 'lines/s', 'COPY', 'ratio', 'added MB', 'longest delay of the event loop']
  return tableOf(head, rows)
}

const linesPerPiece = 10_000

/** PostgreSQL reads the file itself, as another user. */
async function writeFile(path: string, { lines, write }: Sample): Promise<void> {
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
async function copy(connectionString: string, path: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('create table bench_leads (phone_number text, name text, city text, notes text)')
    const startedAt = performance.now()
    await client.query(`copy bench_leads from ${client.escapeLiteral(path)} (format csv, header)`)
    const seconds = (performance.now() - startedAt) / 1000
    await client.query('drop table bench_leads')
    return seconds
  } finally {
    await client.end()
  }
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
