// The bare baseline process of sending: the same SQL through `pg`, without a server or a carrier.
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { createPreparation } from '#server/platform/database/prepared-statements.ts'
import type { Plan } from '../requests/plan.ts'
import { runPlan } from '../requests/run-plan.ts'
import { answerParent } from '../shared/child.ts'
import { type LoadOptions, loadWork } from '../shared/load.ts'

export interface BareSqlOrder {
  connectionString: string
  maxConnections: number
  plan: Plan
  /** The inputs of the senders, used in rotation. */
  inputs: Record<string, string>[]
  /** The number of new UUIDs in a request. */
  uuids: number
  /** The prefix of customer numbers. */
  phonePrefix: string
}

const timestamptz = 1184

function open({ connectionString, maxConnections, plan, inputs, uuids, phonePrefix }: BareSqlOrder) {
  const types = new pg.TypeOverrides()
  types.setTypeParser(timestamptz, (text) => text)
  const pool = new pg.Pool({ connectionString, max: maxConnections, types, options: '-c timezone=UTC' })
  // Parley uses prepared statements too, so they must not count as its advantage.
  const prepare = createPreparation()
  pool.on('connect', (client) => prepare(client))
  let count = 0
  return () => {
    const input = { ...inputs[count % inputs.length] }
    input['phone'] = phonePrefix + String(count++).padStart(6, '0')
    input['sid'] = `SM${randomBytes(16).toString('hex')}`
    for (let index = 0; index < uuids; index++) input[`uuid${index}`] = randomUUID()
    return runPlan(pool, plan, input)
  }
}

let work: (() => Promise<unknown>) | undefined

answerParent<BareSqlOrder | LoadOptions>((message) => {
  if (!('plan' in message)) return loadWork(work!, message)
  work = open(message)
  return 'ready'
})
