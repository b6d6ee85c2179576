// The paths of the pages. Each page is loaded when it is opened first.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, dayOf, idOf, textOf } from '../address/values.ts'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf, withTexts } from '../i18n/texts.ts'
import { readNewAssistantSearch } from '../pages/assistants/new/search.ts'
import { readAssistantSearch, readAssistantsSearch } from '../pages/assistants/search.ts'
import { readAutomationSearch, readAutomationsSearch } from '../pages/automations/parts/search.ts'
import { readCallSearch, readCallsSearch } from '../pages/calls/search.ts'
import { readCampaignSearch, readCampaignsSearch } from '../pages/campaigns/search.ts'
import { readContactsSearch } from '../pages/contacts/search.ts'
import { readInboxSearch } from '../pages/inbox/search.ts'
import { readKnowledgeSearch } from '../pages/knowledge/address.ts'
import { readMessagesSearch } from '../pages/messages/address.ts'
import { readNumbersSearch } from '../pages/numbers/address.ts'
import { Failure, LinkButton, Loading, Page } from '../ui/page.tsx'
import { Shell } from './shell.tsx'

const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => withTexts(load), name)

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: page(() => import('../pages/home/home.tsx'), 'Home'),
})

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: page(() => import('../pages/inbox/inbox.tsx'), 'Inbox'),
})

const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  validateSearch: readCallsSearch,
  component: page(() => import('../pages/calls/calls.tsx'), 'Calls'),
})

const call = createRoute({
  getParentRoute: () => root,
  path: '/calls/$id',
  validateSearch: readCallSearch,
  component: page(() => import('../pages/calls/call.tsx'), 'Call'),
})

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  validateSearch: readContactsSearch,
  component: page(() => import('../pages/contacts/contacts.tsx'), 'Contacts'),
})

const contact = createRoute({
  getParentRoute: () => root,
  path: '/contacts/$id',
  component: page(() => import('../pages/contacts/contact.tsx'), 'Contact'),
})

const assistants = createRoute({
  getParentRoute: () => root,
  path: '/assistants',
  validateSearch: readAssistantsSearch,
  component: page(() => import('../pages/assistants/assistants.tsx'), 'Assistants'),
})

const newAssistant = createRoute({
  getParentRoute: () => root,
  path: '/assistants/new',
  validateSearch: readNewAssistantSearch,
  component: page(() => import('../pages/assistants/new/new-assistant.tsx'), 'NewAssistant'),
})

const assistant = createRoute({
  getParentRoute: () => root,
  path: '/assistants/$id',
  validateSearch: readAssistantSearch,
  component: page(() => import('../pages/assistants/assistant.tsx'), 'Assistant'),
})

const knowledge = createRoute({
  getParentRoute: () => root,
  path: '/knowledge',
  validateSearch: readKnowledgeSearch,
  component: page(() => import('../pages/knowledge/knowledge.tsx'), 'Knowledge'),
})

const messages = createRoute({
  getParentRoute: () => root,
  path: '/messages',
  validateSearch: readMessagesSearch,
  component: page(() => import('../pages/messages/messages.tsx'), 'Messages'),
})

const numbers = createRoute({
  getParentRoute: () => root,
  path: '/numbers',
  validateSearch: readNumbersSearch,
  component: page(() => import('../pages/numbers/numbers.tsx'), 'Numbers'),
})

const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  validateSearch: readCampaignsSearch,
  component: page(() => import('../pages/campaigns/campaigns.tsx'), 'Campaigns'),
})

const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$id',
  validateSearch: readCampaignSearch,
  component: page(() => import('../pages/campaigns/campaign.tsx'), 'Campaign'),
})

const automations = createRoute({
  getParentRoute: () => root,
  path: '/automations',
  validateSearch: readAutomationsSearch,
  component: page(() => import('../pages/automations/automations.tsx'), 'Automations'),
})

const automation = createRoute({
  getParentRoute: () => root,
  path: '/automations/$id',
  validateSearch: readAutomationSearch,
  component: page(() => import('../pages/automations/automation.tsx'), 'Automation'),
})

const developers = createRoute({
  getParentRoute: () => root,
  path: '/developers',
  validateSearch: addressOf({ tab: textOf, status: textOf, kind: textOf, subject: textOf, delivery: idOf }),
  component: page(() => import('../pages/developers/developers.tsx'), 'Developers'),
})

const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  validateSearch: addressOf({
    tab: textOf,
    days: idOf,
    from: dayOf,
    to: dayOf,
    channel: textOf,
    assistant: idOf,
    campaign: idOf,
    by: textOf,
    kind: textOf,
  }),
  component: page(() => import('../pages/usage/usage.tsx'), 'Usage'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: addressOf({
    tab: textOf,
    actor: textOf,
    actor_id: idOf,
    action: textOf,
    subject: textOf,
    from: dayOf,
    to: dayOf,
    entry: idOf,
    search: textOf,
  }),
  component: page(() => import('../pages/settings/settings.tsx'), 'Settings'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    inbox,
    calls,
    call,
    contacts,
    contact,
    assistants,
    newAssistant,
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
  // An error of a page leaves the navigation as it is.
  defaultErrorComponent: ({ error, reset }) => <Failure error={error as Error} onRetry={reset} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const texts = textsOf('app', 'router')

/** Says that a path has no page. */
function NotFound() {
  const t = useTexts(texts)
  return (
    <Page title={t.title} text={t.text}>
      <div>
        <LinkButton to="/">{t.home}</LinkButton>
      </div>
    </Page>
  )
}
