// Runs all checks concurrently, then the tests unless `--no-tests` is set.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dashboardFolder } from '#server/dashboard/built.ts'
import { ensureInstalled } from './bootstrap/install.mjs'

const checks = [
  { name: 'format and lint', command: [binOf('@biomejs/biome', 'biome'), 'ci', '--colors=off', '.'] },
  { name: 'types', command: [binOf('typescript', 'tsc'), '--noEmit'] },
  { name: 'types of pages', command: [binOf('typescript', 'tsc'), '--noEmit', '--project', 'dashboard'] },
  { name: 'architecture', command: ['scripts/check-architecture.ts'] },
  { name: 'documents', command: ['scripts/check-docs.ts'] },
  { name: 'expressions', command: ['scripts/check-expressions.ts'] },
  { name: 'words', command: ['scripts/check-words.ts'] },
  { name: 'contract', command: ['scripts/check-contract.ts'] },
  { name: 'migrations', command: ['scripts/check-migrations.ts'] },
  { name: 'dead code', command: [binOf('knip', 'knip'), '--no-progress'] },
]
const tests = { name: 'tests', command: ['scripts/test.ts'] }

/** Returns the script of a package's command, which runs on every system with this Node.js. */
function binOf(packageName: string, command: string): string {
  const folder = join('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  return join(folder, typeof bin === 'string' ? bin : bin[command]!)
}

/** With `pipe`, the output of the step is returned instead of printed. */
async function run({ name, command }: typeof tests, stdio: 'pipe' | 'inherit') {
  const startedAt = performance.now()
  const child = spawn(process.execPath, command, { stdio: ['ignore', stdio, stdio] })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = await once(child, 'close')
  const durationMs = performance.now() - startedAt
  return { name, passed: code === 0, durationMs, output: Buffer.concat(output).toString().trim() }
}

function printTable(outcomes: Awaited<ReturnType<typeof run>>[], totalMs: number) {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  const row = (mark: string, name: string, durationMs: number) =>
    console.log(`${mark.padEnd(7)}${name.padEnd(width)}${(durationMs / 1000).toFixed(1).padStart(7)} s`)
  for (const { name, passed, durationMs } of outcomes) row(passed ? 'ok' : 'FAILED', name, durationMs)
  row('', 'total', totalMs)
}

const { values } = parseArgs({ options: { 'no-tests': { type: 'boolean', default: false } } })
const startedAt = performance.now()
await ensureInstalled(dashboardFolder)
const outcomes = await Promise.all(checks.map((step) => run(step, 'pipe')))
for (const { name, output, passed } of outcomes) if (!passed) console.log(`── ${name}\n${output}\n`)
if (!values['no-tests']) outcomes.push(await run(tests, 'inherit'))
printTable(outcomes, performance.now() - startedAt)
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
