// All events of a call in order, which can be filtered.
import { useState } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { SearchField, Select } from '../../ui/fields.tsx'
import { Badge, Button, Card, Empty } from '../../ui/page.tsx'
import { type EventGroup, eventGroups, groupOf } from './event-groups.ts'
import { eventText } from './event-text.ts'
import type { Explanation } from './lanes.ts'
import type { Player } from './player.ts'
import { positionOf } from './time-text.ts'
import { useEventTexts } from './use-event-texts.ts'
import { VirtualList } from './virtual-list.tsx'

const texts = textsOf('calls', 'events')

export interface EventsProps {
  timeline: Explanation['timeline']
  zeroMs: number
  player: Player
}

export function Events({ timeline, zeroMs, player }: EventsProps) {
  const t = useTexts(texts)
  const [query, setQuery] = useState('')
  const [group, setGroup] = useState<EventGroup | 'all'>('all')
  const eventTexts = useEventTexts()
  const wanted = query.trim().toLowerCase()
  const shown = timeline
    .map((event) => ({ ...event, group: groupOf(event.type), text: eventText(event, eventTexts) }))
    .filter((event) => group === 'all' || event.group === group)
    .filter(({ text }) => text.toLowerCase().includes(wanted))
  return (
    <Card title={`${t.title} (${shown.length})`} isFlush>
      <div className="flex flex-wrap items-end gap-3 border-b px-4 py-3">
        <SearchField label={t.search} value={query} onChange={setQuery} className="min-w-40 grow" />
        <Select
          label={t.group}
          value={group}
          onChange={(value) => setGroup(value)}
          className="w-48"
          options={(['all', ...eventGroups] as const).map((value) => ({ value, label: t[value] }))}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title={timeline.length === 0 ? t.empty : t.none} />
      ) : (
        <VirtualList
          label={t.title}
          count={shown.length}
          estimatedHeight={44}
          className="max-h-[36rem]"
          rowOf={(index) => {
            const { group, text, offset_ms: offsetMs } = shown[index]!
            const at = positionOf(offsetMs, true)
            return (
              <div className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b px-4 py-2 sm:flex-nowrap">
                <Button
                  size="small"
                  look="quiet"
                  className="-ms-2 font-mono tabular-nums"
                  aria-label={t.seek(at)}
                  onPress={() => player.seek(offsetMs - zeroMs)}
                >
                  {at}
                </Button>
                <span className="w-40 shrink-0 pt-0.5 max-sm:grow">
                  <Badge look={group === 'failures' ? 'bad' : 'neutral'}>{t[group]}</Badge>
                </span>
                <span dir="auto" className="min-w-0 pt-0.5 break-words max-sm:w-full">
                  {text}
                </span>
              </div>
            )
          }}
        />
      )}
    </Card>
  )
}
