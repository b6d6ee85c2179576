// Checks an installation: database, master key, credentials, files, ledger, jobs, campaigns, carriers, telephone lines, models, speech, realtime models, embeddings and mail.
import { sql } from 'kysely'
import type { OpenAppContext } from '../app-context.ts'
import type { Config } from '../config.ts'
import { selectBrokenBalances } from '../features/billing/index.ts'
import { countCampaigns } from '../features/campaigns/index.ts'
import { inspectPhoneNumbers } from '../features/phone-numbers/index.ts'
import { type CarrierReport, inspectCarriers } from '../features/senders/index.ts'
import { describeEmbedder } from '../models/embedder.ts'
import { describeRealtimeVendors } from '../models/realtime.ts'
import { describeSpeechVendors } from '../models/speech-vendors.ts'
import type { AppContext } from '../platform/context/context.ts'
import { connectionsOfProcess } from '../platform/database/connections/connection-limits.ts'
import { countJobs } from '../platform/jobs/count-jobs.ts'
import { listFailedJobs } from '../platform/jobs/failed-jobs.ts'
import { OutsideError } from '../platform/outside-error.ts'
import { fingerprintOf } from '../platform/security/key-fingerprint.ts'
import { counted } from '../platform/text/counted.ts'
import { filesFolder } from '../startup/open-files.ts'
import { findLineFaults } from './find-line-faults.ts'
import { findUnreadable } from './find-unreadable.ts'

export interface Finding {
  what: string
  state: 'ok' | 'note' | 'fault'
  says: string
}

export async function examine(open: OpenAppContext, config: Config): Promise<Finding[]> {
  return [
    await database(open, config),
    masterKey(open, config),
    await credentials(open),
    await files(open, config),
    await ledger(open),
    await jobs(open),
    await campaigns(open),
    ...(await carriers(open, config)),
    await phoneNumbers(open, config),
    ...(await telephoneLines(open)),
    ...models(open),
    ...speech(open),
    ...realtime(open),
    ...knowledge(open, config),
    await mail(open, config),
  ]
}

const signs = { ok: '✓', note: '·', fault: '✗' }

/** Lists the findings below each other, and says how many are problems. */
export function reportOf(findings: readonly Finding[]): string {
  const lines = findings.map(({ state, what, says }) => `${signs[state]} ${what.padEnd(15)}${says}\n`)
  const faults = findings.filter(({ state }) => state === 'fault').length
  const outcome = faults === 0 ? 'No problem was found.' : `${counted(faults, 'problem was', 'problems were')} found.`
  return `${lines.join('')}\n${outcome}\n`
}

async function database({ context }: OpenAppContext, config: Config): Promise<Finding> {
  const { rows } = await sql<{ version: string; size: string; migrations: number; allowed: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
      current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
      (select count(*)::int from migrations) as migrations`.execute(context.db)
  const { version, size, migrations, allowed } = rows[0]!
  const where = config.databaseUrl ? 'runs at DATABASE_URL' : `is embedded in ${config.dataDir}`
  const says = `PostgreSQL ${version} ${where}, with ${size} and ${counted(migrations, 'migration')}.`
  if (allowed >= connectionsOfProcess) return { what: 'database', state: 'ok', says }
  const advice = `It allows ${allowed} connections, and each process of Parley opens up to ${connectionsOfProcess}: raise max_connections.`
  return { what: 'database', state: 'note', says: `${says} ${advice}` }
}

/** The key matches the database, because otherwise Parley does not start. */
function masterKey({ context }: OpenAppContext, config: Config): Finding {
  const fingerprint = fingerprintOf(context.settings.masterKey)
  const source = config.masterKey ? 'MASTER_KEY' : `${config.dataDir}/master.key`
  const says = `The key from ${source} has the fingerprint ${fingerprint} and matches the database.`
  const isLocal = !config.masterKey && config.databaseUrl !== undefined
  const advice = ' Other machines that use this database need it as MASTER_KEY.'
  return { what: 'master key', state: isLocal ? 'note' : 'ok', says: isLocal ? says + advice : says }
}

/** Rows of another database can have been added since the key was checked. */
async function credentials({ context }: OpenAppContext): Promise<Finding> {
  const what = 'credentials'
  const unreadable = await findUnreadable(context)
  if (unreadable.length === 0) return { what, state: 'ok', says: 'All stored credentials can be decrypted.' }
  const some = unreadable.slice(0, 10).join(', ') + (unreadable.length > 10 ? ' …' : '')
  const says = `Encrypted with another master key: ${some}. Enter these credentials again, or restore the former master key.`
  return { what, state: 'fault', says }
}

/** Writes, reads and removes a file. */
async function files({ context }: OpenAppContext, { s3, dataDir }: Config): Promise<Finding> {
  const store = context.files
  const where = s3 ? `The bucket ${s3.bucket} at ${s3.endpoint}` : `The folder ${filesFolder(dataDir)}`
  const key = `doctor/${context.newId()}`
  const body = Buffer.from('parley doctor')
  try {
    await store.put(key, body, 'text/plain')
    const stored = await store.readRange(key, { start: 7, end: 100 })
    await store.remove(key)
    if (body.subarray(7).equals(stored)) return { what: 'files', state: 'ok', says: `${where} stores the files.` }
    return { what: 'files', state: 'fault', says: `${where} does not return what was stored.` }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { what: 'files', state: 'fault', says: `${where} cannot be used: ${error.message}` }
  }
}

async function campaigns({ context }: OpenAppContext): Promise<Finding> {
  const { inProgress, overdue } = await countCampaigns(context.db)
  const what = 'campaigns'
  if (overdue === 0)
    return { what, state: 'ok', says: `${counted(inProgress, 'campaign is', 'campaigns are')} in progress.` }
  const advice = 'If calls do not use all slots, no worker runs: see `parley jobs list`.'
  const says = `${overdue} of ${counted(inProgress, 'campaign')} in progress could have contacted a lead more than five minutes ago. ${advice}`
  return { what, state: 'fault', says }
}

async function ledger({ context }: OpenAppContext): Promise<Finding> {
  const broken = await selectBrokenBalances(context.db)
  if (broken.length === 0)
    return { what: 'ledger', state: 'ok', says: 'Every balance equals the sum of its entries and holds.' }
  const first = broken.slice(0, 5).map(({ accountId, fault }) => `account ${accountId}: ${fault}`)
  return {
    what: 'ledger',
    state: 'fault',
    says: `${counted(broken.length, 'balance is', 'balances are')} inconsistent: ${first.join('; ')}.`,
  }
}

async function jobs({ context }: OpenAppContext): Promise<Finding> {
  const { waiting, late, dead } = await countJobs(context.db)
  if (dead > 0) {
    const reasons = (await listFailedJobs(context.db)).map(
      ({ name, lastError }) => `${name}: ${lastError?.slice(0, 200)}`,
    )
    const some = [...new Set(reasons)].slice(0, 3).join(' · ')
    const says = `${counted(dead, 'job has', 'jobs have')} failed, and ${counted(waiting, 'is', 'are')} waiting. \`parley jobs list\` shows them: ${some}`
    return { what: 'jobs', state: 'fault', says }
  }
  if (late > 0)
    return {
      what: 'jobs',
      state: 'fault',
      says: `${counted(late, 'job is', 'jobs are')} more than five minutes late. Is a worker running?`,
    }
  return { what: 'jobs', state: 'ok', says: `${counted(waiting, 'job is', 'jobs are')} waiting, and none is late.` }
}

async function phoneNumbers({ context }: OpenAppContext, config: Config): Promise<Finding> {
  const { working, faults } = await inspectPhoneNumbers(context)
  const what = 'phone numbers'
  const says = `${counted(working, 'phone number receives', 'phone numbers receive')} calls.`
  if (faults.length === 0) return { what, state: 'ok', says }
  return {
    what,
    state: 'fault',
    says: [...faults.slice(0, 10).map(asMessage), says].join(' ') + settingsAdvice(config),
  }
}

/** Nothing is said about an installation without telephone lines. */
async function telephoneLines({ context }: OpenAppContext): Promise<Finding[]> {
  const { lines, faults } = await findLineFaults(context)
  if (lines === 0) return []
  const what = 'phone lines'
  const working = lines - faults.length
  const says = `${counted(working, 'line works', 'lines work')}.`
  if (faults.length === 0) return [{ what, state: 'ok', says }]
  return [{ what, state: 'fault', says: [...faults.slice(0, 10).map(asMessage), says].join(' ') }]
}

async function carriers({ context }: OpenAppContext, config: Config): Promise<Finding[]> {
  const { publicUrl, carrierIsLocal } = context.settings
  const reports = await inspectCarriers(context)
  const isUnreachable = !carrierIsLocal && context.fetcher.refuses(publicUrl) !== undefined
  const says = `PUBLIC_URL is ${publicUrl}, which the carrier cannot reach: no messages arrive.`
  return [
    ...(isUnreachable ? [{ what: 'carrier', state: 'fault' as const, says }] : []),
    ...reports.flatMap((report) => findingsOf(report, config, context)),
  ]
}

function findingsOf(report: CarrierReport, config: Config, { carriers, settings }: AppContext): Finding[] {
  const { carrierAccountId, failure, online, offline, misdirected } = report
  const { label } = carriers.of(settings.carrierAccount)
  const own = config.twilio ? `${label} ${carrierAccountId}` : 'The sandbox'
  const name = report.isOfInstallation ? own : `The carrier account ${carrierAccountId}`
  if (failure !== undefined)
    return [{ what: 'carrier', state: 'fault', says: `${name} does not work: ${asMessage(failure)}` }]
  const senders = `${counted(online, 'sender is', 'senders are')} online, and ${counted(offline.length, 'is', 'are')} offline.`
  return [
    { what: 'carrier', state: 'ok', says: `${name} accepts the credentials. ${senders}` },
    ...offline.map(({ phoneNumber, reason }) => ({
      what: 'carrier',
      state: 'note' as const,
      says: asMessage(`${phoneNumber} is offline: ${reason}`),
    })),
    ...misdirected.map((sender) => ({
      what: 'carrier',
      state: 'fault' as const,
      says: `The inbound webhook of ${sender.phoneNumber} is ${sender.url ?? 'not set'} instead of ${sender.expectedUrl}.${settingsAdvice(config)}`,
    })),
  ]
}

function models({ models }: OpenAppContext): Finding[] {
  return models.describe().map(({ vendor, mode, detail }) => ({
    what: 'models',
    state: mode === 'live' ? 'ok' : 'note',
    says: mode === 'live' ? `${vendor} is configured: ${detail}.` : `The ${vendor} model is ${detail}.`,
  }))
}

function speech({ models }: OpenAppContext): Finding[] {
  const vendors = describeSpeechVendors(models.options().speech)
  if (vendors.length === 0)
    return [
      {
        what: 'speech',
        state: 'note',
        says: 'Only the built-in offline speech is available: no vendor is configured.',
      },
    ]
  return vendors.map(({ vendor, detail }) => ({
    what: 'speech',
    state: 'ok',
    says: `${vendor} is configured: ${detail}.`,
  }))
}

function realtime({ models }: OpenAppContext): Finding[] {
  const vendors = describeRealtimeVendors(models.options().realtime)
  const what = 'realtime'
  if (vendors.length === 0)
    return [{ what, state: 'note', says: 'Only the built-in offline model is available: no vendor is configured.' }]
  return vendors.map(({ vendor, detail }) => ({ what, state: 'ok', says: `${vendor} is configured: ${detail}.` }))
}

async function mail({ mailer }: OpenAppContext, { mail: options }: Config): Promise<Finding> {
  if (!options)
    return {
      what: 'mail',
      state: 'note',
      says: 'No mail server is configured. Set SMTP_URL and MAIL_FROM to send mail.',
    }
  const where = `${options.host}:${options.port}`
  const fault = await mailer.findFault()
  if (fault !== undefined) return { what: 'mail', state: 'fault', says: `${where} does not work: ${fault}` }
  return { what: 'mail', state: 'ok', says: `${where} accepts connections. Mail is sent as ${options.from.address}.` }
}

function knowledge({ models }: OpenAppContext, { reranking }: Config): Finding[] {
  const { mode, detail } = describeEmbedder(models.embedding())
  const findings: Finding[] = [{ what: 'embeddings', state: mode === 'live' ? 'ok' : 'note', says: detail }]
  if (reranking)
    findings.push({
      what: 'reranking',
      state: 'ok',
      says: `${reranking.model} at ${new URL(reranking.baseUrl).origin} orders the passages found.`,
    })
  return findings
}

/** With the sandbox, the only reason is a doctor whose settings differ from those of the server. */
const settingsAdvice = ({ twilio }: Config): string =>
  twilio ? '' : ' If the server runs with another PORT or PUBLIC_URL, give the doctor the same, for example in .env.'

/** Begins with a capital letter and ends with a full stop. */
function asMessage(text: string): string {
  const ended = /[.!?]$/.test(text) ? text : `${text}.`
  return ended.charAt(0).toUpperCase() + ended.slice(1)
}
