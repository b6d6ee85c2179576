// Compares the phone numbers of all accounts with the carrier, for the operator.
import { findCarrierAccountBySid } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import { isUsableFor } from './number/phone-number.ts'
import { selectAllNumbers } from './number/store.ts'
import { isOurSmsUrl, voiceWebhookUrl } from './number/webhooks.ts'

export interface PhoneNumberReport {
  /** Numbers whose calls and SMS the carrier posts to Parley. */
  working: number
  /** Why the calls or SMS to a number do not reach Parley, and carrier accounts that could not be queried. */
  faults: string[]
}

export async function inspectPhoneNumbers(context: AppContext): Promise<PhoneNumberReport> {
  const report: PhoneNumberReport = { working: 0, faults: [] }
  const answered = (await selectAllNumbers(context.db)).filter((number) => isUsableFor(number, 'inbound'))
  const numbers = Map.groupBy(answered, ({ carrierAccountSid }) => carrierAccountSid)
  for (const [accountSid, ofAccount] of [...numbers].slice(0, 50)) {
    const listed = await findCarrierAccountBySid(context, accountSid)
      .then((account) => account && context.voiceCarrier.listPhoneNumbers(account))
      .catch(ignoreFailure)
    if (!listed) {
      report.faults.push(`the phone numbers of ${accountSid} cannot be read`)
      continue
    }
    for (const { carrierSid, phoneNumber } of ofAccount) {
      const found = listed.find(({ sid }) => sid === carrierSid)
      if (!found) report.faults.push(`${phoneNumber} is unknown to the carrier`)
      else if (found.voiceUrl !== voiceWebhookUrl(context.settings))
        report.faults.push(`the calls to ${phoneNumber} go to ${found.voiceUrl || 'no webhook'}`)
      else if (found.smsCapable && !isOurSmsUrl(context.settings, found.smsUrl))
        report.faults.push(`the SMS to ${phoneNumber} go to ${found.smsUrl || 'no webhook'}`)
      else report.working++
    }
  }
  return report
}

function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof OutsideError || error instanceof BoxError)) throw error
}
