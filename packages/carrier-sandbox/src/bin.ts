#!/usr/bin/env node
// Runs the command `carrier-sandbox`.
import { commandHelp, runCommand } from './command.ts'

const args = process.argv.slice(2)
try {
  if (args.includes('--help')) process.stdout.write(commandHelp)
  else await runCommand(args)
} catch (error) {
  const { message, code = '' } = error as { message: string; code?: string }
  process.stderr.write(`${message}\n`)
  process.exitCode = code.startsWith('ERR_PARSE_ARGS') ? 2 : 1
}
