// Tests of starting a program with the host's Node: installation, signals, exit codes and standard output.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '#testing/processes/free-port.ts'

const run = promisify(execFile)
const here = import.meta.dirname

/** Creates a repository with the bootstrap scripts and an `npm` that records its calls and installs this Node. */
async function makeRepository(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'parley-run-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  await cp(here, join(root, 'scripts', 'bootstrap'), { recursive: true })
  await cp(join(here, '..', 'run.mjs'), join(root, 'scripts', 'run.mjs'))
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  await writeFile(join(root, 'package-lock.json'), '{}')
  await writeFile(
    join(root, 'entry.ts'),
    `const args: string[] = process.argv.slice(2); console.log(JSON.stringify(args))`,
  )
  const bin = join(root, 'npm')
  await mkdir(bin)
  await writeFile(
    join(bin, 'npm'),
    `#!/bin/sh\n[ "$1" = config ] && exit\necho "output of npm"\necho "$@" >> calls\nmkdir -p node_modules/node/bin\nln -sf "${process.execPath}" node_modules/node/bin/node\n`,
  )
  await chmod(join(bin, 'npm'), 0o755)
  const env = { PATH: `${bin}:/usr/bin:/bin` }
  const start = (...args: string[]) => run(process.execPath, ['scripts/run.mjs', ...args], { cwd: root, env })
  const calls = async () => (await readFile(join(root, 'calls'), 'utf8')).trim().split('\n')
  return { root, start, calls }
}

test('two processes that start together install once, and standard output contains only the output of the program', async (t) => {
  const { start, calls } = await makeRepository(t)
  const both = await Promise.all([start('entry.ts', 'a b', '--c'), start('entry.ts', 'a b', '--c')])
  for (const { stdout } of both) assert.equal(stdout, '["a b","--c"]\n')
  assert.match(both.map(({ stderr }) => stderr).join(), /Parley: installing packages/)
  assert.deepEqual(await calls(), [
    'install --no-save --no-audit --no-fund --loglevel=error --include=dev --include=optional',
  ])
  const { stderr } = await start('entry.ts')
  assert.equal(stderr, '')
})

test('a changed package-lock.json triggers another installation', async (t) => {
  const { root, start, calls } = await makeRepository(t)
  await start('entry.ts')
  await writeFile(join(root, 'package-lock.json'), '{ "changed": true }')
  await start('entry.ts')
  assert.equal((await calls()).length, 2)
})

test('a failed installation is reported and retried by the next start', async (t) => {
  const { root, start, calls } = await makeRepository(t)
  const npm = join(root, 'npm', 'npm')
  const good = await readFile(npm, 'utf8')
  await writeFile(npm, '#!/bin/sh\nexit 7\n')
  const message = /^Parley: The packages could not be installed \(npm exited with 7\)\.$/m
  await assert.rejects(start('entry.ts'), (error: { code: number; stdout: string; stderr: string }) => {
    assert.equal(error.code, 1)
    assert.equal(error.stdout, '')
    assert.match(error.stderr, message)
    return true
  })
  await writeFile(npm, good)
  assert.equal((await start('entry.ts')).stdout, '[]\n')
  assert.equal((await calls()).length, 1)
})

/** Runs npm itself, without stored packages. */
function startWithNpm(root: string, env: Record<string, string>) {
  const { PATH = '' } = process.env
  const cache = { npm_config_cache: join(root, 'cache') }
  return run(process.execPath, ['scripts/run.mjs', 'entry.ts'], { cwd: root, env: { PATH, ...cache, ...env } })
}

test('a registry that cannot be reached is named, with what to do', async (t) => {
  const { root } = await makeRepository(t)
  await writeFile(join(root, 'package.json'), '{ "type": "module", "dependencies": { "zod": "4.6.7" } }')
  const port = await freePort()
  const proxy = `http://proxy.invalid:${port}`
  const registry = { npm_config_registry: `http://127.0.0.1:${port}` }
  const [direct, unresolved, behindProxy] = await Promise.all(
    [registry, { npm_config_registry: 'https://registry.invalid' }, { ...registry, https_proxy: proxy }].map((env) =>
      startWithNpm(root, env).catch((error: { code: number; stderr: string }) => error),
    ),
  )
  const advice = 'Connect this machine to the network, and start again. If it needs a proxy, set HTTPS_PROXY'
  const refused = `the npm registry 127.0.0.1:${port} refuses connections`
  for (const [ended, reasons] of [
    [direct, [refused]],
    [unresolved, ['the npm registry registry.invalid has a name that cannot be resolved']],
    [behindProxy, [refused, `the proxy proxy.invalid:${port} has a name that cannot be resolved`]],
  ] as const) {
    assert.equal((ended as { code: number }).code, 1)
    for (const text of ['Parley: The packages could not be installed: ', ...reasons, advice])
      assert.ok(ended!.stderr.includes(text), ended!.stderr)
  }
})

test('a proxy that can be reached leaves the verdict to npm', async (t) => {
  const { root } = await makeRepository(t)
  const requests: string[] = []
  const proxy = createServer((request, response) => {
    requests.push(request.url!)
    response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  t.after(() => proxy.close())
  await once(proxy, 'listening')
  await writeFile(join(root, 'package.json'), '{ "type": "module", "dependencies": { "zod": "4.6.7" } }')
  const { port } = proxy.address() as { port: number }
  const env = { npm_config_registry: 'http://registry.invalid', http_proxy: `http://127.0.0.1:${port}` }
  await assert.rejects(startWithNpm(root, env), /Parley: The packages could not be installed \(npm exited with 1\)/)
  assert.deepEqual(requests, ['http://registry.invalid/zod'])
})

test('the exit code is that of the program', async (t) => {
  const { root, start } = await makeRepository(t)
  await writeFile(join(root, 'entry.ts'), 'process.exitCode = 42')
  await assert.rejects(start('entry.ts'), { code: 42 })
})

const signalReporter = `
  process.on('SIGINT', () => console.log('SIGINT')).on('SIGTERM', () => console.log('SIGTERM'))
  process.on('message', () => {})
  process.stdin.on('end', () => process.exit(5)).resume()
  console.log('ready')`

/** Runs a program as a child, as a Node without `execve` does. The program prints the signals that it receives. */
async function spawnLauncher(t: TestContext, program = signalReporter) {
  const url = JSON.stringify(new URL('spawn-node.mjs', import.meta.url).href)
  const launcher = `const { spawnAndForwardSignals } = await import(${url}); await spawnAndForwardSignals(process.execPath, ['-e', ${JSON.stringify(program)}], process.env)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', launcher], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  t.after(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
  })
  const lines = createInterface({ input: child.stdout! })
  const next = nextLine(lines)
  assert.equal(await next(), 'ready')
  return { child, next }
}

function nextLine(lines: Interface) {
  const iterator = lines[Symbol.asyncIterator]()
  return async () => (await iterator.next()).value as string | undefined
}

async function endInput(child: ChildProcess) {
  const exit = once(child, 'exit')
  child.stdin!.end()
  return exit
}

for (const [target, sign] of [
  ['one process', 1],
  ['the whole group', -1],
] as const) {
  test(`a signal to ${target} reaches the program once`, { skip: process.platform === 'win32' }, async (t) => {
    const { child, next } = await spawnLauncher(t)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.kill(sign * child.pid!, signal)
      // npm forwards to its child a signal that the terminal sent to both.
      if (sign < 0) process.kill(child.pid!, signal)
      assert.equal(await next(), signal)
    }
    const exit = endInput(child)
    assert.equal(await next(), undefined)
    assert.deepEqual(await exit, [5, null])
  })
}

test('the program stops if a signal ends only the shell of npm', { skip: process.platform === 'win32' }, async (t) => {
  const { root, start } = await makeRepository(t)
  await start('entry.ts')
  const program = `process.on('SIGTERM', () => process.exit(console.log('stopped'))).on('message', () => {})
    setInterval(() => {}, 1000)
    console.log('ready')`
  await writeFile(join(root, 'entry.ts'), program)
  const script = `"${process.execPath}" scripts/run.mjs entry.ts; true`
  const shell = spawn('/bin/sh', ['-c', script], {
    cwd: root,
    env: { PATH: '/usr/bin:/bin', npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const next = nextLine(createInterface({ input: shell.stdout! }))
  assert.equal(await next(), 'ready')
  shell.kill('SIGTERM')
  assert.equal(await next(), 'stopped')
  assert.equal(await next(), undefined)
})

test('the launcher dies of the same signal as the program', { skip: process.platform === 'win32' }, async (t) => {
  const { child } = await spawnLauncher(
    t,
    `console.log('ready'); process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()`,
  )
  assert.deepEqual(await endInput(child), [null, 'SIGTERM'])
})
