// Starts the process that reads documents, with every restriction that the platform offers.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'

const maxHeapMegabytes = 512
const maxAddressSpaceKilobytes = 4 * 2 ** 20
/** A backstop: the time limits of tasks are shorter, and the process is replaced after some of them. */
const maxCpuSeconds = 600
const lowPriority = 10

const sourceFolder = dirname(import.meta.dirname)
const childFile = join(sourceFolder, 'child', 'main.ts')

/** The environment is empty, there is no standard input or output, and the messages are structured clones. */
export function startChildProcess(): ChildProcess {
  const command = [process.execPath, ...nodeOptions(), childFile]
  const [program, ...args] = process.platform === 'win32' ? command : [...wrappers(), ...command]
  const child = spawn(program!, args, {
    cwd: sourceFolder,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  })
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, lowPriority)
  } catch {
    // The platform does not allow it, or the process ended.
  }
  return child
}

function nodeOptions(): string[] {
  return [
    `--max-old-space-size=${maxHeapMegabytes}`,
    '--max-semi-space-size=16',
    // No reservation of address space for WebAssembly, which compiles the TypeScript sources.
    '--disable-wasm-trap-handler',
    '--disallow-code-generation-from-strings',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    '--permission',
    ...readableFolders().map((folder) => `--allow-fs-read=${folder}`),
  ]
}

/** The package and the folders where its dependencies can be. */
function readableFolders(): string[] {
  const folders = [join(dirname(sourceFolder), '*')]
  for (let folder = dirname(sourceFolder); dirname(folder) !== folder; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (existsSync(modules)) folders.push(join(modules, '*'))
  }
  return folders
}

let knownWrappers: string[] | undefined

/** Programs that restrict themselves and are replaced by the next one, so that the process id stays the same. */
function wrappers(): string[] {
  if (knownWrappers) return knownWrappers
  const candidates = [
    // Without network.
    ['unshare', '--net', '--map-root-user'],
    // Ends with the thread that started it.
    ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
  ]
  const limits = `ulimit -t ${maxCpuSeconds} 2>/dev/null; ulimit -c 0 2>/dev/null; ${
    process.platform === 'linux' ? `ulimit -v ${maxAddressSpaceKilobytes} 2>/dev/null; ` : ''
  }exec "$@"`
  const available = process.platform === 'linux' ? candidates.filter(([name, ...args]) => works(name!, args)) : []
  knownWrappers = [...available.flat(), '/bin/sh', '-c', limits, 'sh']
  return knownWrappers
}

function works(program: string, args: string[]): boolean {
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0
}
