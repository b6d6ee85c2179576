// Submits a template for approval. The name is claimed first, so that no submission is lost or repeated.
import {
  carrierAccountFor,
  isCarrierRejection,
  lockCarrierAccount,
  refusalFor,
  requireCapability,
} from '#server/features/carrier-accounts/index.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import type { CarrierTemplate, NewTemplate } from '#server/ports/carrier.ts'
import { findChatappSender, selectSenders } from './sender/store.ts'
import { findUnclaimed } from './sync/apply-snapshot.ts'
import { requestSync } from './sync/sync.ts'
import { type Placeholder, placeholdersFrom } from './templates/placeholders.ts'
import {
  abandonSubmission,
  beginSubmission,
  deleteSubmission,
  findTemplate,
  hasTemplateNamed,
  saveTemplates,
  selectKnownIds,
  setExternalId,
} from './templates/store-templates.ts'
import { type Template, templateUpdate } from './templates/template.ts'
import { checkText, countPlaceholders } from './templates/template-text.ts'

export interface Submission extends Pick<NewTemplate, 'name' | 'language' | 'category' | 'bodyText'> {
  /** The names of the placeholders, in order. */
  variables?: string[]
  samples?: string[]
}

/** Longer than all requests to the carrier can take. */
const submittingMs = 2 * 60 * 1000

/** Refuses with `SENDER_NOT_FOUND`, `CARRIER_UNAVAILABLE` and `PROVIDER_ERROR_*`. */
export async function submitTemplate(ctx: AccountContext, senderId: number, submission: Submission): Promise<Template> {
  if (submission.category === 'authentication') throw fixedText
  checkText(submission)
  const placeholders = placeholdersOf(submission)
  const begun = await transaction(ctx, (tx) => begin(tx, senderId, submission, placeholders))
  const accepted = await submit(ctx, begun, { ...submission, samples: samplesOf(placeholders) })
  return transaction(ctx, (tx) => settle(tx, { id: begun.id, senderId }, accepted, placeholders))
}

const fixedText = new InvalidInput({
  category: ['Authentication templates have a fixed text. Create them at the carrier, then synchronize.'],
})

type Begun = Awaited<ReturnType<typeof begin>>

async function begin(tx: Tx, senderId: number, submission: Submission, placeholders: Placeholder[]) {
  const accountId = tx.account.id
  await lockCarrierAccount(tx.db, accountId)
  if (!(await findChatappSender(tx.db, accountId, senderId))) throw new Refusal('SENDER_NOT_FOUND')
  if (await hasTemplateNamed(tx.db, accountId, submission)) throw nameTaken
  const row = { ...submission, senderId, placeholders, submittingMs }
  const begun = await beginSubmission(tx.db, accountId, row)
  if (!begun) throw nameTaken
  return begun
}

const nameTaken = new InvalidInput({ name: ['The name has already been taken.'] })

function placeholdersOf({ bodyText, variables = [], samples = variables }: Submission): Placeholder[] {
  const keys = Array.from({ length: countPlaceholders(bodyText) }, (_, index) => String(index + 1))
  return placeholdersFrom(keys, variables, samples).map((placeholder) => ({
    ...placeholder,
    sample: placeholder.sample || placeholder.name,
  }))
}

const samplesOf = (placeholders: readonly Placeholder[]) =>
  Object.fromEntries(placeholders.map(({ key, sample }) => [key, sample]))

/** Looks the template up at the carrier first if the outcome of an earlier submission is unknown. */
async function submit(ctx: AccountContext, { id, isRetry }: Begun, template: NewTemplate): Promise<CarrierTemplate> {
  const { name, language, category, bodyText, samples } = template
  try {
    const account = await carrierAccountFor(ctx)
    const carrier = ctx.carriers.of(account)
    requireCapability(carrier, 'submitsTemplates')
    const { messages } = carrier
    const listed = isRetry ? await messages.listTemplates(account) : []
    const found = isRetry ? findUnclaimed(listed, template, await selectKnownIds(ctx.db, listed)) : undefined
    return found ?? (await messages.submitTemplate(account, { name, language, category, bodyText, samples }))
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    await fail(ctx, id, error)
    throw refusalFor(error)
  }
}

async function fail(ctx: AccountContext, id: number, error: CarrierError): Promise<void> {
  const isNotCreated = error.retryable || error.reason === 'unauthorised' || isCarrierRejection(error)
  await transaction(ctx, async (tx) => {
    if (isNotCreated) return deleteSubmission(tx.db, tx.account.id, id)
    await abandonSubmission(tx.db, tx.account.id, id)
    return requestSync(tx)
  })
}

/** The template becomes available to all senders of the carrier account. */
async function settle(
  tx: Tx,
  { id, senderId }: Pick<Template, 'id' | 'senderId'>,
  accepted: CarrierTemplate,
  placeholders: Placeholder[],
): Promise<Template> {
  const accountId = tx.account.id
  await lockCarrierAccount(tx.db, accountId)
  const askedAt = await selectNow(tx.db)
  await setExternalId(tx.db, accountId, { id, externalId: accepted.externalId, at: askedAt })
  const senders = await selectSenders(tx.db, accountId)
  const own = senders.find((sender) => sender.id === senderId)
  const updates = senders
    .filter((sender) => sender.carrierAccountId === own?.carrierAccountId)
    .map((sender) => templateUpdate(accepted, sender.id, placeholders))
  await saveTemplates(tx.db, accountId, { updates, askedAt })
  await tx.emit('sender.templates', { accountId })
  return (await findTemplate(tx.db, accountId, senderId, id))!
}
