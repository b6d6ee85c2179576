// Worker thread that checks the hash of an archive and unpacks it into a folder, which takes seconds.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open as openFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  faultOf,
  manifestFile,
  maxFiles,
  maxManifestBytes,
  missingFiles,
  type PackDescription,
  type PackFile,
  type PackManifest,
  packManifest,
  packPath,
} from './manifest.ts'
import { PackError, packErrorOf, shown } from './pack-error.ts'
import { readTar, type TarEntry } from './tar.ts'

export interface UnpackRequest {
  archive: string
  /** An empty folder. */
  folder: string
  /**
   * A model as its publisher packs it, in a folder of its own. Without it, the archive must begin with a manifest and
   * contain exactly its files.
   */
  known?: { description: PackDescription; sha256: string; maxBytes: number }
}

export type UnpackResult = { manifest: PackManifest } | { code: PackError['code']; message: string }

export function open() {
  return async (request: UnpackRequest): Promise<UnpackResult> => {
    try {
      return { manifest: await unpack(request) }
    } catch (thrown) {
      const error = packErrorOf(thrown)
      if (!(error instanceof PackError)) throw error
      return { code: error.code, message: error.message }
    }
  }
}

const invalid = (message: string) => new PackError('invalid_pack', message)
const invalidManifest = (message: string) => new PackError('invalid_manifest', message)

async function unpack({ archive, folder, known }: UnpackRequest): Promise<PackManifest> {
  const manifest = known ? await unpackKnown(archive, folder, known) : await unpackOwn(archive, folder)
  await using file = await openFile(join(folder, manifestFile), 'wx')
  await file.writeFile(JSON.stringify(manifest))
  await file.sync()
  return manifest
}

async function unpackKnown(
  archive: string,
  folder: string,
  { description, sha256, maxBytes }: NonNullable<UnpackRequest['known']>,
): Promise<PackManifest> {
  if ((await hashOf(archive)) !== sha256)
    throw new PackError(
      'wrong_hash',
      'The downloaded file does not have the expected SHA-256. It was deleted. Its publisher may have changed it.',
    )
  const files: PackFile[] = []
  let total = 0
  await readTar(archive, async (entry) => {
    // The publisher's folder is left out.
    const path = safePath(entry).split('/').slice(1).join('/')
    if (entry.type === 'folder' || path === '' || path.toLowerCase() === manifestFile) return undefined
    total += entry.bytes
    if (total > maxBytes || files.length >= maxFiles) throw invalid('The archive contains more than expected.')
    const writer = await writeTo(folder, path)
    return writer.onChunk(entry.bytes, (hash) => files.push({ path, bytes: entry.bytes, sha256: hash }))
  })
  const [missing] = missingFiles(description.model, files)
  if (missing) throw invalid(`The archive does not contain ${shown(missing)}.`)
  return { ...description, files }
}

async function unpackOwn(archive: string, folder: string): Promise<PackManifest> {
  let manifest: PackManifest | undefined
  const missing = new Map<string, PackFile>()
  await readTar(archive, async (entry) => {
    const path = safePath(entry)
    if (entry.type === 'folder') return undefined
    if (!manifest) {
      if (path !== manifestFile) throw invalid(`The first file of the archive must be ${manifestFile}.`)
      if (entry.bytes > maxManifestBytes) throw invalidManifest('The manifest is too large.')
      const parts: Uint8Array[] = []
      let left = entry.bytes
      if (left === 0) throw invalidManifest('The manifest is empty.')
      return async (chunk) => {
        parts.push(Uint8Array.from(chunk))
        left -= chunk.length
        if (left > 0) return
        manifest = parseManifest(Buffer.concat(parts).toString())
        for (const file of manifest.files) missing.set(file.path, file)
      }
    }
    const file = missing.get(path)
    if (!file)
      throw invalid(`The archive contains ${shown(path)}, which the manifest does not list, or lists only once.`)
    if (file.bytes !== entry.bytes) throw invalid(`The size of ${shown(path)} differs from the manifest.`)
    missing.delete(path)
    const writer = await writeTo(folder, path)
    return writer.onChunk(entry.bytes, (hash) => {
      if (hash !== file.sha256)
        throw new PackError(
          'wrong_hash',
          `The SHA-256 of ${shown(path)} differs from the manifest. The pack was not added.`,
        )
    })
  })
  if (!manifest) throw invalid('The archive is empty.')
  const [first] = missing.keys()
  if (first !== undefined) throw invalid(`The archive does not contain ${shown(first)}.`)
  return manifest
}

function parseManifest(text: string): PackManifest {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw invalidManifest('The manifest is not valid JSON.')
  }
  const parsed = packManifest.safeParse(data)
  if (!parsed.success) throw invalidManifest(`The manifest is not valid: ${faultOf(parsed.error)}.`)
  return parsed.data
}

/** The path without `./`. Throws for links and devices, and for paths that lead elsewhere. */
function safePath({ path, type }: TarEntry): string {
  const parts = path.split('/').filter((part) => part !== '.' && part !== '')
  if (type === 'other') throw invalid(`The archive contains ${shown(path)}, which is a link or a device.`)
  const isSafe = !path.startsWith('/') && packPath.safeParse(parts.join('/')).success
  if (!isSafe && parts.length > 0) throw invalid(`The archive contains a path that is not allowed: ${shown(path)}.`)
  return parts.join('/')
}

async function writeTo(folder: string, path: string) {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  const file = await openFile(target, 'wx').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? invalid(`The archive contains ${shown(path)} twice.`) : error
  })
  return {
    /** Closes the file after its last byte. */
    async onChunk(bytes: number, done: (sha256: string) => void) {
      const hash = createHash('sha256')
      let left = bytes
      if (left === 0) await finish(file, () => done(hash.digest('hex')))
      return async (chunk: Uint8Array): Promise<void> => {
        try {
          hash.update(chunk)
          await file.writeFile(chunk)
          left -= chunk.length
        } catch (error) {
          await file.close()
          throw error
        }
        if (left === 0) await finish(file, () => done(hash.digest('hex')))
      }
    },
  }
}

async function finish(file: FileHandle, done: () => void): Promise<void> {
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  done()
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(chunk)
  return hash.digest('hex')
}
