// Tests of what CONTRIBUTING.md describes, in a copy of the repository: `npm run dev`, and the first change.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '#testing/processes/free-port.ts'
import { markInstalled } from './bootstrap/install.mjs'

const root = join(import.meta.dirname, '..')
const folders = ['contract', 'dashboard', 'eval', 'scripts', 'sdk', 'server', 'testing', 'widget']
const files = ['package.json', 'package-lock.json', 'tsconfig.json']
const isLeftOut = /node_modules|dashboard.(?:dist|generated)|eval.retrieval/

const copy = await copyRepository()
after(() => rm(copy, { recursive: true, force: true, maxRetries: 5 }))

/** The packages are links in folders of their own, in which Vite keeps its cache, and in which nothing is installed. */
async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'parley-copy-'))
  // PostgreSQL runs as another user if the tests run as root.
  await chmod(copy, 0o755)
  const filter = (path: string): boolean => !isLeftOut.test(path.slice(root.length))
  for (const path of [...folders, ...files]) await cp(join(root, path), join(copy, path), { recursive: true, filter })
  for (const folder of ['', 'dashboard']) {
    const packages = join(folder, 'node_modules')
    await mkdir(join(copy, packages))
    for (const name of await readdir(join(root, packages)))
      if (!/^\.(?!bin$)/.test(name)) await symlink(join(root, packages, name), join(copy, packages, name))
    markInstalled(join(copy, folder))
  }
  return copy
}

const environment = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(copy, 'compile-cache') }

test('npm run dev serves pages with a link that signs in, restarts the server when a file is saved, and leaves no process', async (t) => {
  const [port, pagesPort] = [await freePort(), await freePort()]
  const dev = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev.ts', '--dashboard-port', `${pagesPort}`], {
    cwd: copy,
    env: { ...environment, PORT: `${port}`, SANDBOX_PORT: '0', DATA_DIR: join(copy, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(dev, 'close')
  t.after(async () => {
    dev.kill()
    await closed
  })
  let output = ''
  dev.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const untilStarted = async (times: number): Promise<void> => {
    while (output.split('Parley is ready').length <= times) await once(dev.stdout, 'data')
  }
  await untilStarted(1)

  const pages = `http://127.0.0.1:${pagesPort}`
  assert.match(await (await fetch(`${pages}/calls`)).text(), /@vite\/client/)
  const [, token] = output.match(new RegExp(`Dashboard +${pages}/sign-in#token=(\\w+)`)) ?? []
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const body = JSON.stringify({ token })
  const signedIn = await fetch(`${pages}/api/session/link`, { method: 'POST', headers, body })
  assert.equal(signedIn.status, 200, output)
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!

  await utimes(join(copy, 'server/banner.ts'), new Date(), new Date())
  await untilStarted(2)
  // The session is in the database, which the restart has kept.
  assert.equal((await fetch(`${pages}/api/user/me`, { headers: { ...headers, cookie } })).status, 200, output)

  const database = join(copy, 'data/postgres/cluster/postmaster.pid')
  assert.ok(existsSync(database))
  dev.kill('SIGINT')
  assert.deepEqual(await closed, [0, null])
  assert.ok(!existsSync(database))
  for (const url of [pages, `http://127.0.0.1:${port}/healthz`]) await assert.rejects(fetch(url))
})

test('the first change passes its test as it is printed', async () => {
  const page = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, change = ''] = /^## Your first change$(.*?)^## /ms.exec(page) ?? []
  for (const [, path, diff] of change.matchAll(/ `([^`]+)`[^`]*```diff\n(.*?)\n *```/gs)) {
    const lines = diff!.split('\n').map((line) => line.slice(3))
    const side = (left: string): string =>
      lines
        .filter((line) => !line.startsWith(left))
        .map((line) => line.slice(1))
        .join('\n')
    const text = await readFile(join(copy, path!), 'utf8')
    assert.equal(text.split(side('+')).length, 2, `${path} has the old lines once`)
    await writeFile(
      join(copy, path!),
      text.replace(side('+'), () => side('-')),
    )
  }
  const [, command] = /```sh\n *(npm test .*)\n/.exec(change) ?? []
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command!], {
    cwd: copy,
    env: { ...environment, DATABASE_URL: process.env['DATABASE_URL'], TMPDIR: tmpdir() },
  })
  assert.match(stdout, /✔ shows its name, email and balance/)
  assert.match(stdout, /pass 1\n/)
})
