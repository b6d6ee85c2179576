// Finds the build of the dashboard, and tells whether it was made of the current sources.
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFile, type File } from '#server/platform/http/memory-file.ts'

export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))
export const dashboardFolder = join(repositoryRoot, 'dashboard')
export const distFolder = join(dashboardFolder, 'dist')

/** A file of the build with the hash of its sources. */
export const stampName = '.sources'

const sources = [
  'dashboard/*.{html,json,ts}',
  'dashboard/{src,public}/**/*.*',
  'widget/src/**/*.ts',
  'packages/appearance/style/*.css',
  'packages/telephone/{browser,src}/*.*',
  'contract/**/*.ts',
  'packages/rules/src/*.ts',
  'sdk/**/*.ts',
  'scripts/dashboard.ts',
  'scripts/dashboard/*.ts',
]

/** Container images have no tests. */
const isSource = (path: string): boolean => !path.endsWith('.test.ts')

export async function hashOfSources(): Promise<string> {
  const paths = await Array.fromAsync(glob(sources, { cwd: repositoryRoot }))
  const hash = createHash('sha256')
  for (const path of paths.filter(isSource).sort()) {
    const content = await readFile(join(repositoryRoot, path))
    hash.update(`${path.replaceAll('\\', '/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** The hash of the sources of a build; undefined without one. */
export const hashOfBuild = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, stampName), 'utf8').catch(() => undefined)

/** The build has each of its files compressed beside it, under the name with this suffix. */
export const brotliSuffix = '.br'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** By their paths on the server. */
export async function readBuild(folder: string): Promise<ReadonlyMap<string, File>> {
  const files = new Map<string, File>()
  for await (const path of glob('**/*.{html,js,css,svg}', { cwd: folder })) {
    const content = await readFile(join(folder, path))
    const brotli = await readFile(join(folder, path + brotliSuffix)).catch(() => undefined)
    files.set(`/${path.replaceAll('\\', '/')}`, createFile(types[extname(path)]!, content, brotli))
  }
  return files
}
