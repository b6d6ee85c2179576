// Property tests: whatever happens in whichever order, an address has one contact, and opt-outs and erasures follow it.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { actFor } from '#server/features/accounts/index.ts'
import { blockContact, isDoNotContact } from '#server/features/consents/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { allRows } from '#server/platform/database/statements.ts'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { channelAddress } from './contact/address.ts'
import { identifyContact } from './merging/identify.ts'
import { mergeContacts, separateContact } from './merging/merge-contacts.ts'

const parley = await startTestApp({ carrier: {}, script: 'We will see to it.' })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app

const phones = ['+447700900101', '+447700900102', '+447700900103']
const ids = ['US.101', 'US.102', 'US.103']

/** A position selects one of the contacts, or of the merges, that there are. */
type Step =
  | { kind: 'event'; phone: number | undefined; id: number | undefined }
  | { kind: 'merge'; into: number; other: number }
  | { kind: 'separate'; position: number }
  | { kind: 'stop'; address: number }
  | { kind: 'erase'; address: number }

const position = fc.nat({ max: 11 })
const index = fc.nat({ max: 2 })
const event = fc
  .record({
    kind: fc.constant('event' as const),
    phone: fc.option(index, { nil: undefined }),
    id: fc.option(index, { nil: undefined }),
  })
  .filter(({ phone, id }) => phone !== undefined || id !== undefined)
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: event },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), into: position, other: position }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('separate' as const), position }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), address: fc.nat({ max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), address: fc.nat({ max: 5 }) }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 14 },
)

/** What the contacts of an account should be, computed in the simplest way. */
class Model {
  readonly owners = new Map<string, number>()
  readonly parents = new Map<number, number>()
  readonly merged = new Map<number, readonly string[]>()
  readonly stopped = new Set<string>()

  addressesOf = (contact: number): string[] =>
    [...this.owners].flatMap(([key, owner]) => (owner === contact ? [key] : []))
  contacts = (): number[] => [...new Set(this.owners.values())].sort((a, b) => a - b)
  rootOf = (contact: number): number => {
    const parent = this.parents.get(contact)
    return parent === undefined ? contact : this.rootOf(parent)
  }

  /** `created` is the contact that is used if none of the addresses has one. */
  see(phone: string | undefined, id: string | undefined, created: number): void {
    const former = phone === undefined ? undefined : this.owners.get(phone)
    if (phone !== undefined && id !== undefined && former !== undefined) {
      const formerIds = this.addressesOf(former).filter((key) => ids.includes(key))
      if (formerIds.length > 0 && !formerIds.includes(id)) this.owners.delete(phone)
    }
    const seen = [phone, id].filter((key) => key !== undefined)
    const known = [...new Set(seen.flatMap((key) => this.owners.get(key) ?? []))].sort((a, b) => a - b)
    const owner = known[0] ?? created
    if (known[1] !== undefined) this.merge(owner, known[1])
    for (const key of seen) this.owners.set(key, owner)
  }

  merge(into: number, other: number): void {
    const addresses = this.addressesOf(other)
    for (const key of addresses) this.owners.set(key, into)
    this.parents.set(other, into)
    this.merged.set(other, addresses)
  }

  separate(contact: number): void {
    const root = this.rootOf(contact)
    for (const key of this.merged.get(contact)!) if (this.owners.get(key) === root) this.owners.set(key, contact)
    this.parents.delete(contact)
    this.merged.delete(contact)
  }

  /** Merged contacts are erased with the one into which they were merged. */
  erase(address: string): void {
    const owner = this.owners.get(address)
    if (owner === undefined) return
    const gone = [...this.merged.keys()].filter((contact) => this.rootOf(contact) === owner)
    // What is still on the list for one address is on it for all of them afterwards.
    const addresses = this.addressesOf(owner)
    if (addresses.some((key) => this.stopped.has(key))) for (const key of addresses) this.stopped.add(key)
    for (const key of addresses) this.owners.delete(key)
    for (const contact of gone) {
      this.parents.delete(contact)
      this.merged.delete(contact)
    }
  }
}

async function apply(ctx: AccountContext, model: Model, step: Step): Promise<void> {
  const all = [...phones, ...ids]
  const pick = (list: readonly number[], at: number): number | undefined => list[at % Math.max(list.length, 1)]
  if (step.kind === 'event') {
    const phone = step.phone === undefined ? undefined : phones[step.phone]
    const id = step.id === undefined ? undefined : ids[step.id]
    const addresses = [phone, id].flatMap((address) => (address === undefined ? [] : channelAddress(address, 'one')))
    model.see(phone, id, (await transaction(ctx, (tx) => identifyContact(tx, { addresses }))).id)
  } else if (step.kind === 'merge') {
    const [into, other] = [pick(model.contacts(), step.into), pick(model.contacts(), step.other)]
    if (into === undefined || other === undefined || into === other) return
    await mergeContacts(ctx, { contactId: into, mergedId: other })
    model.merge(into, other)
  } else if (step.kind === 'separate') {
    const contact = pick(
      [...model.merged.keys()].sort((a, b) => a - b),
      step.position,
    )
    if (contact === undefined) return
    await separateContact(ctx, { contactId: model.rootOf(contact), mergedId: contact })
    model.separate(contact)
  } else if (step.kind === 'stop') {
    const address = all[step.address]!
    const block = { address, scope: 'everything', topic: null, source: 'message', reference: 'message 1' } as const
    await transaction(ctx, (tx) => blockContact(tx, block))
    const owner = model.owners.get(address)
    for (const key of owner === undefined ? [address] : model.addressesOf(owner)) model.stopped.add(key)
  }
}

async function check(ctx: AccountContext, model: Model): Promise<void> {
  const rows = await allRows<{ key: string; contactId: number }>(ctx.db)`
    select a.key, a.contact_id from contact_addresses a
    join contacts c on c.account_id = a.account_id and c.id = a.contact_id and c.merged_into is null
    where a.account_id = ${ctx.account.id} order by a.key`
  const expected = [...model.owners].map(([key, contactId]) => ({ key, contactId }))
  assert.deepEqual(
    rows,
    expected.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  )
  for (const address of [...phones, ...ids]) {
    const owner = model.owners.get(address)
    const person = owner === undefined ? [address] : model.addressesOf(owner)
    assert.equal(
      await isDoNotContact(ctx, address),
      person.some((key) => model.stopped.has(key)),
      address,
    )
  }
}

describe('contacts', () => {
  it('share no address, and opt-outs and erasures follow every address, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { account, client } = await parley.createAccount()
        const ctx = (await actFor(context, account.id))!
        const model = new Model()
        for (const step of list) {
          if (step.kind === 'erase') {
            const address = [...phones, ...ids][step.address]!
            const isKnown = model.owners.has(address) || model.stopped.has(address)
            if (isKnown) await client.privacy.erasePerson({ identifier: address })
            model.erase(address)
          } else await apply(ctx, model, step)
          await check(ctx, model)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('lose no message, and have one conversation after a message with all their addresses', async () => {
    const message = fc.record({ phone: fc.boolean(), id: fc.boolean() }).filter(({ phone, id }) => phone || id)
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 6 }), async (list) => {
        const sender = await parley.createSender()
        const [phone, id] = [parley.createPhoneNumber(), `US.${parley.createPhoneNumber().slice(1)}`]
        const texts = list.map((_, index) => `Message ${index}`)
        for (const [index, sent] of list.entries())
          await parley.sendInboundMessage(sender, sent.phone ? phone : id, texts[index]!, {
            fields: sent.id ? { ExternalUserId: `whatsapp:${id}` } : {},
          })
        const conversations = await textsOf(sender)
        assert.deepEqual(conversations.flat().toSorted(), texts)
        const joined = list.findIndex((sent) => sent.phone && sent.id)
        const later = joined < 0 ? [] : texts.slice(joined)
        assert.ok(conversations.some((one) => later.every((text) => one.includes(text))))
      }),
      { numRuns: 12 },
    )
  })
})

async function textsOf({ client }: TestSender): Promise<string[][]> {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  const loaded = await Promise.all(data.map(({ id }) => client.conversations.show({ uuid: id })))
  return loaded.map(({ data: { history } }) =>
    history.filter(({ sent_by }) => sent_by === 'customer').map(({ content }) => content),
  )
}
