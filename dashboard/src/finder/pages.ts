// The pages that the search finds: those of the navigation, and their parts.
import { navigation, navigationTexts } from '../app/destinations.tsx'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { useMay, useSession } from '../session/session.tsx'
import type { Found, Target } from './found.ts'

const texts = textsOf('finder', 'pages')

type Part = readonly [label: string, to: Target['to'], tab: string, isAllowed: boolean, keywords?: string]

export function usePages(): Found[] {
  const t = useTexts(texts)
  const names = useTexts(navigationTexts)
  const may = useMay()
  const { user } = useSession()
  const all = navigation.flat()
  const pages = all
    .filter(({ needs: [area, call] }) => may(area, call as never))
    .map(
      ({ name, path, icon }): Found => ({ id: `page ${path}`, label: names[name], icon, open: { to: path as never } }),
    )
  const parts: Part[] = [
    [t.doNotContact, '/campaigns', 'do-not-contact', may('doNotContact', 'list')],
    [t.consents, '/campaigns', 'consents', may('consents', 'list')],
    [t.newAutomations, '/automations', 'templates', may('automations', 'listTemplates')],
    [t.connections, '/automations', 'connections', may('connections', 'list')],
    [t.templates, '/messages', 'templates', may('senders', 'list')],
    [t.deliveries, '/messages', 'deliveries', may('sms', 'list')],
    [t.carrier, '/messages', 'carrier', may('senders', 'getCarrier')],
    [t.keys, '/developers', 'keys', may('accounts', 'listApiKeys')],
    [t.webhooks, '/developers', 'webhooks', may('webhooks', 'listDeliveries')],
    [t.tools, '/developers', 'tools', may('webhooks', 'listDeliveries')],
    [t.calendars, '/developers', 'calendars', may('webhooks', 'listDeliveries')],
    [t.transactions, '/usage', 'transactions', may('billing', 'listTransactions')],
    [t.alerts, '/usage', 'alerts', may('billing', 'getBalanceAlerts')],
    [t.you, '/settings', 'you', may('accounts', 'me'), t.profileWords],
    [t.members, '/settings', 'team', may('members', 'list')],
    [t.account, '/settings', 'account', may('accounts', 'me'), t.accountWords],
    [t.models, '/settings', 'models', may('vendors', 'list')],
    [t.privacy, '/settings', 'privacy', may('privacy', 'getRetention'), t.privacyWords],
    [t.audit, '/settings', 'audit', may('audit', 'list')],
    [t.operators, '/settings', 'operators', user.is_operator],
  ]
  return [
    ...pages,
    ...parts
      .filter(([, , , isAllowed]) => isAllowed)
      .map(([label, to, tab, , keywords]): Found => {
        const page = all.find(({ path }) => path === to)!
        return {
          id: `page ${to} ${tab}`,
          label,
          detail: names[page.name],
          keywords: `${names[page.name]} ${keywords ?? ''}`,
          icon: page.icon,
          open: { to, search: { tab } as never },
        }
      }),
  ]
}
