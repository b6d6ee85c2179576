// Checks an installation: database, master key, files, ledger, jobs, campaigns, carriers, models, speech, realtime models, embeddings and mail.
import { sql } from 'kysely'
import type { OpenAppContext } from '../app-context.ts'
import type { Config } from '../config.ts'
import { selectBrokenBalances } from '../features/billing/index.ts'
import { countCampaigns } from '../features/campaigns/index.ts'
import { inboundWebhookUrl } from '../features/carrier-accounts/index.ts'
import { inspectPhoneNumbers } from '../features/phone-numbers/index.ts'
import { type CarrierReport, inspectCarriers } from '../features/senders/index.ts'
import { describeEmbedder } from '../models/embedder.ts'
import { describeRealtimeVendors } from '../models/realtime.ts'
import { describeSpeechVendors } from '../models/speech-vendors.ts'
import { countJobs } from '../platform/jobs/count-jobs.ts'
import { listFailedJobs } from '../platform/jobs/failed-jobs.ts'
import { OutsideError } from '../platform/outside-error.ts'
import { fingerprintOf } from '../platform/security/key-fingerprint.ts'
import { filesFolder } from '../startup/open-files.ts'

export interface Finding {
  what: string
  state: 'ok' | 'note' | 'fault'
  says: string
}

export async function examine(open: OpenAppContext, config: Config): Promise<Finding[]> {
  return [
    await database(open, config),
    masterKey(open, config),
    await files(open, config),
    await ledger(open),
    await jobs(open),
    await campaigns(open),
    ...(await carriers(open, config)),
    await phoneNumbers(open),
    ...models(open),
    ...speech(config),
    ...realtime(config),
    ...knowledge(config),
    await mail(open, config),
  ]
}

async function database({ context }: OpenAppContext, config: Config): Promise<Finding> {
  const { rows } = await sql<{ version: string; size: string; migrations: number }>`
    select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
      (select count(*)::int from migrations) as migrations`.execute(context.db)
  const { version, size, migrations } = rows[0]!
  const where = config.databaseUrl ? 'at DATABASE_URL' : `embedded in ${config.dataDir}`
  return { what: 'database', state: 'ok', says: `PostgreSQL ${version} ${where}, ${size}, ${migrations} migrations` }
}

/** The key matches the database, because otherwise Parley does not start. */
function masterKey({ context }: OpenAppContext, config: Config): Finding {
  const fingerprint = fingerprintOf(context.settings.masterKey)
  const source = config.masterKey ? 'MASTER_KEY' : `${config.dataDir}/master.key`
  const says = `from ${source}, fingerprint ${fingerprint}, matches the database`
  const isLocal = !config.masterKey && config.databaseUrl !== undefined
  const advice = '; other machines that use this database need it as MASTER_KEY'
  return { what: 'master key', state: isLocal ? 'note' : 'ok', says: isLocal ? says + advice : says }
}

/** Writes, reads and removes a file. */
async function files({ context }: OpenAppContext, { s3, dataDir }: Config): Promise<Finding> {
  const store = context.files
  const where = s3 ? `the bucket ${s3.bucket} at ${s3.endpoint}` : filesFolder(dataDir)
  const key = `doctor/${context.newId()}`
  const body = Buffer.from('parley doctor')
  try {
    await store.put(key, body, 'text/plain')
    const stored = await store.readRange(key, { start: 7, end: 100 })
    await store.remove(key)
    if (body.subarray(7).equals(stored)) return { what: 'files', state: 'ok', says: `stored in ${where}` }
    return { what: 'files', state: 'fault', says: `${where} does not return what was stored` }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { what: 'files', state: 'fault', says: `${where} cannot be used: ${error.message}` }
  }
}

async function campaigns({ context }: OpenAppContext): Promise<Finding> {
  const { inProgress, overdue } = await countCampaigns(context.db)
  const what = 'campaigns'
  if (overdue === 0) return { what, state: 'ok', says: `${inProgress} in progress` }
  const advice = 'If calls do not use all slots, no worker runs: see `parley jobs list`.'
  const says = `${overdue} of ${inProgress} in progress could have contacted a lead more than five minutes ago. ${advice}`
  return { what, state: 'fault', says }
}

async function ledger({ context }: OpenAppContext): Promise<Finding> {
  const broken = await selectBrokenBalances(context.db)
  if (broken.length === 0)
    return { what: 'ledger', state: 'ok', says: 'every balance equals the sum of its entries and holds' }
  const first = broken.slice(0, 5).map(({ accountId, fault }) => `account ${accountId}: ${fault}`)
  return { what: 'ledger', state: 'fault', says: `${broken.length} inconsistent: ${first.join('; ')}` }
}

async function jobs({ context }: OpenAppContext): Promise<Finding> {
  const { waiting, late, dead } = await countJobs(context.db)
  if (dead > 0) {
    const reasons = (await listFailedJobs(context.db)).map(
      ({ name, lastError }) => `${name}: ${lastError?.slice(0, 200)}`,
    )
    const some = [...new Set(reasons)].slice(0, 3).join(' · ')
    const says = `${dead} failed, ${waiting} waiting; see \`parley jobs list\`. ${some}`
    return { what: 'jobs', state: 'fault', says }
  }
  if (late > 0)
    return { what: 'jobs', state: 'fault', says: `${late} are more than five minutes late. Is a worker running?` }
  return { what: 'jobs', state: 'ok', says: `${waiting} waiting, none late` }
}

async function phoneNumbers({ context }: OpenAppContext): Promise<Finding> {
  const { working, faults } = await inspectPhoneNumbers(context)
  const what = 'phone numbers'
  if (faults.length === 0) return { what, state: 'ok', says: `${working} receive calls` }
  return { what, state: 'fault', says: [...faults.slice(0, 10), `${working} receive calls`].join('; ') }
}

async function carriers({ context }: OpenAppContext, config: Config): Promise<Finding[]> {
  const { publicUrl, carrierIsLocal } = context.settings
  const reports = await inspectCarriers(context)
  const isUnreachable = !carrierIsLocal && context.fetcher.refuses(publicUrl) !== undefined
  const says = `PUBLIC_URL is ${publicUrl}, which the carrier cannot reach: no messages arrive`
  return [
    ...(isUnreachable ? [{ what: 'carrier', state: 'fault' as const, says }] : []),
    ...reports.flatMap((report) => findingsOf(report, config, inboundWebhookUrl(context.settings))),
  ]
}

function findingsOf(report: CarrierReport, config: Config, url: string): Finding[] {
  const { accountSid, failure, online, offline, misdirected } = report
  const own = config.twilio ? `Twilio ${accountSid}` : 'the sandbox'
  const name = report.isOfInstallation ? own : `${accountSid} of an account`
  if (failure !== undefined) return [{ what: 'carrier', state: 'fault', says: `${name}: ${failure}` }]
  const senders = `${online} ${online === 1 ? 'sender' : 'senders'} online, ${offline.length} offline`
  return [
    { what: 'carrier', state: 'ok', says: `${name} accepts the credentials; ${senders}` },
    ...offline.map(({ phoneNumber, reason }) => ({
      what: 'carrier',
      state: 'note' as const,
      says: `${phoneNumber} is offline: ${reason}`,
    })),
    ...misdirected.map((sender) => ({
      what: 'carrier',
      state: 'fault' as const,
      says: `the inbound webhook of ${sender.phoneNumber} is ${sender.url ?? 'not set'}, it should be ${url}`,
    })),
  ]
}

function models({ models }: OpenAppContext): Finding[] {
  return models.describe().map(({ vendor, mode, detail }) => ({
    what: 'models',
    state: mode === 'live' ? 'ok' : 'note',
    says: `${vendor}: ${detail}`,
  }))
}

function speech(config: Config): Finding[] {
  const vendors = describeSpeechVendors(config.speech)
  if (vendors.length === 0)
    return [{ what: 'speech', state: 'note', says: 'only the built-in offline speech, without keys of vendors' }]
  return vendors.map(({ vendor, detail }) => ({ what: 'speech', state: 'ok', says: `${vendor}: ${detail}` }))
}

function realtime(config: Config): Finding[] {
  const vendors = describeRealtimeVendors(config.realtime)
  const what = 'realtime'
  if (vendors.length === 0)
    return [{ what, state: 'note', says: 'only the built-in offline model, without keys of vendors' }]
  return vendors.map(({ vendor, detail }) => ({ what, state: 'ok', says: `${vendor}: ${detail}` }))
}

async function mail({ mailer }: OpenAppContext, { mail: options }: Config): Promise<Finding> {
  if (!options) return { what: 'mail', state: 'note', says: 'not configured: set SMTP_URL and MAIL_FROM to send mail' }
  const where = `${options.host}:${options.port}`
  const fault = await mailer.findFault()
  if (fault !== undefined) return { what: 'mail', state: 'fault', says: `${where}: ${fault}` }
  return { what: 'mail', state: 'ok', says: `${where} accepts connections, as ${options.from.address}` }
}

function knowledge({ embedding, reranking }: Config): Finding[] {
  const { mode, detail } = describeEmbedder(embedding)
  const findings: Finding[] = [{ what: 'embeddings', state: mode === 'live' ? 'ok' : 'note', says: detail }]
  if (reranking)
    findings.push({
      what: 'reranking',
      state: 'ok',
      says: `${reranking.model} at ${new URL(reranking.baseUrl).origin}`,
    })
  return findings
}
