// Builds the dashboard and the widget unless a build of their sources exists, or serves the dashboard for development.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { z } from 'zod'
import type { Area } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { inlineReferences, jsonSchemaOf } from '#contract/json-schema.ts'
import { dashboardFolder, distFolder, hashOfBuild, hashOfSources, stampName } from '#server/dashboard/built.ts'
import { ensureInstalled } from './bootstrap/install.mjs'
import { acquireLock } from './bootstrap/lock.mjs'
import { contractCode } from './dashboard/contract-code.ts'

const endpoints = Object.entries(contract as Record<string, Area>)
const generatedFolder = join(dashboardFolder, 'generated')

/** A form loads the schema of its body when it opens, for the help, the limits and the defaults of its fields. */
async function generate(): Promise<void> {
  await rm(generatedFolder, { recursive: true, force: true })
  await mkdir(join(generatedFolder, 'bodies'), { recursive: true })
  await writeFile(join(generatedFolder, 'contract.js'), contractCode(endpoints))
  const { create, get, sendMessage, uploadFile } = contract.conversations
  const { startAsVisitor } = contract.calls
  const ofVisitors = { conversations: { create, get, sendMessage, uploadFile }, calls: { startAsVisitor } }
  const code = contractCode(Object.entries(ofVisitors) as unknown as [string, Area][])
  await writeFile(join(generatedFolder, 'widget-contract.js'), code)
  for (const [area, calls] of endpoints) {
    for (const [name, { body }] of Object.entries(calls)) {
      if (!body || body.shape === undefined) continue
      const schema = inlineReferences(jsonSchemaOf(body as z.ZodType, 'input', (id) => id))
      await writeFile(join(generatedFolder, 'bodies', `${area}.${name}.json`), JSON.stringify(schema))
    }
  }
}

const endWithParent = join(import.meta.dirname, 'dashboard/end-with-parent.mjs')

/** A build ends with this process, also if that is killed: its input is then closed. */
async function vite(args: string[]): Promise<void> {
  const program = join(dashboardFolder, 'node_modules/vite/bin/vite.js')
  const isBuild = args.includes('build')
  const options = isBuild ? ['--import', pathToFileURL(endWithParent).href] : []
  const child = spawn(process.execPath, [...options, program, ...args], {
    cwd: dashboardFolder,
    stdio: [isBuild ? 'pipe' : 'inherit', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The dashboard could not be built.')
}

async function build(): Promise<void> {
  const lock = await acquireLock(`build ${dashboardFolder}`, () =>
    process.stderr.write('Parley: waiting for another process that is building the dashboard …\n'),
  )
  try {
    const hash = await hashOfSources()
    if ((await hashOfBuild(distFolder)) === hash) return
    await ensureInstalled(dashboardFolder)
    await generate()
    const next = `${distFolder}.next`
    await vite(['build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'])
    for (const mode of ['chat', 'voice'])
      await vite(['build', '--config', 'vite.widget.config.ts', '--mode', mode, '--outDir', next, '--logLevel', 'warn'])
    await writeFile(join(next, stampName), hash)
    await rm(distFolder, { recursive: true, force: true })
    await rename(next, distFolder)
  } finally {
    lock.release()
  }
}

async function serve(): Promise<void> {
  await ensureInstalled(dashboardFolder)
  await generate()
  await vite([])
}

const [command = 'build'] = process.argv.slice(2)
if (command === 'build') await build()
else if (command === 'dev') await serve()
else {
  process.stderr.write('Usage: npm run dashboard [-- dev]\n')
  process.exitCode = 2
}
