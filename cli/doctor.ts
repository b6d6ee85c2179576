// `parley doctor`: checks the database, the ledger, the jobs, the carrier and the models.
import { parseArgs } from 'node:util'
import { examine, reportOf } from '#server/operator/doctor.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { print } from './command.ts'

export async function doctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  return withAppContext(async (open, config) => {
    const findings = await examine(open, config)
    print(values.json, { findings }, reportOf(findings))
    return findings.some(({ state }) => state === 'fault') ? 1 : 0
  })
}
