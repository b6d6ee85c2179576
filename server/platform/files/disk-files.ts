// Stores files in a folder of the data directory.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { FileStore, StoredFile } from '#server/ports/file-store.ts'
import { OutsideError } from '../outside-error.ts'
import { checkFileKey, checkRange, missingFile } from './file-key.ts'

/** Keys never contain it, so the file `a` and the folder of `a/b` have different names. */
const suffix = '~'
/** Temporary files; keys never begin with a dot. */
const incoming = '.incoming'
const longestHead = 1_024

type Content = Uint8Array | AsyncIterable<Uint8Array>

/**
 * A file contains one line of JSON, `{"contentType":"…"}`, followed by the body. A separate file for the type could
 * become inconsistent in a crash. Creates `folder` if it does not exist.
 */
export async function openDiskFiles(folder: string): Promise<FileStore> {
  const workshop = join(folder, incoming)
  await storing(async () => {
    await makeFolder(workshop)
    // Folders of earlier versions were readable by all users.
    await chmod(folder, 0o700)
    await clearStale(workshop)
  })

  async function store(key: string, body: Content, contentType: string): Promise<void> {
    const path = pathOf(folder, key)
    const head = headOf(contentType)
    return storing(async () => {
      await makeFolder(dirname(path), folder)
      const draft = join(workshop, randomUUID())
      try {
        await writeDurably(draft, [head, body])
        await rename(draft, path)
      } catch (error) {
        await unlink(draft).catch(() => {})
        throw error
      }
      await syncFolder(dirname(path))
    })
  }

  return {
    put: store,
    putFile: (key, path, contentType) => store(key, contentsOf(path), contentType),
    find: async (key) => {
      const path = pathOf(folder, key)
      return storing(() => withFile(path, async (file) => (await readHead(file)).stored))
    },
    read: async (key) => {
      const path = pathOf(folder, key)
      const body = await storing(() =>
        withFile(path, async (file) => {
          const { headBytes } = await readHead(file)
          return (await file.readFile()).subarray(headBytes)
        }),
      )
      if (body) return body
      throw missingFile()
    },
    readRange: async (key, range) => {
      const path = pathOf(folder, key)
      checkRange(range)
      const body = await storing(() => withFile(path, (file) => readRange(file, range)))
      if (body) return body
      throw missingFile()
    },
    remove: async (key) => {
      const path = pathOf(folder, key)
      return storing(() => unlessMissing(unlink(path)))
    },
  }
}

function pathOf(folder: string, key: string): string {
  checkFileKey(key)
  return join(folder, ...key.split('/')) + suffix
}

function headOf(contentType: string): Buffer {
  const head = Buffer.from(`${JSON.stringify({ contentType })}\n`)
  if (head.length > longestHead) throw new Error('The content type is too long.')
  return head
}

async function readHead(file: FileHandle): Promise<{ stored: StoredFile; headBytes: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHead), 0, longestHead, 0)
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  const { contentType } = JSON.parse(buffer.toString('utf8', 0, end)) as { contentType: string }
  const headBytes = end + 1
  return { stored: { contentType, sizeBytes: (await file.stat()).size - headBytes }, headBytes }
}

async function readRange(file: FileHandle, { start, end }: { start: number; end: number }): Promise<Uint8Array> {
  const { stored, headBytes } = await readHead(file)
  const length = Math.max(0, Math.min(end, stored.sizeBytes) - start)
  if (length === 0) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, headBytes + start)
  if (bytesRead < length) throw new Error('The file is shorter than its size.')
  return buffer
}

/** Opens the file when its contents are needed. */
async function* contentsOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

async function writeDurably(path: string, pieces: Content[]): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (const piece of pieces) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new folder is durable once its parent folder is synced. */
async function makeFolder(path: string, below?: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined || below === undefined) return
  const names = relative(below, path).split(sep)
  for (let depth = 0; depth < names.length; depth++) await syncFolder(join(below, ...names.slice(0, depth)))
}

/** Windows cannot sync folders and relies on its journal. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Removes temporary files of ended processes; another process may be writing to the same folder. */
async function clearStale(workshop: string): Promise<void> {
  for (const name of await readdir(workshop)) {
    const path = join(workshop, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > 3_600_000) await unlessMissing(unlink(path))
  }
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  const file = await unlessMissing(open(path, 'r'))
  if (!file) return undefined
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new OutsideError('storage_failed', 'The file store failed.', { retryable: true, cause: error })
  }
}
