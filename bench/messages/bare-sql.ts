// The bare baseline process of sending: the same SQL through `pg`, without a server or a carrier.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Plan } from '../requests/plan.ts'
import { runPlan } from '../requests/run-plan.ts'
import { type BarePoolOptions, openBarePool } from '../shared/bare-pool.ts'
import { answerParent } from '../shared/child.ts'
import { type LoadOptions, loadWork } from '../shared/load.ts'

export interface BareSqlOrder extends BarePoolOptions {
  plan: Plan
  /** The inputs of the senders, used in rotation. */
  inputs: Record<string, string>[]
  /** The number of new UUIDs in a request. */
  uuids: number
  /** The prefix of customer numbers. */
  phonePrefix: string
}

function open({ plan, inputs, uuids, phonePrefix, ...options }: BareSqlOrder) {
  const pool = openBarePool(options, true)
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
