// How every carrier account in use stands, as the carrier itself tells: for whoever runs the installation.
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { CarrierSender } from '#server/ports/carrier.ts'
import { leadsHere } from '../sender/inbound-webhook.ts'
import { type CarrierNumber, selectAllNumbers } from '../sender/store.ts'
import { findCarrierAccountBySid, isInstallations } from './carrier-account.ts'

export interface CarrierReport {
  accountSid: string
  isInstallations: boolean
  /** Why it could not be asked; then nothing else is known. */
  failure: string | undefined
  /** Senders of ours under it. */
  online: number
  offline: { phoneNumber: string; reason: string }[]
  /** Messages to these are not posted to us. `url` is where they go instead; null: nowhere. */
  astray: { phoneNumber: string; url: string | null }[]
}

const mostAccounts = 50

/** The installation's first, whether it has senders or not. */
export async function inspectCarriers(context: AppContext): Promise<CarrierReport[]> {
  const { accountSid: first } = context.settings.carrierAccount
  const numbers = Map.groupBy(await selectAllNumbers(context.db), ({ carrierAccountSid }) => carrierAccountSid)
  const others = [...numbers.keys()].filter((accountSid) => accountSid !== first)
  const reports: CarrierReport[] = []
  for (const accountSid of [first, ...others].slice(0, mostAccounts))
    reports.push(await inspect(context, accountSid, numbers.get(accountSid) ?? []))
  return reports
}

async function inspect(context: AppContext, accountSid: string, numbers: CarrierNumber[]): Promise<CarrierReport> {
  const blank = { accountSid, isInstallations: isInstallations(context, { accountSid }), failure: undefined }
  const account = await findCarrierAccountBySid(context, accountSid)
  try {
    if (!account) return { ...blank, failure: 'Its credentials are not kept any more.', ...nothing }
    const listed = await context.carrier.listSenders(account)
    return { ...blank, ...stateOf(context, numbers, new Map(listed.map((sender) => [sender.phoneNumber, sender]))) }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { ...blank, failure: error.message, ...nothing }
  }
}

const nothing = { online: 0, offline: [], astray: [] }

function stateOf(
  { settings }: AppContext,
  numbers: CarrierNumber[],
  listed: ReadonlyMap<string, CarrierSender>,
): Pick<CarrierReport, 'online' | 'offline' | 'astray'> {
  const known = numbers.map(({ phoneNumber }) => ({ phoneNumber, told: listed.get(phoneNumber) }))
  return {
    online: known.filter(({ told }) => told?.online).length,
    offline: known
      .filter(({ told }) => !told?.online)
      .map(({ phoneNumber, told }) => ({ phoneNumber, reason: reasonOf(told) })),
    astray: known.flatMap(({ phoneNumber, told }) =>
      told?.inboundWebhook && !leadsHere(told.inboundWebhook, settings)
        ? [{ phoneNumber, url: told.inboundWebhook.url }]
        : [],
    ),
  }
}

const reasonOf = (told: CarrierSender | undefined): string =>
  told ? (told.offlineReason ?? told.rawStatus) : 'unknown to the carrier'
