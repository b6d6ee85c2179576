// Stores the sandbox's state in a folder as a journal: one line per change, compacted at the next start.
import { closeSync, createReadStream, createWriteStream, openSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'

export type Kind =
  | 'message'
  | 'media'
  | 'template'
  | 'sender'
  | 'contact'
  | 'call'
  | 'recording'
  | 'audio'
  | 'number'
  | 'facts'

/** The latest value of every entry, by kind and key. */
export type JournalEntries = Map<Kind, Map<string, unknown>>

export interface Journal extends AsyncDisposable {
  entries: JournalEntries
  put(kind: Kind, key: string, value: unknown): void
  delete(kind: Kind, key: string): void
}

export const noJournal: Journal = { entries: new Map(), put() {}, delete() {}, async [Symbol.asyncDispose]() {} }

/** Another sandbox carrier is using the folder. */
export class StateInUse extends Error {}

/** Ignores a last line that a crash cut off. Throws `StateInUse` before it reads or writes anything. */
export async function openJournal(folder: string): Promise<Journal> {
  await using opened = new AsyncDisposableStack()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = tryLock(join(folder, 'lock'))
  if (!lock) throw new StateInUse(`Another sandbox carrier is using the folder ${folder}.`)
  opened.use(lock)
  const path = join(folder, 'sandbox.jsonl')
  const entries = await read(path)
  await writeFile(`${path}.new`, textsOf(entries), { mode: 0o600 })
  await rename(`${path}.new`, path)
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 })
  const changed = new Map<string, { kind: Kind; key: string; value: unknown }>()

  /** Several changes of one entry within a turn of the event loop become one line. */
  function record(kind: Kind, key: string, value: unknown): void {
    if (changed.size === 0) setImmediate(write)
    changed.set(`${kind} ${key}`, { kind, key, value })
  }

  function write(): void {
    if (!stream.writableEnded)
      for (const { kind, key, value } of changed.values()) stream.write(lineOf(kind, key, value))
    changed.clear()
  }

  const resources = opened.move()
  return {
    entries,
    put: record,
    delete: (kind, key) => record(kind, key, null),
    async [Symbol.asyncDispose]() {
      write()
      await new Promise<void>((resolve) => stream.end(resolve))
      await resources.disposeAsync()
    },
  }
}

/** Several texts of about a megabyte or more, because one text of all lines can be longer than Node allows. */
function* textsOf(entries: JournalEntries): Iterable<string> {
  let text = ''
  for (const [kind, values] of entries) {
    for (const [key, value] of values) {
      text += lineOf(kind, key, value)
      if (text.length < 2 ** 20) continue
      yield text
      text = ''
    }
  }
  yield text
}

function lineOf(kind: Kind, key: string, value: unknown): string {
  return `${JSON.stringify([kind, key, value])}\n`
}

async function read(path: string): Promise<JournalEntries> {
  const entries: JournalEntries = new Map()
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const entry = parse(line)
      if (!entry) continue
      const [storedKind, key, value] = entry
      // The name of contacts in earlier versions.
      const kind = (storedKind as string) === 'acquaintance' ? 'contact' : storedKind
      const values = entries.get(kind) ?? new Map<string, unknown>()
      entries.set(kind, values)
      if (value === null) values.delete(key)
      else values.set(key, value)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  return entries
}

function parse(line: string): [Kind, string, unknown] | undefined {
  try {
    return JSON.parse(line) as [Kind, string, unknown]
  } catch {
    return undefined
  }
}

/**
 * Returns undefined if another process holds the lock, which the operating system frees when that process ends. SQLite
 * gives access to the file locks of every system.
 */
function tryLock(path: string): Disposable | undefined {
  // SQLite creates files that other users can read.
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    // SQLITE_BUSY
    if ((error as { errcode?: number }).errcode === 5) return undefined
    throw error
  }
  return { [Symbol.dispose]: () => database.close() }
}
