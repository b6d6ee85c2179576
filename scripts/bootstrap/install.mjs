// Installs the packages if node_modules is missing or does not match package-lock.json.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from './lock.mjs'
import { findUnreachable } from './registry.mjs'

export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  const lock = await acquireLock(`install ${root}`, () =>
    say('waiting for another process that is installing the packages …'),
  )
  try {
    if (isInstalled(root)) return
    const startedAt = performance.now()
    say('installing packages, about a minute …')
    await npmInstall(root)
    markInstalled(root)
    say(`packages installed in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  } finally {
    lock.release()
  }
}

export function markInstalled(root) {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stampOf(root), hashOfLock(root))
}

function isInstalled(root) {
  return existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === hashOfLock(root)
}

function stampOf(root) {
  return join(root, 'node_modules', '.parley-installed')
}

function hashOfLock(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/** `npm ci` fails if a registry lacks the packages of other platforms, so `npm install` is used. */
async function npmInstall(root) {
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  // The pinned Node is a development dependency, so it is installed even if NODE_ENV is production.
  const args = ['install', ...quiet, '--include=dev', '--include=optional']
  const settings = await runNpm(
    root,
    ['config', 'get', 'registry', 'https-proxy', 'proxy'],
    ['ignore', 'pipe', 'ignore'],
  )
  const unreachable = await findUnreachable(settings.output)
  if (unreachable === undefined) {
    const { ending } = await runNpm(root, args, ['ignore', 'ignore', 'inherit'])
    if (ending !== 0) throw new Error(`The packages could not be installed (npm exited with ${ending}).`)
    return
  }
  say(`${unreachable}. Looking for packages that npm has stored on this machine …`)
  const { ending } = await runNpm(root, [...args, '--offline'], ['ignore', 'ignore', 'ignore'])
  if (ending !== 0)
    throw new Error(
      `The packages could not be installed: ${unreachable}. Connect this machine to the network, and start again. If it needs a proxy, set HTTPS_PROXY; npm_config_registry selects another registry.`,
    )
}

/** Resolves to the exit code, or to the signal that ended npm, and to its output if that is a pipe. */
function runNpm(root, args, stdio) {
  const npm = process.env.npm_execpath ?? ''
  const [program, first] = /npm-cli\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []]
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    // Older versions of npm run the script of onnxruntime-node, which would download libraries for graphics processors.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    stdio,
    // On Windows npm is a script, which needs a shell.
    shell: program === 'npm' && process.platform === 'win32',
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`npm could not be started (${error.message}): install Node 20 or newer with npm.`)),
    )
    child.once('close', (code, signal) => resolve({ ending: code ?? signal, output }))
  })
}

/** Standard output is reserved for the program. */
function say(text) {
  process.stderr.write(`Parley: ${text}\n`)
}
