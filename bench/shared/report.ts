// Prints tables, and the machine that was measured.
import { availableParallelism, cpus, totalmem, type } from 'node:os'
import pg from 'pg'

export const whole = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : '-')
export const ms = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 100 ? 2 : 0) : '-')
export const percent = (value: number): string => (Number.isFinite(value) ? `${(value * 100).toFixed(0)} %` : '-')

/** Writes numbers with two decimals if they are below 100. */
export function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? ms(cell) : cell)))
  const widths = head.map((name, column) => Math.max(name.length, ...texts.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    widths
      .map((width, column) =>
        column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
      )
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...texts.map(line)].join('\n')
}

/** Writes blocks of text to standard output, with an empty line after each. */
export function print(...blocks: readonly string[]): void {
  for (const block of blocks) process.stdout.write(`${block}\n\n`)
}

// Later, this process can be assigned to one core.
const allCores = availableParallelism()

export function describeMachine(postgresVersion?: string): string {
  const cpu = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const database = postgresVersion === undefined ? '' : `, PostgreSQL ${postgresVersion}`
  return `${cpu}, ${allCores} cores, ${memory}, ${type()}; Node ${process.version}${database}`
}

/** Returns the server version and its fsync setting. */
export async function describePostgres(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  // The server can stop before the connection ends.
  client.on('error', () => {})
  await client.connect()
  try {
    const sql = `select current_setting('server_version') as version, current_setting('fsync') as fsync`
    const { rows } = await client.query<{ version: string; fsync: string }>(sql)
    return `${rows[0]!.version} (fsync ${rows[0]!.fsync})`
  } finally {
    await client.end()
  }
}
