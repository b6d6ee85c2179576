// The contract: all endpoints by area.
import { accounts } from './accounts.ts'
import { assistants } from './assistants.ts'
import { automations } from './automations.ts'
import { calendars } from './calendars.ts'
import { calls } from './calls.ts'
import { campaigns } from './campaigns.ts'
import { catalogues } from './catalogues.ts'
import { connections } from './connections.ts'
import { consents } from './consents.ts'
import { conversations } from './conversations.ts'
import { doNotContact } from './do-not-contact.ts'
import { folders, labels } from './folders.ts'
import { knowledge } from './knowledge.ts'
import { leads } from './leads.ts'
import { liveEvents } from './live-events.ts'
import { messages } from './messages.ts'
import { phoneNumbers } from './phone-numbers.ts'
import { senders } from './senders.ts'
import { sms } from './sms.ts'
import { tools } from './tools.ts'
import { webhooks } from './webhooks.ts'

export const contract = {
  accounts,
  assistants,
  automations,
  calendars,
  calls,
  campaigns,
  catalogues,
  connections,
  consents,
  conversations,
  doNotContact,
  events: liveEvents,
  folders,
  knowledge,
  labels,
  leads,
  messages,
  phoneNumbers,
  senders,
  sms,
  tools,
  webhooks,
}

export type Contract = typeof contract
