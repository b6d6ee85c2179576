// A list of records in a card: its filters, its table, and what it shows while there are no records.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { FilterBar, type FilterBarProps } from './filters.tsx'
import { Button, Card, type CardProps, Empty } from './page.tsx'
import { Table, type TableProps } from './table.tsx'

const texts = textsOf('app', 'filters')

export interface ListProps<R>
  extends Omit<TableProps<R>, 'label' | 'empty'>,
    Pick<CardProps, 'title' | 'actions' | 'isFull'> {
  /** By default the title. */
  label?: string
  filters?: Omit<FilterBarProps, 'className'>
  /** Shown while there are no records at all. */
  empty: { icon?: LucideIcon; title: string; text?: ReactNode; action?: ReactNode }
  /** Shown besides “Nothing matches these filters.” */
  noMatchText?: string
  /** Dialogs, and what is shown above the table. */
  children?: ReactNode
}

export function List<R>({
  title,
  label = title ?? '',
  actions,
  filters,
  empty: { action, ...empty },
  noMatchText,
  isFull = false,
  children,
  ...table
}: ListProps<R>) {
  const t = useTexts(texts)
  return (
    <Card title={title} actions={actions} isFlush isFull={isFull}>
      {filters?.children && <FilterBar {...filters} className="border-b p-4" />}
      {children}
      <Table
        {...table}
        {...(isFull && { className: 'min-h-0 grow' })}
        label={label}
        empty={
          filters && filters.count > 0 ? (
            <Empty title={t.noMatch} text={noMatchText}>
              <Button onPress={filters.onClear}>{t.clear}</Button>
            </Empty>
          ) : (
            <Empty {...empty}>{action}</Empty>
          )
        }
      />
    </Card>
  )
}
