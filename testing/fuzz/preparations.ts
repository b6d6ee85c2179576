// Prepares the state and the fields that requests need to succeed, where generated values alone would never do.
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { encryptCredentials, saveCarrierAccount } from '#server/features/carrier-accounts/index.ts'
import { createSignInLink } from '#server/features/members/index.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import { factories, type MadeRecord, makeLiveCall } from '../app/factories.ts'
import { openBrowser, signInMember, type TestMember } from '../app/members.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import { automationOf, runFlow } from '../automations/flows.ts'
import { emulatedApiKey } from '../emulators/calendar.ts'
import { leaveInterruptedPack } from '../voice-packs/interrupted-pack.ts'
import type { FuzzServices } from './services.ts'

export interface Prepared {
  /** Replaces generated parameters and fields of the body; a field that is undefined is removed. */
  params?: Record<string, unknown>
  body?: Record<string, unknown>
  /** An API key or a session cookie; by default the key of the new account. */
  credential?: string | undefined
}

/** `name` is that of the endpoint in the contract. */
export async function prepare(name: string, parley: TestApp, services: FuzzServices): Promise<Prepared> {
  const owner = await parley.createAccount()
  const made = new Map<string, Promise<MadeRecord>>()
  const make = (kind: string): Promise<MadeRecord> => {
    const record = made.get(kind) ?? factories[kind]!(owner, 'prepared', parley, make)
    made.set(kind, record)
    return record
  }
  return { credential: owner.token, ...(await preparations[name]!({ parley, services, owner, make })) }
}

interface Stage {
  parley: TestApp
  services: FuzzServices
  /** A new account, so that earlier requests have changed nothing. */
  owner: TestAccount
  /** Creates one record of the kind, and the records that it refers to. */
  make(kind: string): Promise<MadeRecord>
}

const password = 'violet harbour 92'
/** It is busy, so a call ends without a session. */
const busyPhone = '+12025550103'
let numbers = 0
const newNumber = (): string => `+1415557${String(++numbers).padStart(4, '0')}`
const tokenOf = (url: string): string => url.split('=').at(-1)!

const makeContacts = async ({ contacts }: TestAccount['client']): Promise<[number, number]> => [
  (await contacts.create({ name: 'Ann' })).data.id,
  (await contacts.create({ name: 'Bob' })).data.id,
]

/** By the name of the endpoint in the contract. */
export const preparations: Record<string, (stage: Stage) => Promise<Prepared>> = {
  'assistantTests.create': async ({ make }) => ({
    params: { assistantId: (await make('assistant')).id },
    body: {
      script: [{ say: 'Hello' }, { expect: { assistant: 'Hello' } }],
      ...{ simulate: undefined, evaluation: undefined, answers: undefined, answers_from: undefined, tools: undefined },
      overall: undefined,
    },
  }),

  'automations.createFromTemplate': async () => ({
    body: { template: 'conversation-summary', values: { url: 'https://example.com/alerts' }, assistant_id: undefined },
  }),

  'automations.restore': async ({ owner: { client }, services: { target } }) => {
    const { automation_id: id } = await client.automations.create(automationOf([target.post('first', '/')]))
    const { version } = await client.automations.get({ id })
    await client.automations.update({ id, flow: automationOf([target.post('second', '/')]).flow })
    return { params: { id }, body: { version } }
  },

  'automations.retry': async ({ owner: { client }, services: { target } }) => {
    const flow = automationOf([target.post('send', '/broken')], { trigger: { type: 'manual' } })
    const { automation_id: id } = await client.automations.create(flow)
    return { params: { id, run_id: (await runFlow({ client, id })).id } }
  },

  'calendars.create': async ({ services: { calendar } }) => ({
    body: { provider: 'calcom', access_key: emulatedApiKey, server_url: calendar.url },
  }),

  'calendars.update': async ({ owner: { client }, services: { calendar } }) => {
    const body = { provider: 'calcom' as const, access_key: emulatedApiKey, server_url: calendar.url }
    return { params: { id: (await client.calendars.create(body)).data.id }, body: { access_key: emulatedApiKey } }
  },

  'calls.make': async ({ parley, owner }) => ({
    body: { assistant_id: (await parley.createCallingAssistant({ owner })).id, phone_number: busyPhone },
  }),

  'calls.recording': async ({ parley: { app }, owner: { account }, make }) => {
    const { id } = await make('call')
    const { rows } = await sql<{ key: string }>`
      update calls set recording_key = 'recordings/' || account_id || '/' || uuid
      where account_id = ${account.id} and id = ${id!} returning recording_key as key`.execute(app.context.db)
    await app.context.files.put(rows[0]!.key, Buffer.from('RIFF'), 'audio/wav')
    return { params: { id } }
  },

  'campaigns.updateStatus': async ({ parley, owner }) => {
    const { id, client } = await parley.createCallingAssistant({ owner })
    const { data: campaign } = await client.campaigns.create({ name: 'Spring', assistant_id: id })
    await client.leads.create({ campaign_id: campaign.id, phone_number: busyPhone })
    return { body: { campaign_id: campaign.id, action: 'start', status: undefined } }
  },

  'connections.create': async ({ services: { target } }) => ({
    body: { type: 'bearer', token: 'secret', test_url: `${target.url}/me`, allowed_hosts: undefined },
  }),

  'connections.test': async ({ owner: { client }, services: { target } }) => {
    const fields = { name: 'CRM', type: 'bearer', token: 'secret', test_url: `${target.url}/me` } as const
    return { params: { id: (await client.connections.create(fields)).data.id } }
  },

  'contacts.merge': async ({ owner: { client } }) => {
    const [one, other] = await makeContacts(client)
    return { params: { id: one }, body: { contact_id: other } }
  },

  'contacts.separate': async ({ owner: { client } }) => {
    const [one, other] = await makeContacts(client)
    await client.contacts.merge({ id: one, contact_id: other })
    return { params: { id: one }, body: { contact_id: other } }
  },

  'conversations.generateReply': async ({ make }) => ({
    body: { assistant_id: (await make('assistant')).id, message: 'Hello', file_ids: undefined },
  }),

  'installationVendors.set': async (stage) => ({ ...vendorKey, ...(await operatorOf(stage)) }),

  'installationVendors.test': (stage) => withInstallationKey(stage),

  'installationVendors.remove': (stage) => withInstallationKey(stage),

  'localServers.choose': async (stage) => ({ ...localServerOf(stage), ...(await operatorOf(stage)) }),

  'localServers.remove': async (stage) => {
    const { cookie, client } = await memberOf(stage, { isOperator: true })
    const { params, body } = localServerOf(stage)
    await client.localServers.choose({ ...params, ...body })
    return { params, body: {}, credential: cookie() }
  },

  'messages.sendTemplate': async ({ make }) => {
    const { id: templateId } = await make('template')
    return { body: { sender_id: (await make('sender')).id, template_id: templateId, variables: { 1: 'Ann' } } }
  },

  'messages.sendFreeform': async ({ owner: { client }, make }) => {
    const { id: template_id } = await make('template')
    const recipient = { sender_id: (await make('sender')).id!, recipient_phone: '+14155551234' }
    // It opens the window.
    await client.messages.sendTemplate({ ...recipient, template_id: template_id!, variables: { 1: 'Ann' } })
    return { body: { ...recipient, message: 'Hello', media_url: undefined } }
  },

  'members.showInvitation': async (stage) => ({ body: { token: await invitationOf(stage) } }),

  'members.acceptInvitation': async (stage) => ({ body: { token: await invitationOf(stage), name: 'Ann', password } }),

  'operators.createLink': async (stage) => {
    const member = await memberOf(stage, { isOperator: true })
    return { body: { email: member.email }, credential: member.cookie() }
  },

  'liveCalls.transfer': async ({ parley, owner, make }) => {
    const { id: assistantId } = await make('assistant')
    const id = await makeLiveCall(owner, parley, { assistantId: assistantId!, isTakenOver: false })
    const { context } = parley.app
    await sql`
      update calls set carrier_account_id = ${context.settings.carrierAccount.externalId}, external_id = ${context.newId()}
      where account_id = ${owner.account.id} and id = ${id}`.execute(context.db)
    return { params: { id }, body: { phone_number: busyPhone } }
  },

  'phoneNumbers.create': async ({ parley: { carrier } }) => {
    const phoneNumber = newNumber()
    carrier.control.addNumber({ phoneNumber })
    return { body: { phone_number: phoneNumber } }
  },

  'phoneNumbers.purchase': async ({ owner: { client } }) => {
    const { data } = await client.phoneNumbers.search({})
    return { body: { phone_number: data[0]!.phone_number } }
  },

  'senders.create': async ({ parley: { carrier } }) => {
    const number = newNumber()
    carrier.control.addSender({ number })
    return { body: { phone_number: number, assistant_id: undefined } }
  },

  'senders.createTemplate': async ({ make }) => ({
    params: { senderId: (await make('sender')).id },
    body: {
      ...{ name: `order_${newNumber().slice(1)}`, language: 'en_US', category: 'utility' },
      ...{ body_text: 'Hello {{1}}, your order was shipped today.', variables: undefined, samples: undefined },
    },
  }),

  'senders.deleteCarrier': async ({ parley: { app }, owner: { account } }) => {
    const { context } = app
    const externalId = `AC${crypto.randomUUID().replaceAll('-', '')}`
    const own = { ...context.settings.carrierAccount, externalId, credentials: 'secret' }
    const credentials = encryptCredentials(context.settings, account.id, own)
    await saveCarrierAccount(context.db, account.id, { ...own, credentials, verifiedAt: await selectNow(context.db) })
    return {}
  },

  'sipTrunks.create': async () => ({ body: { ...trunkFields(), ...withoutOtherFields } }),

  'sipTrunks.update': async ({ owner: { client } }) => ({
    params: { id: (await client.sipTrunks.create(trunkFields())).data.id },
    body: { phone_number: undefined, sip_trunk_type: undefined, ...withoutOtherFields },
  }),

  'sms.send': async ({ make }) => ({
    body: { from: (await make('phone-number')).id, to: '+14155551234', body: 'Hello', message: undefined },
  }),

  'session.signIn': async (stage) => {
    const { client, email } = await memberOf(stage)
    await client.session.changePassword({ password })
    return { body: { email, password }, credential: undefined }
  },

  'session.sendCode': async (stage) => {
    const member = await memberOf(stage)
    const code = await useApp(member, stage)
    await member.client.session.changePassword({ password })
    const browser = openBrowser(stage.parley)
    await browser.client.session.signIn({ email: member.email, password })
    return { body: { code }, credential: browser.cookie() }
  },

  'session.useLink': async (stage) => {
    const { userId } = await memberOf(stage)
    return { body: { token: tokenOf(await createSignInLink(stage.parley.app.context, userId)) }, credential: undefined }
  },

  'session.confirmSecondFactor': async (stage) => {
    const member = await memberOf(stage)
    return { body: { code: await startApp(member, stage) }, credential: member.cookie() }
  },

  'session.removeSecondFactor': async (stage) => {
    const member = await memberOf(stage)
    return { body: { code: await useApp(member, stage) }, credential: member.cookie() }
  },

  'session.resetPassword': async (stage) => {
    const member = await memberOf(stage, { isOperator: true })
    const { url } = await member.client.operators.createLink({ email: member.email })
    return { body: { token: tokenOf(url), password }, credential: undefined }
  },

  'vendors.set': async () => vendorKey,

  'vendors.test': (stage) => withVendorKey(stage),

  'vendors.remove': (stage) => withVendorKey(stage),

  'voicePacks.add': async (stage) => ({
    body: { name: undefined, url: `${stage.services.target.url}/pack.tar` },
    ...(await operatorOf(stage)),
  }),

  'voicePacks.upload': (stage) => operatorOf(stage),

  'voicePacks.cancel': (stage) => withInterruptedPack(stage),

  'voicePacks.remove': (stage) => withInterruptedPack(stage),

  'widgets.show': async ({ make }) => ({ params: { id: (await make('assistant')).uuid } }),
}

const trunkFields = () => ({
  sip_trunk_type: 'number' as const,
  ...{ phone_number: newNumber(), sip_address: 'sip.invalid', sip_username: 'example', sip_password: 'secret' },
})

/** Fields of trunks that are valid with few values of others. */
const withoutOtherFields = {
  ...{ additional_phone_numbers: undefined, allowed_inbound_ips: undefined, sip_domain: undefined },
  country_code: undefined,
}

const localServerOf = ({ services }: Stage) => ({
  params: { kind: 'voice' as const },
  body: { url: `${services.localServer.url}/v1`, model: undefined },
})

const vendorKey = { params: { vendor: 'anthropic' }, body: { access_key: 'secret', server_url: undefined } } as const

async function withVendorKey({ owner: { client } }: Stage): Promise<Prepared> {
  await client.vendors.set({ vendor: 'anthropic', access_key: 'secret' })
  return vendorKey
}

const operatorOf = async (stage: Stage) => ({ credential: (await memberOf(stage, { isOperator: true })).cookie() })

/** Requests remove it at the same time. */
async function withInstallationKey(stage: Stage): Promise<Prepared> {
  const member = await memberOf(stage, { isOperator: true })
  await member.client.installationVendors.set({ vendor: 'anthropic', access_key: 'secret' })
  return { ...vendorKey, body: {}, credential: member.cookie() }
}

const withInterruptedPack = async (stage: Stage): Promise<Prepared> => ({
  params: { pack: await leaveInterruptedPack(stage.parley.app.context.settings.voicePacksFolder) },
  ...(await operatorOf(stage)),
})

const memberOf = ({ parley, owner: { account } }: Stage, options = {}) =>
  signInMember(parley, account, 'owner', options)

/** Starts using an authenticator app, and returns its code. */
async function startApp({ client }: TestMember, { parley }: Stage): Promise<string> {
  const { secret } = await client.session.startSecondFactor({})
  return new TOTP({ secret }).generate({ timestamp: parley.app.context.now().getTime() })
}

/** Uses an authenticator app, and returns a recovery code. */
async function useApp(member: TestMember, stage: Stage): Promise<string> {
  const code = await startApp(member, stage)
  const { recovery_codes } = await member.client.session.confirmSecondFactor({ code })
  return recovery_codes[0]!
}

async function invitationOf({ owner: { client } }: Stage): Promise<string> {
  const { url } = await client.members.invite({ email: `${crypto.randomUUID()}@example.com`, role: 'agent' })
  return tokenOf(url!)
}
