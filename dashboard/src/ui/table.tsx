// A table that draws only the rows in view, for lists of any length.
import { Link, type LinkProps } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Rows } from '../api/query.ts'
import { classes } from './classes.ts'
import { useIsNarrow } from './narrow.ts'
import { Failure, Loading } from './page.tsx'

export interface Column<R> {
  /** Unique in the table. */
  name: string
  /** A track of a CSS grid, such as `minmax(8rem,2fr)` or `6rem`. */
  width: string
  cell(row: R): ReactNode
  isNumber?: boolean
  /** Left out on narrow windows. */
  isExtra?: boolean
  /** On narrow windows, in a second line of the row. */
  isBelow?: boolean
}

export interface TableProps<R> {
  label: string
  columns: readonly Column<R>[]
  rows: Rows<R>
  /** Where the first cell of a row leads. */
  linkOf?(row: R): LinkProps
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** The classes that give the table its height, by default `max-h-[70vh]`. */
  className?: string
}

const lineHeight = 44
/** Two lines of the first cell, and one of those below. */
const stackedHeight = 76
const overscan = 12

export function Table<R>({ label, columns, rows, linkOf, empty, className = 'max-h-[70vh]' }: TableProps<R>) {
  const scroller = useRef<HTMLDivElement>(null)
  const { count = 0 } = rows
  const isNarrow = useIsNarrow()
  // Scrolling must not make other lists of columns.
  const [inLine, below] = useMemo(() => {
    if (!isNarrow) return [columns, []]
    const shown = columns.filter(({ isExtra }) => !isExtra)
    return [shown.filter(({ isBelow }) => !isBelow), shown.filter(({ isBelow }) => isBelow).reverse()]
  }, [columns, isNarrow])
  const rowHeight = below.length > 0 ? stackedHeight : lineHeight
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another height
  useLayoutEffect(() => virtual.measure(), [rowHeight])
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const { onShow } = rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: onShow is another function each time
  useEffect(() => onShow(first, last), [first, last])
  if (rows.count === undefined) return rows.error ? <Failure error={rows.error} onRetry={rows.retry} /> : <Loading />
  if (count === 0) return empty
  const layout = { '--columns': inLine.map(({ width }) => width).join(' ') } as React.CSSProperties
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={count + 1}
      ref={scroller}
      tabIndex={0}
      className={classes('overflow-auto outline-offset-[-2px]', className)}
      style={layout}
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b bg-card">
        <div role="row" aria-rowindex={1} className={classes(grid, 'h-10 text-sm text-soft')}>
          {inLine.map((column) => (
            <span key={column.name} role="columnheader" className={cellClass(column)}>
              {column.name}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <Row
            key={index}
            index={index}
            start={start}
            height={rowHeight}
            row={rows.rowAt(index)}
            columns={inLine}
            below={below}
            linkOf={linkOf}
          />
        ))}
      </div>
    </div>
  )
}

const grid = 'grid grid-cols-(--columns) gap-x-3 md:gap-x-4 px-4 items-center'
const cellClass = ({ isNumber }: { isNumber?: boolean }) =>
  classes('min-w-0 truncate', isNumber && 'text-end tabular-nums')

interface RowProps<R> extends Pick<TableProps<R>, 'columns' | 'linkOf'> {
  index: number
  start: number
  height: number
  below: TableProps<R>['columns']
  /** Undefined while it is being read. */
  row: R | undefined
}

function PlainRow<R>({ index, start, height, row, columns, below, linkOf }: RowProps<R>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes(
        grid,
        'absolute inset-x-0 content-center border-b hover:bg-sunken',
        linkOf && row !== undefined && 'has-[a]:cursor-pointer',
      )}
      style={{ height, transform: `translateY(${start}px)` }}
    >
      {columns.map((column, at) => (
        <span key={column.name} role="cell" className={at === 0 && below.length > 0 ? 'min-w-0' : cellClass(column)}>
          {row === undefined ? (
            <span aria-hidden className="block h-3 rounded bg-sunken" />
          ) : at === 0 && linkOf ? (
            <Link
              {...linkOf(row)}
              className={classes(
                below.length > 0 ? 'line-clamp-2 break-words' : 'block truncate',
                'font-medium after:absolute after:inset-0 focus-visible:after:outline-2 after:outline-accent after:-outline-offset-2',
              )}
            >
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </span>
      ))}
      {below.length > 0 && (
        <span role="presentation" className="col-span-full flex min-w-0 gap-3 overflow-hidden text-sm text-soft">
          {below.map((column) => (
            <span key={column.name} role="cell" aria-description={column.name} className="truncate tabular-nums">
              {row !== undefined && column.cell(row)}
            </span>
          ))}
        </span>
      )}
    </div>
  )
}

/** Scrolling draws the rows that come into view, and leaves the others as they are. */
const Row = memo(PlainRow) as typeof PlainRow
