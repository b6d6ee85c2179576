// Reports the state of every carrier account in use, for the operator.
import { findCarrierAccountById, isOfInstallation } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import { type CarrierNumber, selectAllNumbers } from '../sender/store.ts'

export interface CarrierReport extends SenderStates {
  carrierAccountId: string
  isOfInstallation: boolean
  /** Why the carrier could not be queried; the report then lists no senders. */
  failure: string | undefined
}

interface SenderStates {
  online: number
  offline: { phoneNumber: string; reason: string }[]
  /** Senders whose inbound webhook is another URL, or null for none. */
  misdirected: { phoneNumber: string; url: string | null; expectedUrl: string }[]
}

/** Begins with the carrier account of the installation, even if it has no senders. */
export async function inspectCarriers(context: AppContext): Promise<CarrierReport[]> {
  const { externalId: first } = context.settings.carrierAccount
  const numbers = Map.groupBy(await selectAllNumbers(context.db), ({ carrierAccountId }) => carrierAccountId)
  const externalIds = [...new Set([first, ...numbers.keys()])].slice(0, 50)
  const reports: CarrierReport[] = []
  for (const carrierAccountId of externalIds) {
    const states = await inspectSenders(context, carrierAccountId, numbers.get(carrierAccountId) ?? [])
    reports.push({
      carrierAccountId,
      isOfInstallation: isOfInstallation(context, { externalId: carrierAccountId }),
      ...states,
    })
  }
  return reports
}

async function inspectSenders(context: AppContext, carrierAccountId: string, numbers: readonly CarrierNumber[]) {
  const states: SenderStates = { online: 0, offline: [], misdirected: [] }
  try {
    const account = await findCarrierAccountById(context, carrierAccountId)
    if (!account) return { ...states, failure: 'Parley no longer has its credentials.' }
    const { messages } = context.carriers.of(account)
    const listed = await messages.listSenders(account)
    for (const { phoneNumber } of numbers) {
      const sender = listed.find((candidate) => candidate.phoneNumber === phoneNumber)
      if (sender?.online) states.online++
      else {
        const reason = sender?.offlineReason ?? sender?.rawStatus ?? 'unknown to the carrier'
        states.offline.push({ phoneNumber, reason })
      }
      if (sender?.inboundWebhook && !messages.isInboundWebhook(sender.inboundWebhook))
        states.misdirected.push({ phoneNumber, url: sender.inboundWebhook.url, expectedUrl: messages.inboundUrl })
    }
    return { ...states, failure: undefined }
  } catch (error) {
    if (!(error instanceof OutsideError || error instanceof BoxError)) throw error
    return { ...states, failure: error.message }
  }
}
