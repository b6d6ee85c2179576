// The routes of every area of the contract; an area without handlers does not compile.
import type { Area } from '#contract/endpoint.ts'
import { type Contract, contract } from '#contract/index.ts'
import { channels } from './channels.ts'
import { accountHandlers } from './features/accounts/index.ts'
import {
  assistantHandlers,
  countAssistantsOfKnowledgebases,
  folderHandlers,
  labelHandlers,
  listNumbersForAssistants,
  toolHandlers,
} from './features/assistants/index.ts'
import { totalBalanceOf } from './features/billing/index.ts'
import { calendarHandlers } from './features/calendars/index.ts'
import { callHandlers } from './features/calls/index.ts'
import { catalogueHandlers } from './features/catalogues/index.ts'
import { conversationHandlers } from './features/conversations/index.ts'
import { knowledgeHandlers } from './features/knowledge/index.ts'
import { messageHandlers } from './features/messages/index.ts'
import { phoneNumberHandlers } from './features/phone-numbers/index.ts'
import { senderHandlers } from './features/senders/index.ts'
import { webhookHandlers } from './features/webhooks/index.ts'
import { type Handlers, type Route, routesOf } from './platform/http/route.ts'

const handlers: { [Name in keyof Contract]: Handlers<Contract[Name]> } = {
  accounts: accountHandlers(totalBalanceOf),
  assistants: assistantHandlers,
  calendars: calendarHandlers,
  calls: callHandlers,
  catalogues: catalogueHandlers(listNumbersForAssistants),
  conversations: conversationHandlers(channels),
  folders: folderHandlers,
  knowledge: knowledgeHandlers(countAssistantsOfKnowledgebases),
  labels: labelHandlers,
  messages: messageHandlers,
  phoneNumbers: phoneNumberHandlers,
  senders: senderHandlers,
  tools: toolHandlers,
  webhooks: webhookHandlers,
}

export const routes: readonly Route[] = Object.entries<Area>(contract as Record<string, Area>).flatMap(([name, area]) =>
  routesOf(area, handlers[name as keyof Contract] as Handlers<Area>),
)
