// Runs a program of this repository on Node 20 or newer, with nothing installed: `node scripts/run.mjs <entry.ts> [arguments]`.
import { run } from './bootstrap/run.mjs'

const [entry, ...args] = process.argv.slice(2)
if (entry === undefined) {
  process.stderr.write('Usage: node scripts/run.mjs <entry.ts> [arguments]\n')
  process.exitCode = 2
} else {
  await run(entry, args)
}
