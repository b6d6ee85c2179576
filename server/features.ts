// The features of the application, from low to high layers, and what it takes from their manifests.

import { type Contract, contract } from '#contract/index.ts'
import type { Area } from '#contract/wire/endpoint.ts'
import { carrierAdapters } from './carriers.ts'
import { accounts } from './features/accounts/feature.ts'
import { assistantTemplates } from './features/assistant-templates/feature.ts'
import { assistantTests } from './features/assistant-tests/feature.ts'
import { assistants } from './features/assistants/feature.ts'
import { audit } from './features/audit/feature.ts'
import { automations } from './features/automations/feature.ts'
import { billing } from './features/billing/feature.ts'
import { calendars } from './features/calendars/feature.ts'
import { calls } from './features/calls/feature.ts'
import { campaigns } from './features/campaigns/feature.ts'
import { findCredentials } from './features/carrier-accounts/index.ts'
import { catalogues } from './features/catalogues/feature.ts'
import { consents } from './features/consents/feature.ts'
import { contacts } from './features/contacts/feature.ts'
import { conversations } from './features/conversations/feature.ts'
import { knowledge } from './features/knowledge/feature.ts'
import { liveEvents } from './features/live-events/feature.ts'
import { mail } from './features/mail/feature.ts'
import { members } from './features/members/feature.ts'
import { messages } from './features/messages/feature.ts'
import { phoneNumbers } from './features/phone-numbers/feature.ts'
import { privacy } from './features/privacy/feature.ts'
import { senders } from './features/senders/feature.ts'
import { sipTrunks } from './features/sip-trunks/feature.ts'
import { vendors } from './features/vendors/feature.ts'
import { voicePacks } from './features/voice-packs/feature.ts'
import { webhooks } from './features/webhooks/feature.ts'
import { widgets } from './features/widgets/feature.ts'
import { createLab } from './lab/worker/lab.ts'
import type { CarrierServices } from './platform/carriers/carrier-adapter.ts'
import type { CarrierEvents } from './platform/carriers/carrier-events.ts'
import { extensionsOf } from './platform/context/extension-point.ts'
import type { ContractHandlers, Feature } from './platform/feature.ts'
import { type Handlers, type Route, routesOf } from './platform/http/route.ts'
import { deleteOldKeys } from './platform/http/stages/idempotency-store.ts'
import { storedReplies } from './platform/http/stages/stored-replies.ts'
import { jobGauges } from './platform/jobs/count-jobs.ts'
import { jobsOfSubscriptions, subscriptionsOf } from './platform/jobs/subscriptions.ts'
import { forgetOldRequests } from './platform/rate-limit.ts'

const platform = {
  name: 'platform',
  crons: [
    {
      name: 'platform.forget-old',
      match: '17 * * * *',
      run: async ({ db }) => {
        await deleteOldKeys(db)
        await forgetOldRequests(db)
      },
    },
  ],
  gauges: jobGauges,
  personalData: [storedReplies],
} satisfies Feature

const below = [
  platform,
  mail,
  accounts,
  audit,
  members,
  webhooks,
  catalogues,
  vendors,
  billing,
  knowledge,
  phoneNumbers,
  calendars,
  contacts,
  consents,
  voicePacks,
  sipTrunks,
  assistants,
  conversations,
  widgets,
  senders,
  messages,
  calls,
  assistantTests(createLab()),
  assistantTemplates,
  campaigns,
  automations,
  liveEvents,
] as const

/** From high to low layers. */
export const personalData = below.toReversed().flatMap(({ personalData = [] }: Feature) => personalData)

const manifests = [...below, privacy(personalData)] as const

const all: readonly Feature[] = manifests
const collect = <T>(partOf: (feature: Feature) => readonly T[] | undefined): T[] =>
  all.flatMap((feature) => partOf(feature) ?? [])

/** An area of the contract without handlers does not compile. */
const handlers: ContractHandlers = Object.assign({}, ...all.map((feature) => feature.handlers)) as AllHandlers
type HandlersOf<F> = F extends { handlers: infer H } ? H : never
type AllHandlers = Intersection<HandlersOf<(typeof manifests)[number]>>
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never

export const routes: readonly Route[] = Object.entries<Area>(contract as Record<string, Area>).flatMap(([name, area]) =>
  routesOf(area, handlers[name as keyof Contract] as Handlers<Area>),
)

const subscribed = collect(({ subscriptions }) => subscriptions)
export const subscriptions = subscriptionsOf(subscribed)
export const carrierEvents: CarrierEvents = { ...messages.carrierEvents, ...calls.carrierEvents }
const servicesOf = (carrier: string): CarrierServices => ({
  events: carrierEvents,
  findCredentials: (context, externalId, db) => findCredentials(context, { carrier, externalId }, db),
})
export const callbacks = [
  ...collect(({ callbacks }) => callbacks),
  ...carrierAdapters.flatMap((carrier) => carrier.callbacks(servicesOf(carrier.name))),
]
export const jobs = [...jobsOfSubscriptions(subscribed), ...collect(({ jobs }) => jobs)]
export const crons = collect(({ crons }) => crons)
export const checks = collect(({ checks }) => checks)
export const drains = collect(({ drain }) => drain && [drain])
export const counters = collect(({ counters }) => counters)
export const gauges = collect(({ gauges }) => gauges && [gauges])
export const extensions = extensionsOf(collect(({ extensions }) => extensions))
