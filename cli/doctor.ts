// `parley doctor`: checks the database, the ledger, the jobs, the carrier and the models.
import { parseArgs } from 'node:util'
import { examine, type Finding } from '#server/operator/doctor.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { counted } from '#server/platform/text/counted.ts'
import { print } from './command.ts'

const signs = { ok: '✓', note: '·', fault: '✗' }

export async function doctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  return withAppContext(async (open, config) => {
    const findings = await examine(open, config)
    print(values.json, { findings }, textOf(findings))
    return findings.some(({ state }) => state === 'fault') ? 1 : 0
  })
}

export function textOf(findings: readonly Finding[]): string {
  const lines = findings.map(({ state, what, says }) => `${signs[state]} ${what.padEnd(15)}${says}\n`)
  const faults = findings.filter(({ state }) => state === 'fault').length
  const outcome = faults === 0 ? 'No problem was found.' : `${counted(faults, 'problem was', 'problems were')} found.`
  return `${lines.join('')}\n${outcome}\n`
}
