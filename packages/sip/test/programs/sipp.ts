// Runs SIPp, which plays a scenario of SIP messages and fails if the other side deviates from it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder, runProgram } from './run-program.ts'

export interface SippOptions {
  /** A scenario in XML, or the name of one that SIPp contains, such as `uas`. */
  scenario: string
  /** Its own port. */
  port: number
  mediaPort: number
  /** Where a scenario that calls sends its requests. */
  target?: { address: string; port: number }
  /** The user part of the called address. */
  service?: string
  calls?: number
  /** Calls per second. */
  rate?: number
  arguments?: readonly string[]
  timeoutSeconds?: number
}

/** Resolves with what SIPp has written. Rejects if the scenario failed. */
export async function runSipp(options: SippOptions): Promise<string> {
  const { scenario, port, mediaPort, target, service = 'service', calls = 1, rate, timeoutSeconds = 20 } = options
  const folder = await createFolder()
  const isXml = scenario.trimStart().startsWith('<')
  if (isXml) await writeFile(join(folder, 'scenario.xml'), scenario.replaceAll('FOLDER', folder))
  const args = [
    ...(isXml ? ['-sf', 'scenario.xml'] : ['-sn', scenario]),
    ...(target ? [`${target.address}:${target.port}`] : []),
    ...['-i', '127.0.0.1', '-p', String(port), '-mi', '127.0.0.1', '-mp', String(mediaPort), '-s', service],
    ...['-m', String(calls), ...(rate === undefined ? [] : ['-r', String(rate)])],
    ...['-nostdin', '-trace_err', '-trace_logs', '-timeout', String(timeoutSeconds), '-timeout_error'],
    ...(options.arguments ?? []),
  ]
  await using program = runProgram('sipp', args, folder)
  const code = await program.ended
  if (code !== 0) throw new Error(`SIPp ended with ${code}:\n${program.output().slice(-4_000)}`)
  return program.output()
}
