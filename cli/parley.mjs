#!/usr/bin/env node
// The executable `parley`: installs what is missing, then runs the command line.
import { run } from '../scripts/bootstrap/run.mjs'

await run('cli/main.ts', process.argv.slice(2))
