// Finds child processes that tests have started, also those of earlier test files in the same process.
import { recordChildProcesses } from './child-processes.ts'

const { all } = recordChildProcesses()

/** The running process of a script. */
export const findProcess = (script: string) =>
  all.findLast(
    ({ exitCode, signalCode, spawnargs }) =>
      exitCode === null && signalCode === null && spawnargs.some((argument) => argument.endsWith(script)),
  )
