// Names and descriptions of the OpenAPI tags, one for each area.
const descriptions: Record<string, string> = {
  accounts: 'The account, its balance and its API keys.',
  assistantTemplates: 'Templates of assistants: complete assistants for common jobs, with tests.',
  assistantTests: 'Tests of assistants: calls in virtual time against their settings, and their runs.',
  assistants: 'AI assistants: settings, webhooks and activation.',
  audit: 'The audit log: who changed what, and when.',
  automations: 'Automations: flows that events, requests and schedules start, and their runs.',
  billing: 'The ledger of the account, its usage, and alerts about its balance.',
  calls: 'Phone calls of assistants: making them, their transcripts, recordings, evaluations and costs.',
  campaigns: 'Campaigns: contact the people of a list by call, chat app or SMS, within a schedule and with retries.',
  catalogues: 'The languages, models, voices, speech providers and phone numbers that an assistant can use.',
  connections: 'Connections: named credentials for services that automations call.',
  consents: 'Consents: whether and when people agreed to be contacted, or withdrew it.',
  contacts: 'Contacts: the people with whom the account talks, under all their addresses.',
  conversations: 'Text conversations, for website visitors and for the account that owns the assistant.',
  conversationLabels: 'Labels for conversations. A conversation can have several labels.',
  conversationViews: 'Views of conversations: named filters that members save for themselves.',
  doNotContact: 'The do-not-contact list: people who must not be called or written to.',
  optOutWords: 'The words of the account with which customers opt out of messages.',
  events: 'Live events: calls, conversations, messages, documents and campaigns as they change.',
  folders: 'Folders for assistants. An assistant is in at most one folder.',
  labels: 'Labels for assistants. An assistant can have several labels.',
  leads: 'Leads: the people whom a campaign contacts.',
  liveCalls: 'People who listen to calls in progress.',
  localServers: 'For operators of the installation: model and speech servers on the same machine.',
  members: 'The members of the account, their roles, and invitations.',
  messages: 'Messages on chat-app channels such as WhatsApp, and the 24-hour window for freeform messages.',
  installationVendors: 'For operators of the installation: the keys of vendors that all accounts use.',
  knowledge: 'Knowledgebases: websites and files in which assistants search.',
  calendars: 'Calendars at Cal.com and Calendly, in which assistants book appointments.',
  operators: 'For operators of the installation.',
  phoneNumbers: 'Phone numbers for calls and SMS, and the limits for outgoing calls.',
  savedReplies: 'Texts that agents use often in conversations.',
  session: 'Signing in and out, and what members change about themselves.',
  privacy: 'Privacy: how long personal data is kept, and the erasure and export of the data of a person.',
  senders: 'Chat-app numbers, their message templates, and the carrier account they belong to.',
  sipPhones: 'SIP telephones: desk phones and softphones that register at Parley.',
  sipTrunks: 'SIP trunks: lines of telephone providers and private branch exchanges, with their phone numbers.',
  sms: 'SMS from the phone numbers of the account. Answers of recipients are conversations of type `sms`.',
  tools: 'HTTP functions that assistants can call during a conversation.',
  vendors: 'The keys with which the account uses language models, speech recognition, voices and realtime models.',
  voicePacks: 'For operators of the installation: voices and speech recognizers that run on the server itself.',
  widgets: 'The widget of an assistant: how it looks on websites, and whether it works on one.',
  webhooks: 'Webhook deliveries, the signing secret, and the payloads that Parley sends.',
}

/** Turns `phoneNumbers` into `Phone numbers`. */
export function tagOf(area: string): string {
  const words = area.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const describeTag = (area: string) => ({ name: tagOf(area), description: descriptions[area] })
