// The paths of the pages. Each page is loaded when it is opened first.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readAssistantSearch, readListSearch } from '../pages/assistants/search.ts'
import { Failure, Loading } from '../ui/states.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <Failure error={error as Error} onRetry={reset} />,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/home/home.tsx'), 'Home'),
})

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: lazyRouteComponent(() => import('../pages/inbox/inbox.tsx'), 'Inbox'),
})

const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  component: lazyRouteComponent(() => import('../pages/calls/calls.tsx'), 'Calls'),
})

const call = createRoute({
  getParentRoute: () => root,
  path: '/calls/$id',
  component: lazyRouteComponent(() => import('../pages/calls/call.tsx'), 'Call'),
})

const assistants = createRoute({
  getParentRoute: () => root,
  path: '/assistants',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../pages/assistants/assistants.tsx'), 'Assistants'),
})

const assistant = createRoute({
  getParentRoute: () => root,
  path: '/assistants/$id',
  validateSearch: readAssistantSearch,
  component: lazyRouteComponent(() => import('../pages/assistants/assistant.tsx'), 'Assistant'),
})

const knowledge = createRoute({
  getParentRoute: () => root,
  path: '/knowledge',
  component: lazyRouteComponent(() => import('../pages/knowledge/knowledge.tsx'), 'Knowledge'),
})

const messages = createRoute({
  getParentRoute: () => root,
  path: '/messages',
  component: lazyRouteComponent(() => import('../pages/messages/messages.tsx'), 'Messages'),
})

const numbers = createRoute({
  getParentRoute: () => root,
  path: '/numbers',
  component: lazyRouteComponent(() => import('../pages/numbers/numbers.tsx'), 'Numbers'),
})

const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  component: lazyRouteComponent(() => import('../pages/campaigns/campaigns.tsx'), 'Campaigns'),
})

const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$id',
  component: lazyRouteComponent(() => import('../pages/campaigns/campaign.tsx'), 'Campaign'),
})

const automations = createRoute({
  getParentRoute: () => root,
  path: '/automations',
  component: lazyRouteComponent(() => import('../pages/automations/automations.tsx'), 'Automations'),
})

const automation = createRoute({
  getParentRoute: () => root,
  path: '/automations/$id',
  component: lazyRouteComponent(() => import('../pages/automations/automation.tsx'), 'Automation'),
})

const developers = createRoute({
  getParentRoute: () => root,
  path: '/developers',
  component: lazyRouteComponent(() => import('../pages/developers/developers.tsx'), 'Developers'),
})

const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  component: lazyRouteComponent(() => import('../pages/usage/usage.tsx'), 'Usage'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings.tsx'), 'Settings'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    inbox,
    calls,
    call,
    assistants,
    assistant,
    knowledge,
    messages,
    numbers,
    campaigns,
    campaign,
    automations,
    automation,
    developers,
    usage,
    settings,
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
