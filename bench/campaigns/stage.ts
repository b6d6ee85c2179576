// Prepares accounts that call, and a sandbox carrier on whose virtual phones calls end without media.
import { documentedAccount, noDelays, openSandboxCarrier, type PhoneBehaviour } from '@parley/carrier-sandbox'
import { type Client, createClient } from '#sdk/client.ts'
import { type Caller, createCaller } from '../calls/voice-account.ts'
import { poll, progress } from '../shared/progress.ts'
import {
  carrierEnvironment,
  log,
  openClient,
  openPreparation,
  startParley,
  type Workspace,
} from '../shared/workspace.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>
export type Server = Awaited<ReturnType<Stage['startServer']>>

/** The limits of accounts and of the carrier account must not decide. */
const noLimits = {
  CONCURRENT_CALLS: '10000',
  CALLS_PER_MINUTE: '100000',
  CALLS_PER_HOUR_TO_NUMBER: '100000',
  CALLS_PER_HOUR_TO_PREFIX: '100000',
  CALL_SPEND_PER_HOUR_USD: '1000000',
  CALL_SPEND_PER_DAY_USD: '1000000',
  CAMPAIGN_CALLS_PER_SECOND: '1000',
  REQUESTS_PER_MINUTE: '0',
}

/** More than any part makes. */
const rememberedCalls = 100_000

export async function openStage(workspace: Workspace, accounts: number) {
  await using opened = new AsyncDisposableStack()
  const settings = { delaysMs: noDelays, remembered: rememberedCalls }
  const carrier = opened.use(await openSandboxCarrier({ ...documentedAccount, log, settings }))
  const numbers = Array.from({ length: accounts }, (_, index) => `+1415555${String(1000 + index)}`)
  for (const phoneNumber of numbers) carrier.control.addNumber({ phoneNumber })
  const environment = carrierEnvironment(carrier.baseUrl)
  const callers: Caller[] = []
  progress(`opening ${accounts} accounts that call`)
  {
    await using app = await openPreparation(workspace, environment)
    for (const number of numbers) callers.push(await createCaller(app.context, number, { type: 'outbound' }))
  }
  const database = opened.use(await openClient(workspace))
  const resources = opened.move()
  let phones = 0
  return {
    workspace,
    carrier,
    callers,
    database,
    /** The first of `count` numbers of virtual phones that have not been used. */
    takePhones(count: number): number {
      phones += count
      return phones - count
    },
    startServer: (env: Record<string, string> = {}) =>
      startParley(workspace, { ...environment, EMBEDDING_MODEL: 'none', ...noLimits, ...env }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

export const clientOf = ({ baseUrl }: { baseUrl: string }, { token }: Caller): Client =>
  createClient({ baseUrl, apiKey: token })

/** Not reserved for fiction, so that the laws of the place apply. */
export const phoneAt = (index: number): string => `+1415${2_300_000 + index}`

export function behave({ carrier }: Stage, first: number, count: number, behaviour: (index: number) => PhoneBehaviour) {
  for (let index = 0; index < count; index++) carrier.control.behaveOnCalls(phoneAt(first + index), behaviour(index))
}

/** A time zone in which it is the afternoon, when no law forbids calls. */
function afternoonZone(): string {
  const offset = ((((new Date().getUTCHours() - 14) % 24) + 36) % 24) - 12
  return `Etc/GMT${offset >= 0 ? '+' : ''}${offset}`
}

interface NewLeads {
  accountId: number
  campaignId: number
  /** The index of the first phone. */
  first: number
  count: number
}

async function insertLeads({ database }: Stage, { accountId, campaignId, first, count }: NewLeads) {
  await database.query(
    `insert into leads (account_id, campaign_id, phone_number, time_zone, variables, status, is_duplicate, due_at,
      created_at, updated_at)
    select $1, $2, '+1415' || (2300000 + $3::int + n), $5, json_build_object('name', 'Customer ' || n), 'created', false,
      app_now(), app_now(), app_now() from generate_series(0, $4::int - 1) n`,
    [accountId, campaignId, first, count, afternoonZone()],
  )
}

/** Creates a campaign that calls new leads, whose phones behave in this way. */
export async function createCampaign(
  stage: Stage,
  baseUrl: string,
  options: { caller: Caller; leads: number; parallelCalls?: number; behaviour?: (index: number) => PhoneBehaviour },
) {
  const { caller, leads, parallelCalls = 1, behaviour } = options
  const first = stage.takePhones(leads)
  if (behaviour) behave(stage, first, leads, behaviour)
  const client = clientOf({ baseUrl }, caller)
  const { data } = await client.campaigns.create({
    name: 'Bench',
    assistant_id: caller.assistantId,
    max_retries: 1,
    max_calls_in_parallel: parallelCalls,
  })
  const { id } = data
  await insertLeads(stage, { accountId: caller.accountId, campaignId: id, first, count: leads })
  return { id, first, start: () => client.campaigns.updateStatus({ campaign_id: id, action: 'start' }) }
}

/** Resolves when no job is due. Does not ask the server. */
export const untilIdle = ({ database }: Stage): Promise<void> =>
  poll(20, async () => {
    const sql = 'select from graphile_worker._private_jobs where run_at <= now() limit 1'
    return (await database.query(sql)).rowCount === 0
  })
