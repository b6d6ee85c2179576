// All routes, and the check that each endpoint of the contract has exactly one.
import type { Area } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { channels } from './channels.ts'
import { accountRoutes } from './features/accounts/index.ts'
import { assistantRoutes } from './features/assistants/index.ts'
import { billingRoutes } from './features/billing/index.ts'
import { catalogueRoutes } from './features/catalogues/index.ts'
import { conversationRoutes } from './features/conversations/index.ts'
import { messageRoutes } from './features/messages/index.ts'
import { senderRoutes } from './features/senders/index.ts'
import { webhookRoutes } from './features/webhooks/index.ts'
import type { Route } from './platform/http/route.ts'

export const routes: readonly Route[] = [
  ...accountRoutes,
  ...assistantRoutes,
  ...billingRoutes,
  ...catalogueRoutes,
  ...conversationRoutes(channels),
  ...messageRoutes,
  ...senderRoutes,
  ...webhookRoutes,
]

export function checkRoutes(): void {
  const bound = routes.map(({ endpoint }) => endpoint)
  for (const area of Object.values(contract as Record<string, Area>)) {
    for (const endpoint of Object.values(area)) {
      const count = bound.filter((other) => other === endpoint).length
      if (count !== 1) throw new Error(`${endpoint.method} ${endpoint.path} is bound ${count} times`)
    }
  }
}
