#!/usr/bin/env node
// The command `parley`: gets everything ready, then runs the command line.
import { run } from '../scripts/bootstrap/run.mjs'

await run('cli/main.ts', process.argv.slice(2))
