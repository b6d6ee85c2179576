// The contract: all endpoints by area.
import { accounts } from './accounts.ts'
import { assistantTests } from './assistant-tests.ts'
import { assistants } from './assistants.ts'
import { audit } from './audit.ts'
import { automations } from './automations.ts'
import { billing } from './billing.ts'
import { calendars } from './calendars.ts'
import { calls } from './calls.ts'
import { campaigns } from './campaigns.ts'
import { catalogues } from './catalogues.ts'
import { connections } from './connections.ts'
import { consents } from './consents.ts'
import { conversationViews } from './conversation-views.ts'
import { conversations } from './conversations.ts'
import { doNotContact } from './do-not-contact.ts'
import { folders, labels } from './folders.ts'
import { conversationLabels, savedReplies } from './inbox.ts'
import { knowledge } from './knowledge.ts'
import { leads } from './leads.ts'
import { liveCalls } from './live-calls.ts'
import { liveEvents } from './live-events.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { operators } from './operators.ts'
import { phoneNumbers } from './phone-numbers.ts'
import { privacy } from './privacy.ts'
import { senders } from './senders.ts'
import { session } from './session.ts'
import { sms } from './sms.ts'
import { tools } from './tools.ts'
import { webhooks } from './webhooks.ts'

export const contract = {
  accounts,
  assistantTests,
  assistants,
  audit,
  automations,
  billing,
  calendars,
  calls,
  campaigns,
  catalogues,
  connections,
  consents,
  conversationLabels,
  conversationViews,
  conversations,
  doNotContact,
  events: liveEvents,
  folders,
  knowledge,
  labels,
  leads,
  liveCalls,
  members,
  messages,
  operators,
  phoneNumbers,
  privacy,
  savedReplies,
  senders,
  session,
  sms,
  tools,
  webhooks,
}

export type Contract = typeof contract
