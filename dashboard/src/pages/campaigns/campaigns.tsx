// The page of campaigns: their list, the do-not-contact list and consents.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Megaphone, Plus } from 'lucide-react'
import { useContext, useState } from 'react'
import { rowsOf, useAction, useRead } from '../../api/query.ts'
import { TimeZoneContext, useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { useMay } from '../../session/session.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { List } from '../../ui/list.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Badge, Button, Page } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/values.tsx'
import { DeleteCampaign, StartOrPause } from './actions.tsx'
import { Consents } from './contacts/consents.tsx'
import { DoNotContact } from './contacts/do-not-contact.tsx'
import { LeadProgress } from './lead-progress.tsx'
import { OutcomeBar, useOutcomeText } from './outcomes.tsx'
import type { ListTab } from './search.ts'
import { officeHours, useHoursText } from './settings/hours-text.ts'
import { type CampaignRecord, type Channel, statusLooks, wordTexts } from './words.ts'

const texts = textsOf('campaigns', 'campaigns')

const route = getRouteApi('/campaigns')

export function Campaigns() {
  const t = useTexts(texts)
  const may = useMay()
  const { tab = 'campaigns', creating: isCreating = false } = route.useSearch()
  const navigate = route.useNavigate()
  const setCreating = (creating?: true) => navigate({ search: (before) => ({ ...before, creating }), replace: true })
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
          <Button icon={Plus} look="primary" onPress={() => setCreating(true)}>
            {t.create}
          </Button>
        )
      }
    >
      <Tabs label={t.parts} tabs={tabs} selected={tab} onSelect={(id) => void navigate({ search: { tab: id } })} />
      <CreateCampaign isOpen={isCreating && mayCreate} onClose={() => setCreating()} />
    </Page>
  )
}

const createCampaignTexts = textsOf('campaigns', 'createCampaign')

/** The dialog that creates a campaign: its name, channel and assistant; everything else follows on its page. */
function CreateCampaign({ isOpen, onClose }: { isOpen: boolean; onClose(): Promise<void> }) {
  const t = useTexts(createCampaignTexts)
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={onClose}>
      <CreateForm onClose={onClose} />
    </Dialog>
  )
}

function CreateForm({ onClose }: { onClose(): Promise<void> }) {
  const t = useTexts(createCampaignTexts)
  const words = useTexts(wordTexts)
  const navigate = useNavigate()
  const hoursText = useHoursText()
  const timezone = useContext(TimeZoneContext)
  const assistants = useRead('assistants', 'listOutbound')
  const { values, field } = useFields({ name: '', channel: 'call' as Channel })
  const [chosen, setChosen] = useState<number | undefined>()
  const create = useAction('campaigns', 'create', {
    async onDone({ data }) {
      // The way back leads to the list, not to the dialog.
      await onClose()
      await navigate({ to: '/campaigns/$id', params: { id: String(data.id) }, search: { tab: 'setup' } })
    },
  })
  // With one assistant there is nothing to choose.
  const assistantId = chosen ?? (assistants.data?.length === 1 ? assistants.data[0]!.id : undefined)
  const submit = () =>
    create.mutate({
      ...values,
      ...officeHours,
      ...(values.channel === 'call' && assistantId !== undefined && { assistant_id: assistantId }),
    })
  return (
    <Form onSubmit={submit} action={create}>
      <TextField {...field('name')} label={t.name} maxLength={255} autoFocus />
      <Select
        {...field('channel')}
        label={t.channel}
        help={t.channelHelp}
        options={(['call', 'chatapp', 'sms'] as const).map((value) => ({ value, label: words.channels[value] }))}
      />
      {values.channel === 'call' && (
        <Select
          name="assistant_id"
          label={t.assistant}
          placeholder={t.noAssistant}
          options={(assistants.data ?? []).map((each) => ({ value: each.id, label: each.name }))}
          value={assistantId ?? null}
          onChange={(next) => setChosen(next)}
        />
      )}
      <p>{t.hours(hoursText({ ...officeHours, schedule_windows: [], timezone }))}</p>
      <p className="text-sm text-soft">{t.help}</p>
      <FormButtons submit={t.create} />
    </Form>
  )
}

const campaignListTexts = textsOf('campaigns', 'campaignList')

/** The list of campaigns, with their progress, outcomes, pace and next window. */
function CampaignList({ onCreate }: { onCreate?: () => void }) {
  const t = useTexts(campaignListTexts)
  const { messageOf } = useMessages()
  const words = useTexts(wordTexts)
  const format = useFormats()
  const outcomeText = useOutcomeText()
  const campaigns = useRead('campaigns', 'list')
  const assistants = useRead('assistants', 'listAll', {})
  const assistantName = (id: number | null): string => assistants.data?.find((each) => each.id === id)?.name ?? ''
  const columns: Column<CampaignRecord>[] = [
    {
      name: t.name,
      width: 'minmax(8rem,4fr)',
      cell: ({ name, channel, assistant_id }) => (
        <span title={name} className="block leading-tight">
          <span className="block truncate">{name}</span>
          <span className="block truncate text-xs font-normal text-soft">
            {[words.channels[channel], assistantName(assistant_id)].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    {
      name: t.status,
      width: '6.5rem',
      cell: ({ status }) => <Badge look={statusLooks[status]}>{words.statuses[status]}</Badge>,
    },
    { name: t.leads, width: '7.5rem', isBelow: true, cell: ({ leads }) => <LeadProgress leads={leads} isShort /> },
    {
      name: t.outcomes,
      width: 'minmax(6rem,3fr)',
      isExtra: true,
      cell: ({ attempts }) => {
        const text = outcomeText(attempts)
        return (
          <span title={text} className="block">
            <OutcomeBar counts={attempts} className="mb-0.5 !h-1.5" />
            <span className="block truncate text-xs text-soft">{text || '–'}</span>
          </span>
        )
      },
    },
    {
      name: t.pace,
      width: '4rem',
      isNumber: true,
      isExtra: true,
      cell: ({ pace_per_hour }) => (pace_per_hour === null ? '–' : t.perHour(format.number(pace_per_hour))),
    },
    {
      name: t.next,
      width: '7.5rem',
      isExtra: true,
      cell: ({ status, waiting }) =>
        waiting ? (
          <span title={messageOf(waiting.message)} className="text-sm">
            {waiting.until ? <Time at={waiting.until} look="relative" /> : messageOf(waiting.message)}
          </span>
        ) : status === 'in-progress' ? (
          t.now
        ) : (
          '–'
        ),
    },
    {
      name: t.actions,
      width: '4.5rem',
      isExtra: true,
      cell: (campaign) => (
        <span className="relative z-[1] flex justify-end gap-1">
          <StartOrPause campaign={campaign} size="small" />
          <DeleteCampaign campaign={campaign} size="small" />
        </span>
      ),
    },
  ]
  return (
    <List
      label={t.label}
      columns={columns}
      rows={rowsOf(campaigns.data, campaigns)}
      linkOf={({ id }) => ({ to: '/campaigns/$id', params: { id: String(id) } })}
      empty={{
        icon: Megaphone,
        title: t.none,
        text: t.explanation,
        action: onCreate && <Button onPress={onCreate}>{t.create}</Button>,
      }}
    />
  )
}
