// Runs a program of this repository: `node scripts/run.mjs <entry.ts> [arguments]`, on any Node from 20 with nothing installed.
import { run } from './bootstrap/run.mjs'

const [entry, ...args] = process.argv.slice(2)
if (entry === undefined) {
  process.stderr.write('Say which program to run: node scripts/run.mjs <entry.ts> [arguments]\n')
  process.exitCode = 2
} else {
  await run(entry, args)
}
