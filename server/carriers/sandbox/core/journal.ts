// Keeps what the sandbox remembers in a folder: one line for every change, put together at the next start.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { tryHoldAlone } from '#server/platform/embedded-postgres/locks.ts'

export type Kind = 'message' | 'media' | 'template' | 'sender' | 'acquaintance' | 'facts'

/** The latest value of everything, by kind and key. */
export type Kept = Map<Kind, Map<string, unknown>>

export interface Journal extends AsyncDisposable {
  kept: Kept
  put(kind: Kind, key: string, value: unknown): void
  drop(kind: Kind, key: string): void
}

export const noJournal: Journal = { kept: new Map(), put() {}, drop() {}, async [Symbol.asyncDispose]() {} }

/** Another sandbox carrier uses the folder. */
export class StateInUse extends Error {}

/**
 * What was written at least a moment before a kill is there again; a torn last line is left out. Throws `StateInUse`
 * before it reads or writes anything.
 */
export async function openJournal(folder: string): Promise<Journal> {
  await using opened = new AsyncDisposableStack()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = tryHoldAlone(join(folder, 'lock'))
  if (!lock) throw new StateInUse(`Another sandbox carrier uses the folder ${folder}.`)
  opened.use(lock)
  const path = join(folder, 'sandbox.jsonl')
  const kept = await read(path)
  await compact(path, kept)
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 })
  const changed = new Map<string, { kind: Kind; key: string; value: unknown }>()

  /** Several changes of one thing within a turn of the loop are one line. */
  function note(kind: Kind, key: string, value: unknown): void {
    if (changed.size === 0) setImmediate(write)
    changed.set(`${kind} ${key}`, { kind, key, value })
  }

  function write(): void {
    if (changed.size === 0) return
    const lines = [...changed.values()].map(({ kind, key, value }) => lineOf(kind, key, value))
    changed.clear()
    if (!stream.writableEnded) stream.write(lines.join(''))
  }

  const held = opened.move()
  return {
    kept,
    put: note,
    drop: (kind, key) => note(kind, key, null),
    async [Symbol.asyncDispose]() {
      write()
      await new Promise<void>((resolve) => stream.end(resolve))
      await held.disposeAsync()
    },
  }
}

function lineOf(kind: Kind, key: string, value: unknown): string {
  return `${JSON.stringify([kind, key, value])}\n`
}

async function read(path: string): Promise<Kept> {
  const kept: Kept = new Map()
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const entry = parse(line)
      if (!entry) continue
      const [kind, key, value] = entry
      const values = kept.get(kind) ?? new Map<string, unknown>()
      kept.set(kind, values)
      if (value === null) values.delete(key)
      else values.set(key, value)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  return kept
}

function parse(line: string): [Kind, string, unknown] | undefined {
  try {
    return JSON.parse(line) as [Kind, string, unknown]
  } catch {
    return undefined
  }
}

async function compact(path: string, kept: Kept): Promise<void> {
  const lines = [...kept].flatMap(([kind, values]) => [...values].map(([key, value]) => lineOf(kind, key, value)))
  await writeFile(`${path}.new`, lines.join(''), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
