// `parley doctor`: checks the database, the ledger, the jobs, the carrier and the models.
import { parseArgs } from 'node:util'
import { examine, type Finding } from '#server/operator/doctor.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'

export async function doctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  return withAppContext(async (open, config) => {
    const findings = await examine(open, config)
    if (values.json) process.stdout.write(`${JSON.stringify({ findings })}\n`)
    else for (const finding of findings) process.stdout.write(lineOf(finding))
    return findings.some(({ state }) => state === 'fault') ? 1 : 0
  })
}

const signs: Record<Finding['state'], string> = { ok: '✓', note: '·', fault: '✗' }

function lineOf({ state, what, says }: Finding): string {
  return `${signs[state]} ${what.padEnd(12)}${says}\n`
}
