// Knows which sources a build of the dashboard was made of, so that each state of the sources is built once.
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))
export const dashboardFolder = join(repositoryRoot, 'dashboard')
export const distFolder = join(dashboardFolder, 'dist')

/** In the folder of a build: contains the hash of its sources. */
export const stampName = '.sources'

const sources = [
  'dashboard/*.{html,json,ts}',
  'dashboard/{src,public}/**/*.*',
  'contract/**/*.ts',
  'sdk/**/*.ts',
  'scripts/dashboard.ts',
]

/** Images of a container have no tests, which are not part of a build. */
const isSource = (path: string): boolean => !path.endsWith('.test.ts')

export async function hashOfSources(): Promise<string> {
  const paths = await Array.fromAsync(glob(sources, { cwd: repositoryRoot }))
  const hash = createHash('sha256')
  for (const path of paths.filter(isSource).sort()) {
    const content = await readFile(join(repositoryRoot, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** The hash of the sources of the present build; undefined without one. */
export const hashOfBuild = (): Promise<string | undefined> =>
  readFile(join(distFolder, stampName), 'utf8').catch(() => undefined)
