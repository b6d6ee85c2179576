// The knowledge bases of the account, each with its state and size.
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Badge, type BadgeLook } from '../../ui/page.tsx'

export type Knowledgebase = RowOf<'knowledge', 'list'>

const texts = textsOf('knowledge', 'knowledgebaseList')

const looks: Record<Knowledgebase['status'], BadgeLook> = {
  empty: 'neutral',
  processing: 'accent',
  active: 'good',
  failed: 'bad',
}

export function KnowledgebaseStatus({ status }: Pick<Knowledgebase, 'status'>) {
  const t = useTexts(texts)
  return <Badge look={looks[status]}>{t[status]}</Badge>
}

export function KnowledgebaseList({ all, selected }: { all: readonly Knowledgebase[]; selected: number }) {
  const t = useTexts(texts)
  const format = useFormats()
  return (
    <nav
      aria-label={t.list}
      className="max-h-56 overflow-auto rounded-xl border bg-card p-1.5 lg:max-h-[calc(100vh-9rem)]"
    >
      <ul className="flex flex-col gap-0.5">
        {all.map(({ id, name, status, documents_count, assistants_count }) => (
          <li key={id}>
            <Link
              to="/knowledge"
              search={{ knowledgebase: id }}
              aria-current={id === selected ? 'page' : undefined}
              className={classes(
                'block rounded-lg px-3 py-2 outline-offset-[-2px]',
                id === selected ? 'bg-accent-soft' : 'hover:bg-sunken',
              )}
            >
              <span className="flex items-center gap-2">
                <span className="min-w-0 grow truncate font-medium">{name}</span>
                <KnowledgebaseStatus status={status} />
              </span>
              <span className="block truncate text-sm text-soft">
                {format.count(t.documents, documents_count)} · {format.count(t.assistants, assistants_count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
