// The automations of the account with their triggers, states and latest runs.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Workflow } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { client } from '../../../api/client.ts'
import { useLiveEvents } from '../../../api/live.ts'
import { type ReplyFrom, rowsOf, useAction, useRead } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { SearchField } from '../../../ui/fields.tsx'
import { List } from '../../../ui/list.tsx'
import { Menu, say, sayError, useConfirm } from '../../../ui/overlays.tsx'
import { Badge, LinkButton } from '../../../ui/page.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Time } from '../../../ui/values.tsx'
import { iconOf } from '../parts/icons.ts'
import { useNames } from '../parts/names.ts'
import { StatusIcon, useStatusNames } from '../runs/run-status.tsx'

const texts = textsOf('automations', 'automationList')

type Row = ReplyFrom<'automations', 'list'>['data'][number]

export function AutomationList({ search, onSearch }: { search: string; onSearch(text: string): void }) {
  const t = useTexts(texts)
  const may = useMay()
  const query = useRead('automations', 'list')
  const remove = useAction('automations', 'delete', { onDone: () => say(t.removed) })
  const removal = useConfirm(remove, ({ id, name }: Row) => ({
    title: t.removeTitle(name),
    text: t.removeText,
    action: t.remove,
    input: { id },
  }))
  useFreshGlances()
  const columns: Column<Row>[] = [
    { name: t.name, width: 'minmax(8rem,2fr)', cell: ({ name }) => name },
    { name: t.trigger, width: 'minmax(8rem,1fr)', isExtra: true, cell: ({ id }) => <Trigger id={id} /> },
    { name: t.state, width: 'minmax(5rem,1fr)', cell: (row) => <State row={row} /> },
    { name: t.runs, width: '13rem', isExtra: true, cell: ({ id }) => <LatestRuns id={id} /> },
    { name: t.last, width: '7rem', isExtra: true, cell: ({ id }) => <LastRun id={id} /> },
    ...(may('automations', 'delete')
      ? [
          {
            name: t.actions,
            width: '4rem',
            cell: (row: Row) => <Actions row={row} onRemove={() => removal.ask(row)} />,
          },
        ]
      : []),
  ]
  const wanted = search.toLowerCase()
  return (
    <List
      label={t.automations}
      columns={columns}
      rows={rowsOf(
        query.data?.data.filter(({ name }) => name.toLowerCase().includes(wanted)),
        query,
      )}
      linkOf={({ id }) => ({ to: '/automations/$id', params: { id } })}
      filters={{
        count: search === '' ? 0 : 1,
        onClear: () => onSearch(''),
        children: query.data?.data.length !== 0 && (
          <SearchField className="col-span-2" label={t.search} value={search} onChange={onSearch} />
        ),
      }}
      empty={{
        icon: Workflow,
        title: t.none,
        text: t.noneText,
        action: (
          <LinkButton to="/automations" search={{ tab: 'templates' }}>
            {t.templates}
          </LinkButton>
        ),
      }}
    >
      {removal.dialog}
    </List>
  )
}

function Trigger({ id }: { id: string }) {
  const names = useNames()
  const { data } = useGlance(id)
  if (!data) return null
  const Icon = iconOf(data.trigger)
  return (
    <span className="flex items-center gap-2">
      <Icon aria-hidden size={15} className="shrink-0 text-soft" />
      <span className="truncate">{names.type(data.trigger)}</span>
    </span>
  )
}

function State({ row: { id, status } }: { row: Row }) {
  const t = useTexts(texts)
  const { data } = useGlance(id)
  if (status === 'enabled' && data?.runs[0]?.status === 'FAILED') return <Badge look="bad">{t.problem}</Badge>
  return status === 'enabled' ? <Badge look="good">{t.on}</Badge> : <Badge>{t.off}</Badge>
}

/** Newest last, as they happened. */
function LatestRuns({ id }: { id: string }) {
  const t = useTexts(texts)
  const format = useFormats()
  const statusName = useStatusNames()
  const { data } = useGlance(id)
  if (!data) return null
  if (data.runs.length === 0) return <span className="text-soft">{t.noRuns}</span>
  const counts = Map.groupBy(data.runs, ({ status }) => status)
  const summary = [...counts].map(([status, runs]) => `${format.number(runs.length)} ${statusName(status)}`).join(', ')
  return (
    <span role="img" aria-label={summary} title={summary} className="flex gap-0.5">
      {data.runs.toReversed().map((run) => (
        <span key={run.id} aria-hidden>
          <StatusIcon status={run.status} size={15} />
        </span>
      ))}
    </span>
  )
}

function LastRun({ id }: { id: string }) {
  const t = useTexts(texts)
  const { data } = useGlance(id)
  if (!data) return null
  const [latest] = data.runs
  return latest ? <Time at={latest.start_time} look="relative" /> : <span className="text-soft">{t.never}</span>
}

function Actions({ row: { id, name, status }, onRemove }: { row: Row; onRemove(): void }) {
  const t = useTexts(texts)
  const update = useAction('automations', 'update')
  const isOn = status === 'enabled'
  const toggle = () => !update.isPending && update.mutate({ id, enabled: !isOn }, { onError: sayError })
  return (
    <span className="relative z-1 flex justify-end">
      <Menu
        label={t.actionsOf(name)}
        size="small"
        actions={[
          { id: 'toggle', label: isOn ? t.turnOff : t.turnOn, onAction: toggle },
          { label: t.remove, icon: <Trash2 aria-hidden size={15} />, isDanger: true, onAction: onRemove },
        ]}
      />
    </span>
  )
}

const key = 'automation-glance'
const runsShown = 10

/** The list of the API has neither triggers nor runs, so both are read for each automation. */
function useGlance(id: string) {
  return useQuery({
    queryKey: [key, id],
    queryFn: async ({ signal }) => {
      const [{ trigger, next_run_at }, { runs = [] }] = await Promise.all([
        client.automations.get({ id }, { signal }),
        client.automations.listRuns({ id, limit: runsShown }, { signal }),
      ])
      return { trigger, nextRunAt: next_run_at, runs }
    },
    staleTime: 5_000,
  })
}

const pauseMs = 3_000

/** Runs can end many times a second; the rows are read again every few seconds at most. */
function useFreshGlances(): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(({ event }) => {
    if (event !== 'automation.run' || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      void cache.invalidateQueries({ queryKey: [key] })
    }, pauseMs)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
