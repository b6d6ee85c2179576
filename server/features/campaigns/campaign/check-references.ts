// Checks that what a campaign refers to belongs to the account, and that its settings fit each other.
import { selectOwnedAssistants } from '#server/features/assistants/index.ts'
import { selectOwnedPhoneNumbers } from '#server/features/phone-numbers/index.ts'
import { findChatappSender, hasTemplate } from '#server/features/senders/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { CampaignSettings } from './campaign.ts'

/** Checks the settings that have changed. Throws `InvalidInput`. */
export async function checkSettings(tx: Tx, changed: Partial<CampaignSettings>) {
  const errors = {
    ...faultOf('timezone', 'timezone', changed.timeZone === undefined || isTimeZone(changed.timeZone)),
    ...(await faultsOfReferences(tx, changed)),
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
}

async function faultsOfReferences(
  { db, account: { id } }: Tx,
  changed: Partial<CampaignSettings>,
): Promise<FieldErrors> {
  const { assistantId, smsPhoneNumberId, phoneNumberIds = [], chatappTemplateId } = changed
  const assistants = assistantId ? await selectOwnedAssistants(db, id, [assistantId]) : []
  const numbers = new Set(await selectOwnedPhoneNumbers(db, id, [...phoneNumberIds, ...listOf(smsPhoneNumberId)]))
  const sender = changed.chatappSenderId ? await findChatappSender(db, id, changed.chatappSenderId) : undefined
  // Whether the template belongs to the sender is checked at the start, because they can be set one after the other.
  const isOwnTemplate = !chatappTemplateId || (await hasTemplate(db, id, chatappTemplateId))
  return {
    ...faultOf('assistant_id', 'assistant id', !assistantId || assistants.length > 0),
    ...faultOf('chatapp_sender_id', 'chatapp sender id', !changed.chatappSenderId || sender !== undefined),
    ...faultOf('chatapp_template_id', 'chatapp template id', isOwnTemplate),
    ...faultOf(
      'sms_from_phone_number_id',
      'sms from phone number id',
      !smsPhoneNumberId || numbers.has(smsPhoneNumberId),
    ),
    ...Object.assign(
      {},
      ...phoneNumberIds.map((number, index) =>
        faultOf(`phone_number_ids.${index}`, `phone number ids.${index}`, numbers.has(number)),
      ),
    ),
  }
}

const listOf = (id: number | null | undefined): number[] => (id ? [id] : [])

const faultOf = (field: string, attribute: string, isValid: boolean): FieldErrors =>
  isValid ? {} : { [field]: [`The selected ${attribute} is invalid.`] }
