// Starts the process that reads documents, with every restriction that the platform offers.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const maxHeapMegabytes = 512
const maxAddressSpaceKilobytes = 4 * 2 ** 20
/** A backstop: the time limits of tasks are shorter, and the process is replaced after some of them. */
const maxCpuSeconds = 600
const lowPriority = 10

const sourceFolder = dirname(import.meta.dirname)
const childFile = join(sourceFolder, 'child', 'main.ts')

/** The environment is empty, there is no standard input or output, and the messages are structured clones. */
export function startChildProcess(wrappers: readonly string[]): ChildProcess {
  const [program, ...args] = [...wrappers, process.execPath, ...nodeOptions(), childFile]
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

let wrappers: Promise<string[]> | undefined

/** Programs that restrict themselves and are replaced by the next one, so the process id stays the same. */
export function findWrappers(): Promise<string[]> {
  wrappers ??= availableWrappers()
  return wrappers
}

async function availableWrappers(): Promise<string[]> {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') return [...shell, `${portableLimits} exec "$@"`, 'sh']
  const network = await firstThatWorks([
    // Without network, and without privileges in its own namespace.
    ['unshare', '--net', '--map-current-user'],
    ['unshare', '--net', '--map-root-user'],
  ])
  // Ends with the thread that started it.
  const ending = await firstThatWorks([['setpriv', '--pdeathsig', 'KILL', '--no-new-privs']])
  return [...network, ...ending, ...shell, `${portableLimits} ${linuxLimits} exec "$@"`, 'sh']
}

const shell = ['/bin/sh', '-c']
const portableLimits = `ulimit -t ${maxCpuSeconds} 2>/dev/null; ulimit -c 0 2>/dev/null;`
/** If memory is short, the system ends this process rather than its parent or the database. */
const linuxLimits = `ulimit -v ${maxAddressSpaceKilobytes} 2>/dev/null; { echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null;`

async function firstThatWorks(candidates: string[][]): Promise<string[]> {
  for (const [program, ...args] of candidates) {
    const works = await run(program!, [...args, 'true'], { timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (works) return [program!, ...args]
  }
  return []
}

const run = promisify(execFile)
