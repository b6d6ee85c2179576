// A list that draws only the rows in view, with rows of any height.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { classes } from '../../ui/classes.ts'

export interface VirtualListHandle {
  show(index: number): void
}

export interface VirtualListProps {
  label: string
  count: number
  rowOf(index: number): ReactNode
  estimatedHeight: number
  /** Calls when the reader, and not the page, scrolls. */
  onReaderScroll?(): void
  className?: string
  ref?: Ref<VirtualListHandle>
}

const overscan = 8

export function VirtualList(props: VirtualListProps) {
  const { label, count, rowOf, estimatedHeight, onReaderScroll, className, ref } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    overscan,
  })
  useImperativeHandle(ref, () => ({
    show: (index) => virtual.scrollToIndex(index, { align: 'center' }),
  }))
  return (
    <div
      ref={scroller}
      role="group"
      aria-label={label}
      tabIndex={0}
      onWheel={onReaderScroll}
      onTouchMove={onReaderScroll}
      onKeyDown={({ key }) => /^(?:Page|Arrow|Home|End)/.test(key) && onReaderScroll?.()}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onReaderScroll?.()}
      className={classes('overflow-auto outline-offset-[-2px]', className)}
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={count}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start}px)` }}
          >
            {rowOf(index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
