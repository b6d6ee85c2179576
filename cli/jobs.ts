// `parley jobs`: lists, retries and deletes failed jobs.
import { parseArgs } from 'node:util'
import { deleteFailedJobs, listFailedJobs, retryFailedJobs } from '#server/operator/accounts.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { print, UsageError } from './command.ts'

const usage = 'Usage: parley jobs list | parley jobs retry ID … | parley jobs delete ID …'

export async function jobs([action, ...rest]: string[]): Promise<number> {
  if (action === 'list') return list(rest)
  if (action === 'retry') return change(rest, retryFailedJobs, 'retried')
  if (action === 'delete') return change(rest, deleteFailedJobs, 'deleted')
  throw new UsageError(usage)
}

async function list(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  return withAppContext(async ({ context }) => {
    const jobs = await listFailedJobs(context.db)
    const shown = jobs.map(({ lastError, failedAt, ...job }) => {
      return { ...job, last_error: lastError, given_up_at: failedAt }
    })
    const lines = jobs.map(
      ({ id, name, payload, attempts, lastError, failedAt }) =>
        `${id}  ${failedAt}  ${name} ${JSON.stringify(payload)}, ${attempts} attempts: ${lastError ?? 'no reason'}\n`,
    )
    print(values.json, { jobs: shown }, lines.join('') || 'There are no failed jobs.\n')
    return 0
  })
}

async function change(args: string[], work: typeof retryFailedJobs, done: string): Promise<number> {
  const options = { all: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const isSound = values.all ? positionals.length === 0 : positionals.length > 0
  if (!isSound || !positionals.every((id) => /^[1-9]\d{0,17}$/.test(id))) throw new UsageError(usage)
  return withAppContext(async ({ context }) => {
    const count = await work(context.db, values.all ? 'all' : positionals)
    print(values.json, { count }, `${count} ${count === 1 ? 'job' : 'jobs'} ${done}.\n`)
    return values.all || count === new Set(positionals).size ? 0 : 1
  })
}
