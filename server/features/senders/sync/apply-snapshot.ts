// Writes a snapshot of the carrier to the account's senders and templates.
import { isOfInstallation, lockCarrierAccount, updateVerifiedAt } from '#server/features/carrier-accounts/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { CarrierTemplate } from '#server/ports/carrier.ts'
import type { Sender } from '../sender/sender.ts'
import { selectSenders, updateState } from '../sender/store.ts'
import { placeholdersOfCarrier } from '../templates/placeholders.ts'
import {
  markRemoved,
  saveTemplates,
  selectKnownIds,
  selectSubmissionsOfOthers,
  selectSubmittedByOthers,
  selectTemplatesOfAccount,
  setExternalId,
} from '../templates/store-templates.ts'
import { isUnsubmitted, type Template, templateUpdate } from '../templates/template.ts'
import { type Snapshot, stateIn } from './snapshot.ts'

/** Assigns the templates `assigned` to the account. Returns the number of templates that its senders have. */
export async function applySnapshot(tx: Tx, snapshot: Snapshot, assigned: readonly string[] = []): Promise<number> {
  await lockCarrierAccount(tx.db, tx.account.id)
  const { carrierAccountId, askedAt } = snapshot
  await updateVerifiedAt(tx.db, tx.account.id, { externalId: carrierAccountId, verifiedAt: askedAt })
  const senders = await selectSenders(tx.db, tx.account.id)
  for (const sender of senders)
    await updateState(tx.db, tx.account.id, { id: sender.id, state: stateIn(snapshot, sender), askedAt })
  const listed = senders.filter((sender) => sender.carrierAccountId === carrierAccountId)
  return listed.length === 0 ? 0 : applyTemplates(tx, snapshot, listed, assigned)
}

async function applyTemplates(tx: Tx, snapshot: Snapshot, senders: readonly Sender[], assigned: readonly string[]) {
  const { askedAt, templates } = snapshot
  await adoptUnsettled(tx, snapshot)
  const rows = await selectTemplatesOfAccount(tx.db, tx.account.id)
  const known = new Map(rows.flatMap((row) => (row.externalId === null ? [] : [[row.externalId, row] as const])))
  const visible = await visibleTemplates(tx, snapshot, new Set([...known.keys(), ...assigned]))
  const updates = visible.flatMap((template) => {
    const placeholders = placeholdersOfCarrier(template.variables, known.get(template.externalId)?.placeholders)
    return senders.map(({ id }) => templateUpdate(template, id, placeholders))
  })
  await saveTemplates(tx.db, tx.account.id, { updates, askedAt })
  await markRemoved(tx.db, tx.account.id, { kept: templates.map(({ externalId }) => externalId), askedAt })
  await tx.emit('sender.templates', { accountId: tx.account.id })
  return visible.length
}

/** Matches submissions with an unknown outcome to templates of the same name that no account has yet. */
async function adoptUnsettled(tx: Tx, { templates, askedAt }: Snapshot): Promise<void> {
  const rows = await selectTemplatesOfAccount(tx.db, tx.account.id)
  const unsettled = rows.filter(({ externalId }) => externalId === null)
  if (unsettled.length === 0) return
  const taken = await selectKnownIds(tx.db, templates)
  for (const { id, ...row } of unsettled) {
    const found = findUnclaimed(templates, row, taken)
    if (!found) continue
    taken.add(found.externalId)
    await setExternalId(tx.db, tx.account.id, { id, externalId: found.externalId, at: askedAt })
  }
}

export const findUnclaimed = (
  templates: readonly CarrierTemplate[],
  { name, language }: Pick<Template, 'name' | 'language'>,
  taken: ReadonlySet<string>,
): CarrierTemplate | undefined =>
  templates.find(
    (template) =>
      template.name === name &&
      template.language === language &&
      !isUnsubmitted(template) &&
      !taken.has(template.externalId),
  )

/**
 * Returns the templates that the account may use. In its own carrier account, these are all. In the one of the
 * installation, a tenant has only templates that are its own already, and a direct account also those that no other
 * account has submitted.
 */
async function visibleTemplates(tx: Tx, { carrierAccountId, templates }: Snapshot, own: ReadonlySet<string>) {
  const offered = templates.filter((template) => own.has(template.externalId) || !isUnsubmitted(template))
  if (!isOfInstallation(tx, { externalId: carrierAccountId })) return offered
  if (tx.account.kind === 'tenant') return offered.filter(({ externalId }) => own.has(externalId))
  const externalIds = offered.map(({ externalId }) => externalId)
  const others = new Set(await selectSubmittedByOthers(tx.db, tx.account.id, externalIds))
  const submissions = await selectSubmissionsOfOthers(tx.db, tx.account.id, carrierAccountId)
  const isOfOthers = ({ externalId, name, language }: CarrierTemplate) =>
    others.has(externalId) ||
    submissions.some((submission) => submission.name === name && submission.language === language)
  return offered.filter((template) => own.has(template.externalId) || !isOfOthers(template))
}
