// The page of campaigns: their list, the do-not-contact list and consents.
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, type TabOf, Tabs } from '../../ui/page.tsx'
import { CampaignList } from './campaign-list.tsx'
import { Consents } from './contacts/consents.tsx'
import { DoNotContact } from './contacts/do-not-contact.tsx'
import { CreateCampaign } from './create-campaign.tsx'
import type { ListTab } from './search.ts'

const texts = textsOf(
  {
    title: 'Campaigns',
    text: 'A campaign contacts the people of a list: by call, chat-app template or SMS.',
    create: 'New campaign',
    campaigns: 'Campaigns',
    doNotContact: 'Do not contact',
    consents: 'Consents',
  },
  {
    title: 'Kampagnen',
    text: 'Eine Kampagne kontaktiert die Personen einer Liste: per Anruf, Chat-App-Vorlage oder SMS.',
    create: 'Neue Kampagne',
    campaigns: 'Kampagnen',
    doNotContact: 'Sperrliste',
    consents: 'Einwilligungen',
  },
)

const route = getRouteApi('/campaigns')

export function Campaigns() {
  const t = useTexts(texts)
  const may = useMay()
  const { tab = 'campaigns' } = route.useSearch()
  const navigate = route.useNavigate()
  const [isCreating, setCreating] = useState(false)
  const mayCreate = may('campaigns', 'create')
  const tabs: TabOf<ListTab>[] = [
    {
      id: 'campaigns',
      label: t.campaigns,
      content: <CampaignList {...(mayCreate && { onCreate: () => setCreating(true) })} />,
    },
    { id: 'do-not-contact', label: t.doNotContact, content: <DoNotContact /> },
    { id: 'consents', label: t.consents, content: <Consents /> },
  ]
  return (
    <Page
      title={t.title}
      text={t.text}
      actions={
        mayCreate && (
          <Button look="primary" onPress={() => setCreating(true)}>
            <Plus aria-hidden size={16} />
            {t.create}
          </Button>
        )
      }
    >
      <Tabs label={t.parts} tabs={tabs} selected={tab} onSelect={(id) => void navigate({ search: { tab: id } })} />
      <CreateCampaign isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  )
}
