// Builds the dashboard and the widget unless a build of their sources exists, or serves the dashboard for development.
import { once } from 'node:events'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { clientSettings, loadEnvFile } from '#server/config.ts'
import {
  brotliSuffix,
  dashboardFolder,
  distFolder,
  hashOfBuild,
  hashOfSources,
  stampName,
} from '#server/dashboard/built.ts'
import { ensureInstalled } from './bootstrap/install.mjs'
import { acquireLock } from './bootstrap/lock.mjs'
import { generatedFolder, writeContractCode } from './dashboard/contract-code.ts'
import { servePages, startVite } from './dashboard/vite.ts'

async function buildWith(args: string[]): Promise<void> {
  const [code] = await once(startVite(['build', ...args, '--logLevel', 'warn']), 'exit')
  if (code !== 0) throw new Error('The dashboard could not be built.')
}

/** At the highest level, which takes too long while a browser waits. */
async function compress(folder: string): Promise<void> {
  const paths = await Array.fromAsync(glob('**/*.{html,js,css,svg}', { cwd: folder }))
  await Promise.all(
    paths.map(async (path) => {
      const file = join(folder, path)
      await writeFile(file + brotliSuffix, await promisify(brotliCompress)(await readFile(file)))
    }),
  )
}

async function build(): Promise<void> {
  const lock = await acquireLock(`build ${dashboardFolder}`, () =>
    process.stderr.write('Parley: waiting for another process that is building the dashboard …\n'),
  )
  try {
    const hash = await hashOfSources()
    if ((await hashOfBuild(distFolder)) === hash) return
    await ensureInstalled(dashboardFolder)
    await rm(generatedFolder, { recursive: true, force: true })
    await writeContractCode()
    const next = `${distFolder}.next`
    await buildWith(['--outDir', next, '--emptyOutDir'])
    for (const mode of ['chat', 'voice'])
      await buildWith(['--config', 'vite.widget.config.ts', '--mode', mode, '--outDir', next])
    await compress(next)
    await writeFile(join(next, stampName), hash)
    await rm(distFolder, { recursive: true, force: true })
    await rename(next, distFolder)
  } finally {
    lock.release()
  }
}

const [command = 'build'] = process.argv.slice(2)
if (command === 'build') await build()
else if (command === 'dev') {
  loadEnvFile()
  await servePages(clientSettings().baseUrl)
} else {
  process.stderr.write('Usage: npm run dashboard [-- dev]\n')
  process.exitCode = 2
}
