// The table of assistants, with what can be done with each of them.
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { type RowOf, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { List, type ListProps } from '../../ui/list.tsx'
import { IconButton } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { ActionsMenu } from './actions-menu.tsx'
import { enumTexts } from './editor/enum-texts.ts'
import { useLanguages } from './editor/languages.ts'
import { useReferenceNames } from './editor/value-text.tsx'
import { StatusBadge } from './status.tsx'

const texts = textsOf('assistants', 'assistantList')

type Row = RowOf<'assistants', 'list'>

/** Its filters and what it shows without assistants come from the page. */
export function AssistantList(props: Pick<ListProps<Row>, 'rows' | 'filters' | 'empty'>) {
  const t = useTexts(texts)
  const enums = useTexts(enumTexts)
  const names = useReferenceNames()
  const languages = useLanguages()
  const labels = useRead('labels', 'list').data?.data
  const colors = useMemo(() => new Map(labels?.map(({ id, color }) => [id, color])), [labels])
  const nameOf = (kind: keyof typeof names, id: number | null) => (id === null ? undefined : names[kind]?.get(id))
  const columns: readonly Column<Row>[] = [
    { name: t.name, width: 'minmax(6rem,3fr)', cell: ({ name }) => name },
    { name: t.status, width: '4.5rem', cell: (row) => <StatusBadge assistant={row} /> },
    {
      name: t.kind,
      width: '5.5rem',
      cell: ({ type, mode }) => <TwoLines first={enums.type[type]} second={enums.mode[mode]} />,
      isExtra: true,
    },
    {
      name: t.voice,
      width: 'minmax(4.5rem,1fr)',
      cell: (row) => (
        <TwoLines
          first={nameOf('voice', row.voice_id)}
          second={languages?.find(({ id }) => id === row.language_id)?.name ?? row.language}
        />
      ),
      isExtra: true,
    },
    {
      name: t.number,
      width: '8.5rem',
      cell: (row) => <bdi>{nameOf('phone-number', row.phone_number_id)}</bdi>,
      isExtra: true,
    },
    {
      name: t.knowledge,
      width: 'minmax(8.25rem,1fr)',
      cell: (row) => nameOf('knowledgebase', row.knowledgebase_id),
      isExtra: true,
    },
    {
      name: t.grouped,
      width: 'minmax(5rem,1fr)',
      cell: ({ folder_id, label_ids }) => (
        <TwoLines
          first={nameOf('folder', folder_id)}
          second={label_ids.map((id) => (
            <span key={id} className="me-2 inline-flex items-center gap-1">
              <span
                aria-hidden
                className="size-2 rounded-full border border-strong-line"
                style={{ backgroundColor: colors.get(id) ?? undefined }}
              />
              {nameOf('labels', id)}
            </span>
          ))}
        />
      ),
      isExtra: true,
    },
    { name: t.actions, width: '4.5rem', cell: (row) => <RowActions assistant={row} /> },
  ]
  return (
    <List
      {...props}
      label={t.title}
      columns={columns}
      linkOf={({ id }) => ({ to: '/assistants/$id', params: { id: String(id) } })}
    />
  )
}

const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    <span className="block truncate leading-tight">{first}</span>
    <span className="block truncate text-xs leading-tight text-soft">{second}</span>
  </>
)

function RowActions({ assistant }: { assistant: Row }) {
  const t = useTexts(texts)
  const label = t.actionsOf(assistant.name)
  const trigger = <IconButton icon={Ellipsis} size="small" label={label} />
  return (
    <span className="relative z-[1] flex justify-center">
      <ActionsMenu assistant={assistant} label={label} trigger={trigger} />
    </span>
  )
}
