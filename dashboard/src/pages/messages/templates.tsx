// The templates of a sender, with their status at the channel.
import { LayoutTemplate, Plus, Send } from 'lucide-react'
import { useEffect } from 'react'
import { countSet } from '../../address/values.ts'
import { client } from '../../api/client.ts'
import { queryClient, rowsOf, useRead } from '../../api/query.ts'
import { useLanguageName } from '../../i18n/language-name.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Select } from '../../ui/fields.tsx'
import { FilterSelect } from '../../ui/filters.tsx'
import { List } from '../../ui/list.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Button, Card, Empty, LinkButton, Loaded, Notice } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Facts } from '../../ui/values.tsx'
import { templateStatuses, useMessagesAddress } from './address.ts'
import { PhonePreview } from './phone-preview.tsx'
import { TemplateForm } from './template-form.tsx'
import { type Template, TemplateStatus, templateTexts } from './template-status.tsx'
import { type Sender, senderOptions, useSenders } from './use-senders.ts'

const texts = textsOf('messages', 'templates')

export function Templates() {
  const t = useTexts(texts)
  const [{ sender: wanted, creating }] = useMessagesAddress()
  return (
    <Loaded query={useSenders()}>
      {({ data }) => {
        const sender = data.find(({ id }) => id === wanted) ?? data[0]
        if (!sender)
          return (
            <Card>
              <Empty icon={LayoutTemplate} title={t.noSender} text={t.noSenderText}>
                <LinkButton to="/messages">{t.senders}</LinkButton>
              </Empty>
            </Card>
          )
        return creating ? <TemplateForm sender={sender} /> : <TemplateList senders={data} sender={sender} />
      }}
    </Loaded>
  )
}

function TemplateList({ senders, sender }: { senders: readonly Sender[]; sender: Sender }) {
  const t = useTexts(texts)
  const names = useTexts(templateTexts)
  const languageOf = useLanguageName()
  const mayCreate = useMay()('senders', 'createTemplate')
  const [{ template, template_status: status }, change] = useMessagesAddress()
  const query = useRead('senders', 'listTemplates', { senderId: sender.id, status: 'all' })
  useReviews(query.data?.data ?? [])
  const columns: Column<Template>[] = [
    { name: t.name, width: 'minmax(8rem,1.3fr)', cell: ({ name }) => name },
    { name: t.status, width: 'minmax(6rem,0.8fr)', cell: (row) => <TemplateStatus template={row} /> },
    { name: t.language, width: '6rem', cell: ({ language }) => languageOf(language), isExtra: true },
    { name: t.category, width: '8rem', cell: ({ category }) => names[category], isExtra: true },
    {
      name: t.body,
      width: 'minmax(8rem,2fr)',
      cell: ({ rejection_reason, body_text }) =>
        rejection_reason ? <span className="text-bad">{rejection_reason}</span> : body_text,
      isExtra: true,
    },
  ]
  const create = mayCreate && (
    <Button
      icon={Plus}
      look="primary"
      onPress={() => change({ creating: true, sender: sender.id, template: undefined })}
    >
      {t.create}
    </Button>
  )
  return (
    <List
      title={t.templates}
      actions={create}
      columns={columns}
      rows={rowsOf(
        query.data?.data.filter((row) => status === undefined || row.status === status),
        query,
      )}
      linkOf={({ id }) => ({
        to: '/messages',
        search: { tab: 'templates', sender: sender.id, template: id, template_status: status },
      })}
      filters={{
        count: countSet({ status }),
        onClear: () => change({ template_status: undefined }),
        children: (
          <>
            {senders.length > 1 && (
              <Select
                label={t.sender}
                options={senderOptions(senders)}
                value={sender.id}
                onChange={(id) => change({ sender: Number(id) })}
              />
            )}
            <FilterSelect
              label={t.status}
              options={templateStatuses.map((value) => ({ value, label: names[value] }))}
              value={status}
              onChange={(value) => change({ template_status: value })}
            />
          </>
        ),
      }}
      empty={{ icon: LayoutTemplate, title: t.empty, text: t.emptyText }}
    >
      {template !== undefined && <TemplateDrawer sender={sender} templateId={template} />}
    </List>
  )
}

/** A review takes seconds at the sandbox, and minutes to a day otherwise. */
const pausesMs = [3_000, 5_000, 10_000, 30_000, 60_000, 300_000]
const inReview = new Set(['pending', 'received', 'unsubmitted'])

/** Asks the carrier for the outcome of reviews while a template is in review and the page is open. */
function useReviews(templates: readonly Template[]): void {
  const maySync = useMay()('senders', 'sync')
  const names = templates
    .filter(({ raw_status }) => inReview.has(raw_status.toLowerCase()))
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (names === '' || !maySync) return
    let round = 0
    let timer: ReturnType<typeof setTimeout>
    const sync = async () => {
      if (document.visibilityState === 'visible') {
        // The button for synchronizing reports errors.
        await client.senders.sync().catch(() => {})
        await queryClient.invalidateQueries({ queryKey: ['senders'] })
      }
      plan()
    }
    const plan = () => {
      timer = setTimeout(() => void sync(), pausesMs[Math.min(round++, pausesMs.length - 1)])
    }
    plan()
    return () => clearTimeout(timer)
  }, [names, maySync])
}

const templateDrawerTexts = textsOf('messages', 'templateDrawer')

/** A template beside the list: its status with the reason, and how it looks on a phone. */
function TemplateDrawer({ sender, templateId }: { sender: Sender; templateId: number }) {
  const t = useTexts(templateDrawerTexts)
  const [, change] = useMessagesAddress()
  const query = useRead('senders', 'getTemplate', { senderId: sender.id, templateId })
  return (
    <Dialog
      title={query.data?.data.name ?? t.template}
      look="drawer"
      isOpen
      onClose={() => change({ template: undefined })}
    >
      <Loaded query={query}>{({ data }) => <Details sender={sender} template={data} />}</Loaded>
    </Dialog>
  )
}

function Details({ sender, template }: { sender: Sender; template: Template }) {
  const t = useTexts(templateDrawerTexts)
  const names = useTexts(templateTexts)
  const languageOf = useLanguageName()
  const may = useMay()
  const [, change] = useMessagesAddress()
  const { status, language, category, variables, body_text, parts, rejection_reason } = template
  return (
    <div className="flex flex-col gap-5">
      {status === 'pending' && <Notice>{t.pending}</Notice>}
      {status === 'rejected' && (
        <Notice look="bad">
          <p className="font-medium">{rejection_reason ?? t.noReason}</p>
          <p>{t.rejected}</p>
        </Notice>
      )}
      <Facts
        facts={[
          [t.status, <TemplateStatus key="status" template={template} />],
          [t.language, languageOf(language)],
          [t.category, names[category]],
          ...(variables.length > 0 ? [[t.variables, variables.join(', ')] as const] : []),
        ]}
      />
      {status === 'approved' && may('messages', 'sendTemplate') && (
        <Button
          icon={Send}
          look="primary"
          className="self-start"
          onPress={() => change({ send: 'chatapp', sender: sender.id, template: template.id })}
        >
          {t.send}
        </Button>
      )}
      <PhonePreview
        sender={sender.display_name}
        body={body_text}
        parts={parts}
        fill={(number) => {
          const name = variables[number - 1]
          return name === undefined || name === String(number) ? undefined : name
        }}
      />
    </div>
  )
}
