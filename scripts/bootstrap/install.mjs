// Installs the packages when node_modules is missing or does not fit package-lock.json.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdLock } from './lock.mjs'

export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  const lock = await holdLock(`install ${root}`, () => say('waiting for another start that installs the packages …'))
  try {
    if (isInstalled(root)) return
    const startedAt = performance.now()
    say('installing packages, about a minute …')
    await npmInstall(root)
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    writeFileSync(stampOf(root), hashOfLock(root))
    say(`packages installed in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  } finally {
    lock.release()
  }
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

/** Not `npm ci`: it fails where a registry does not carry the packages of foreign platforms. */
function npmInstall(root) {
  const quietly = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  // The pinned Node is a development dependency, whatever NODE_ENV says.
  const args = ['install', ...quietly, '--include=dev', '--include=optional']
  const npm = process.env.npm_execpath ?? ''
  const [program, first] = /npm-cli\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []]
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // npm is a script on Windows, which only a shell can start.
    shell: program === 'npm' && process.platform === 'win32',
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`npm cannot be run (${error.message}): install npm with Node 20.`)))
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`The packages could not be installed (npm ended with ${code ?? signal}).`))
    })
  })
}

/** Standard output belongs to the program alone. */
function say(text) {
  process.stderr.write(`Parley: ${text}\n`)
}
