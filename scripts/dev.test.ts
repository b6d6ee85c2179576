// Tests of `npm run dev` in a copy of the repository.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '#testing/processes/free-port.ts'

const root = join(import.meta.dirname, '..')
const folders = ['contract', 'dashboard', 'scripts', 'sdk', 'server', 'widget']
const files = ['package.json', 'package-lock.json', 'tsconfig.json']
const isLeftOut = /node_modules|\.test\.tsx?$|dashboard.(?:dist|generated)/

/** The packages are links. Vite keeps its cache next to those of the dashboard. */
async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'parley-dev-'))
  const filter = (path: string): boolean => !isLeftOut.test(path.slice(root.length))
  for (const path of [...folders, ...files]) await cp(join(root, path), join(copy, path), { recursive: true, filter })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  const packages = 'dashboard/node_modules'
  await mkdir(join(copy, packages))
  for (const name of await readdir(join(root, packages)))
    if (name !== '.vite') await symlink(join(root, packages, name), join(copy, packages, name))
  return copy
}

test('serves the pages with a link that signs in, restarts the server when a file is saved, and leaves no process', async (t) => {
  const copy = await copyRepository()
  const [port, pagesPort] = [await freePort(), await freePort()]
  const dev = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev.ts', '--dashboard-port', `${pagesPort}`], {
    cwd: copy,
    env: { PATH: process.env['PATH'], PORT: `${port}`, SANDBOX_PORT: '0', DATA_DIR: join(copy, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(dev, 'close')
  t.after(async () => {
    dev.kill()
    await closed
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
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
  const signedIn = await fetch(`${pages}/api/session/link`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  })
  assert.equal(signedIn.status, 200)
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!

  await utimes(join(copy, 'server/banner.ts'), new Date(), new Date())
  await untilStarted(2)
  // The session is in the database, which the restart has kept.
  assert.equal((await fetch(`${pages}/api/user/me`, { headers: { ...headers, cookie } })).status, 200)

  const database = join(copy, 'data/postgres/cluster/postmaster.pid')
  assert.ok(existsSync(database))
  dev.kill('SIGINT')
  assert.deepEqual(await closed, [0, null])
  assert.ok(!existsSync(database))
  for (const url of [pages, `http://127.0.0.1:${port}/healthz`]) await assert.rejects(fetch(url))
})
