// Bundles the programs that tests start as processes, because they load a few files in a third of the time.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { holdAlone } from '#server/platform/embedded-postgres/locks.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const entries = {
  server: 'testing/processes/server.ts',
  'preloaded-server': 'testing/crash-test/preloaded-server.ts',
  cli: 'cli/main.ts',
}
const sources = ['cli', 'contract', 'packages', 'sdk', 'server', 'testing', 'package-lock.json']
/** In node_modules, so that the bundles find the packages that they import. */
const cache = join(root, 'node_modules', '.cache', 'parley-tests')
/** Bundles of other sources are kept this long, because another run may use them. */
const keptMs = 24 * 60 * 60 * 1_000

let built: Promise<string> | undefined

/** The file to run instead of the program's source. The first caller builds it, unless it exists. */
export async function bundleOf(program: keyof typeof entries): Promise<string> {
  built ??= build()
  return join(await built, `${program}.mjs`)
}

async function build(): Promise<string> {
  const folder = join(cache, await hashOfSources())
  await mkdir(cache, { recursive: true })
  using _lock = await holdAlone(join(cache, 'lock'), 60_000)
  if (existsSync(folder)) return folder
  await deleteOld()
  const { rolldown } = await import('rolldown')
  await using bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    plugins: [keepLocations],
    // They load native libraries, workers and data from their own folders.
    external: [/^@parley\/speech/, /^@embedded-postgres/, /^pino/, 'ffi-rs', 'onnxruntime-node', 'pg', 'usearch'],
  })
  const draft = `${folder}-draft`
  await bundle.write({ dir: draft, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await rename(draft, folder)
  return folder
}

/** Modules find their data and their workers beside their source. */
const keepLocations = {
  name: 'keep-locations',
  transform(code: string, id: string) {
    if (!code.includes('import.meta.') || id.includes('/node_modules/')) return undefined
    const isEntry = Object.values(entries).some((entry) => id === join(root, entry))
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id))
      .replaceAll('import.meta.main', isEntry ? 'import.meta.main' : 'false')
  },
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    const files = source.includes('.') ? [path] : await filesBelow(path)
    const states = await Promise.all(files.map(async (file) => `${file} ${(await stat(file)).mtimeMs}`))
    hash.update(states.join('\n'))
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const isSource = (path: string) =>
    /\.m?[jt]s$/.test(path) && !path.includes('node_modules') && !path.endsWith('.test.ts')
  return found
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(isSource)
    .sort()
}

async function deleteOld(): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const { mtimeMs } = await stat(path)
    if (name !== 'lock' && mtimeMs < Date.now() - keptMs) await rm(path, { recursive: true, force: true })
  }
}
