// Handing a template in for approval: its name is claimed first, so that no try is lost and none is made twice.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import type { CarrierTemplate, NewTemplate } from '#server/ports/carrier.ts'
import { carrierAccountFor } from './carrier-account/carrier-account.ts'
import { isCarrierRejection, refusalFor } from './carrier-account/request-carrier.ts'
import { findSender, lockCarrierOf, selectSenders } from './sender/store.ts'
import { findUnclaimed } from './sync/apply-snapshot.ts'
import { requestSync } from './sync/sync-job.ts'
import { type Placeholder, placeholdersFrom } from './templates/placeholders.ts'
import {
  beginSubmission,
  deleteSubmission,
  endSubmission,
  findTemplate,
  giveSid,
  hasTemplateNamed,
  saveTemplates,
  selectKnownSids,
} from './templates/store-templates.ts'
import type { Template } from './templates/template.ts'
import { checkText, countPlaceholders } from './templates/template-text.ts'
import { templateUpdate } from './templates/template-update.ts'

export interface Submission extends Pick<NewTemplate, 'name' | 'language' | 'category' | 'bodyText'> {
  /** Names of the placeholders, in their order. */
  variables?: string[]
  samples?: string[]
}

/** Longer than the carrier may take with all its answers. */
const submittingMs = 2 * 60 * 1000

/** Refuses with `SENDER_NOT_FOUND`, `CARRIER_UNAVAILABLE` and `PROVIDER_ERROR_*`. */
export async function submitTemplate(ctx: AccountContext, senderId: number, submission: Submission): Promise<Template> {
  if (submission.category === 'authentication') throw ownText
  checkText(submission)
  const placeholders = placeholdersOf(submission)
  const begun = await transaction(ctx, (tx) => begin(tx, senderId, submission, placeholders))
  const known = await handIn(ctx, begun, { ...submission, samples: samplesOf(placeholders) })
  return transaction(ctx, (tx) => settle(tx, { id: begun.id, senderId, known, placeholders }))
}

const ownText = new InvalidInput({
  category: ['The channel gives authentication templates its own text: make them at the carrier, and synchronise.'],
})

interface Begun {
  id: number
  isRetry: boolean
}

/** Under the lock that the end takes too: a name is free, being handed in, or taken. */
async function begin(tx: Tx, senderId: number, submission: Submission, placeholders: Placeholder[]): Promise<Begun> {
  const accountId = tx.account.id
  await lockCarrierOf(tx.db, accountId)
  if (!(await findSender(tx.db, accountId, senderId))) throw new Refusal('SENDER_NOT_FOUND')
  if (await hasTemplateNamed(tx.db, accountId, submission)) throw nameTaken
  const row = { ...submission, senderId, placeholders, submittingMs }
  const begun = await beginSubmission(tx.db, accountId, row)
  if (!begun) throw nameTaken
  return begun
}

const nameTaken = new InvalidInput({ name: ['The name has already been taken.'] })

function placeholdersOf({ bodyText, variables = [], samples = variables }: Submission): Placeholder[] {
  const keys = Array.from({ length: countPlaceholders(bodyText) }, (_, index) => String(index + 1))
  return placeholdersFrom(keys, variables, samples).map((one) => ({ ...one, sample: one.sample || one.name }))
}

const samplesOf = (placeholders: readonly Placeholder[]) =>
  Object.fromEntries(placeholders.map(({ key, sample }) => [key, sample]))

/** After a try whose outcome nobody learnt, the carrier is asked for the template before it is handed in again. */
async function handIn(ctx: AccountContext, { id, isRetry }: Begun, template: NewTemplate): Promise<CarrierTemplate> {
  const { name, language, category, bodyText, samples } = template
  try {
    const account = await carrierAccountFor(ctx)
    const found = isRetry ? await findLost(ctx, await ctx.carrier.listTemplates(account), template) : undefined
    return found ?? (await ctx.carrier.submitTemplate(account, { name, language, category, bodyText, samples }))
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    await giveUp(ctx, id, error)
    throw refusalFor(error)
  }
}

async function findLost(
  ctx: AccountContext,
  templates: CarrierTemplate[],
  template: NewTemplate,
): Promise<CarrierTemplate | undefined> {
  const sids = templates.map(({ sid }) => sid)
  return findUnclaimed(templates, template, new Set(await selectKnownSids(ctx.db, sids)))
}

async function giveUp(ctx: AccountContext, id: number, error: OutsideError): Promise<void> {
  const wasNotTaken = error.retryable || error.code === 'unauthorised' || isCarrierRejection(error)
  await transaction(ctx, async (tx) => {
    if (wasNotTaken) return deleteSubmission(tx.db, tx.account.id, id)
    await endSubmission(tx.db, tx.account.id, id)
    return requestSync(tx)
  })
}

interface Accepted {
  id: number
  senderId: number
  known: CarrierTemplate
  placeholders: Placeholder[]
}

/** The account's other senders get it too. */
async function settle(tx: Tx, { id, senderId, known, placeholders }: Accepted): Promise<Template> {
  const accountId = tx.account.id
  await lockCarrierOf(tx.db, accountId)
  const askedAt = await selectNow(tx.db)
  await giveSid(tx.db, accountId, { id, carrierSid: known.sid, at: askedAt })
  const senders = await selectSenders(tx.db, accountId)
  const own = senders.find((sender) => sender.id === senderId)
  const news = senders
    .filter((sender) => sender.carrierAccountSid === own?.carrierAccountSid)
    .map((sender) => templateUpdate(known, sender.id, placeholders))
  await saveTemplates(tx.db, accountId, { news, askedAt })
  return (await findTemplate(tx.db, accountId, senderId, id))!
}
