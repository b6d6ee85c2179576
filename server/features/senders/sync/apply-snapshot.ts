// Writes what the carrier says into the rows of an account's senders and templates.
import type { Tx } from '#server/platform/context/context.ts'
import type { CarrierTemplate } from '#server/ports/carrier.ts'
import { isInstallations } from '../carrier-account/carrier-account.ts'
import { touchVerified } from '../carrier-account/store-carrier.ts'
import { carrierUpdate, removedUpdate, type Sender } from '../sender/sender.ts'
import { lockCarrierOf, selectSenders, updateFromCarrier } from '../sender/store.ts'
import { placeholdersOfCarrier } from '../templates/placeholders.ts'
import {
  giveSid,
  markGone,
  saveTemplates,
  selectKnownSids,
  selectSubmittedByOthers,
  selectTemplatesOfAccount,
  selectUnderWayOfOthers,
} from '../templates/store-templates.ts'
import { isUnsubmitted, type Template } from '../templates/template.ts'
import { templateUpdate } from '../templates/template-update.ts'
import type { Snapshot } from './snapshot.ts'

/** Returns how many templates the account's senders have. `assigned` are the account's from now on. */
export async function applySnapshot(tx: Tx, snapshot: Snapshot, assigned: readonly string[] = []): Promise<number> {
  await lockCarrierOf(tx.db, tx.account.id)
  const { carrierAccountSid, askedAt } = snapshot
  await touchVerified(tx.db, tx.account.id, { accountSid: carrierAccountSid, verifiedAt: askedAt })
  const senders = await selectSenders(tx.db, tx.account.id)
  for (const { id, ...sender } of senders)
    await updateFromCarrier(tx.db, tx.account.id, { id, news: newsIn(snapshot, sender), askedAt })
  const here = senders.filter((sender) => sender.carrierAccountSid === carrierAccountSid)
  return here.length === 0 ? 0 : applyTemplates(tx, snapshot, here, assigned)
}

function newsIn(snapshot: Snapshot, sender: Pick<Sender, 'carrierAccountSid' | 'phoneNumber'>) {
  if (sender.carrierAccountSid !== snapshot.carrierAccountSid) return removedUpdate
  const known = snapshot.senders.find(({ phoneNumber }) => phoneNumber === sender.phoneNumber)
  return known ? carrierUpdate(known) : removedUpdate
}

async function applyTemplates(
  tx: Tx,
  snapshot: Snapshot,
  senders: readonly Sender[],
  assigned: readonly string[],
): Promise<number> {
  const { askedAt, templates } = snapshot
  await adoptUnsettled(tx, snapshot)
  const rows = await selectTemplatesOfAccount(tx.db, tx.account.id)
  const known = new Map(rows.flatMap((row) => (row.carrierSid === null ? [] : [[row.carrierSid, row] as const])))
  const visible = await visibleTemplates(tx, snapshot, new Set([...known.keys(), ...assigned]))
  const news = visible.flatMap((template) => {
    const placeholders = placeholdersOfCarrier(template.variables, known.get(template.sid)?.placeholders)
    return senders.map(({ id }) => templateUpdate(template, id, placeholders))
  })
  await saveTemplates(tx.db, tx.account.id, { news, askedAt })
  await markGone(tx.db, tx.account.id, { kept: templates.map(({ sid }) => sid), askedAt })
  return visible.length
}

/** A template that was handed in without our learning the outcome: the one of its name that is nobody's yet. */
async function adoptUnsettled(tx: Tx, { templates, askedAt }: Snapshot): Promise<void> {
  const rows = await selectTemplatesOfAccount(tx.db, tx.account.id)
  const unsettled = rows.filter(({ carrierSid }) => carrierSid === null)
  if (unsettled.length === 0) return
  const taken = new Set(await takenAmong(tx, templates))
  for (const { id, ...row } of unsettled) {
    const found = findUnclaimed(templates, row, taken)
    if (!found) continue
    taken.add(found.sid)
    await giveSid(tx.db, tx.account.id, { id, carrierSid: found.sid, at: askedAt })
  }
}

const takenAmong = (tx: Tx, templates: readonly CarrierTemplate[]) =>
  selectKnownSids(
    tx.db,
    templates.map(({ sid }) => sid),
  )

export const findUnclaimed = (
  templates: readonly CarrierTemplate[],
  { name, language }: Pick<Template, 'name' | 'language'>,
  taken: ReadonlySet<string>,
): CarrierTemplate | undefined =>
  templates.find(
    (template) =>
      template.name === name && template.language === language && !isUnsubmitted(template) && !taken.has(template.sid),
  )

/**
 * Under an own carrier account, all; under the installation's, a tenant has those that are its own already, and a direct
 * account those that no other account has handed in.
 */
async function visibleTemplates(
  tx: Tx,
  { carrierAccountSid, templates }: Snapshot,
  own: ReadonlySet<string>,
): Promise<CarrierTemplate[]> {
  const offered = templates.filter((template) => own.has(template.sid) || !isUnsubmitted(template))
  if (!isInstallations(tx, { accountSid: carrierAccountSid })) return offered
  if (tx.account.kind === 'tenant') return offered.filter(({ sid }) => own.has(sid))
  const sids = offered.map(({ sid }) => sid)
  const others = new Set(await selectSubmittedByOthers(tx.db, tx.account.id, sids))
  const underWay = await selectUnderWayOfOthers(tx.db, tx.account.id, carrierAccountSid)
  const isUnderWay = (template: CarrierTemplate) =>
    underWay.some(({ name, language }) => name === template.name && language === template.language)
  return offered.filter((template) => own.has(template.sid) || !(others.has(template.sid) || isUnderWay(template)))
}
