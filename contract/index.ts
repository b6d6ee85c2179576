// The contract: all endpoints by area.
import { accounts } from './account/accounts.ts'
import { audit } from './account/audit.ts'
import { billing } from './account/billing.ts'
import { localServerEndpoints } from './account/local-servers.ts'
import { members } from './account/members.ts'
import { operators } from './account/operators.ts'
import { privacy } from './account/privacy.ts'
import { session } from './account/session.ts'
import { installationVendors, vendors } from './account/vendors.ts'
import { voicePacks } from './account/voice-packs.ts'
import { assistantTests } from './assistant-tests/assistant-tests.ts'
import { assistantTemplates } from './assistants/assistant-templates.ts'
import { assistants } from './assistants/assistants.ts'
import { calendars } from './assistants/calendars.ts'
import { catalogues } from './assistants/catalogues.ts'
import { folders, labels } from './assistants/folders.ts'
import { tools } from './assistants/tools.ts'
import { automations } from './automations/automations.ts'
import { connections } from './automations/connections.ts'
import { calls } from './calls/calls.ts'
import { liveCalls } from './calls/live-calls.ts'
import { phoneNumbers } from './calls/phone-numbers.ts'
import { sipPhones } from './calls/sip-phones.ts'
import { sipTrunks } from './calls/sip-trunks.ts'
import { campaigns } from './campaigns/campaigns.ts'
import { leads } from './campaigns/leads.ts'
import { consents, doNotContact, optOutWords } from './contacts/contact-permissions.ts'
import { contacts } from './contacts/contacts.ts'
import { conversations } from './conversations/conversations.ts'
import { conversationLabels, conversationViews, savedReplies } from './conversations/inbox-records.ts'
import { widgets } from './conversations/widgets.ts'
import { liveEvents } from './events/live-events.ts'
import { webhooks } from './events/webhooks.ts'
import { knowledge } from './knowledge/knowledge.ts'
import { messages } from './messages/messages.ts'
import { senders } from './messages/senders.ts'
import { sms } from './messages/sms.ts'

export const contract = {
  accounts,
  assistantTemplates,
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
  contacts,
  conversationLabels,
  conversationViews,
  conversations,
  doNotContact,
  optOutWords,
  events: liveEvents,
  folders,
  installationVendors,
  knowledge,
  labels,
  leads,
  liveCalls,
  localServers: localServerEndpoints,
  members,
  messages,
  operators,
  phoneNumbers,
  privacy,
  savedReplies,
  senders,
  session,
  sipPhones,
  sipTrunks,
  sms,
  tools,
  vendors,
  voicePacks,
  webhooks,
  widgets,
}

export type Contract = typeof contract
