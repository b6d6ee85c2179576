// Compares the phone numbers of all accounts with the carrier, for the operator.
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import { isUsableFor, type PhoneNumber } from './number/phone-number.ts'
import { selectAllNumbers } from './number/store.ts'

export interface PhoneNumberReport {
  /** Numbers whose calls and SMS the carrier posts to Parley. */
  working: number
  /** Why the calls or SMS to a number do not reach Parley, and carrier accounts that could not be queried. */
  faults: string[]
}

export async function inspectPhoneNumbers(context: AppContext): Promise<PhoneNumberReport> {
  const report: PhoneNumberReport = { working: 0, faults: [] }
  const answered = (await selectAllNumbers(context.db)).filter(
    (number) => isUsableFor(number, 'inbound') && hasRoute(context, number),
  )
  const numbers = Map.groupBy(answered, ({ carrierAccountId }) => carrierAccountId)
  for (const [carrierAccountId, ofAccount] of [...numbers].slice(0, 50)) {
    const listed = await listAtCarrier(context, carrierAccountId).catch(ignoreFailure)
    if (!listed) {
      report.faults.push(`the phone numbers of ${carrierAccountId} cannot be read`)
      continue
    }
    for (const { externalId, phoneNumber } of ofAccount) {
      const found = listed.find((candidate) => candidate.externalId === externalId)
      if (!found) report.faults.push(`${phoneNumber} is unknown to the carrier`)
      else if (!found.calls.isOurs)
        report.faults.push(`the calls to ${phoneNumber} go to ${found.calls.to || 'no webhook'}`)
      else if (found.smsCapable && !found.sms.isOurs)
        report.faults.push(`the SMS to ${phoneNumber} go to ${found.sms.to || 'no webhook'}`)
      else report.working++
    }
  }
  return report
}

/** Undefined if the carrier account no longer exists. */
async function listAtCarrier(context: AppContext, carrierAccountId: string) {
  const account = await findCarrierAccountById(context, carrierAccountId)
  return account && context.carriers.of(account).calls.listPhoneNumbers(account)
}

/** Numbers of a SIP trunk have none. Those of a carrier that this server does not have are reported later. */
function hasRoute({ carriers }: AppContext, number: PhoneNumber): boolean {
  try {
    return carriers.of(number).capabilities.includes('routesNumbers')
  } catch (error) {
    ignoreFailure(error)
    return true
  }
}

function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof OutsideError || error instanceof BoxError)) throw error
}
