// The transcript of a call, which follows the sound unless the reader scrolls.
import { Bot, Crosshair, Headset, Info, Lock, UserRound } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Unspoken } from '../../panels/shared/captions.tsx'
import { classes } from '../../ui/classes.ts'
import { SearchField } from '../../ui/fields.tsx'
import { Badge, Button, Card, Empty } from '../../ui/page.tsx'
import { CopyButton } from '../../ui/values.tsx'
import type { Entry, Speaker } from './lanes.ts'
import { type Player, usePlayer } from './player.ts'
import { indexAt } from './spans.ts'
import { positionOf } from './time-text.ts'
import { VirtualList, type VirtualListHandle } from './virtual-list.tsx'

const texts = textsOf('calls', 'transcript')

const looks: Record<Speaker, { icon: typeof Bot; color: string; back: string }> = {
  customer: { icon: UserRound, color: 'text-customer', back: '' },
  assistant: { icon: Bot, color: 'text-accent', back: '' },
  agent: { icon: Headset, color: 'text-person', back: '' },
  whisper: { icon: Lock, color: 'text-person', back: 'bg-person-soft' },
  event: { icon: Info, color: 'text-soft', back: '' },
}

/** The browser rounds positions, so an entry that was chosen would not be the current one. */
const roundingMs = 20

export interface TranscriptProps {
  entries: readonly Entry[]
  player: Player
  wasConnected: boolean
}

export function Transcript({ entries, player, wasConnected }: TranscriptProps) {
  const t = useTexts(texts)
  const [query, setQuery] = useState('')
  const [isFollowing, setFollowing] = useState(true)
  const list = useRef<VirtualListHandle>(null)
  const shown = useMemo(() => {
    const wanted = query.trim().toLowerCase()
    return wanted === ''
      ? entries
      : entries.filter(({ text, unspoken = '' }) => `${text} ${unspoken}`.toLowerCase().includes(wanted))
  }, [entries, query])
  const current = usePlayer(player, () => indexAt(shown, player.timeMs() + roundingMs))
  const isPlaying = usePlayer(player, player.isPlaying)
  useEffect(() => {
    if (isFollowing && isPlaying && current >= 0) list.current?.show(current)
  }, [current, isFollowing, isPlaying])
  const copied = useMemo(
    () =>
      entries
        .map(({ atMs, speaker, text, unspoken }) => {
          const rest = unspoken === undefined ? '' : ` ${t.unspoken(unspoken)}`
          return `[${positionOf(atMs)}] ${t[speaker]}: ${text}${rest}`
        })
        .join('\n'),
    [entries, t],
  )
  if (entries.length === 0)
    return (
      <Card title={t.title}>
        <Empty title={t.none} text={wasConnected ? t.noneText : t.notConnected} />
      </Card>
    )
  return (
    <Card title={t.title} actions={<CopyButton text={copied} label={t.copy} />} isFlush>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <SearchField label={t.search} value={query} onChange={setQuery} className="min-w-40 grow" />
        {!isFollowing && isPlaying && (
          <Button
            icon={Crosshair}
            iconSize={14}
            size="small"
            onPress={() => {
              setFollowing(true)
              list.current?.show(current)
            }}
          >
            {t.follow}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <Empty title={t.noMatch} />
      ) : (
        <VirtualList
          label={t.title}
          ref={list}
          count={shown.length}
          estimatedHeight={76}
          onReaderScroll={() => setFollowing(false)}
          className="max-h-[32rem] min-h-40"
          rowOf={(index) => (
            <Row
              entry={shown[index]!}
              isCurrent={index === current}
              onSeek={() => {
                player.seek(shown[index]!.atMs)
                setFollowing(true)
              }}
            />
          )}
        />
      )}
    </Card>
  )
}

function Row({ entry, isCurrent, onSeek }: { entry: Entry; isCurrent: boolean; onSeek(): void }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { speaker, text, atMs, isInterrupted, unspoken, heardMs } = entry
  const { icon: Icon, color, back } = looks[speaker]
  const at = positionOf(atMs)
  return (
    <button
      type="button"
      onClick={onSeek}
      aria-current={isCurrent ? 'true' : undefined}
      title={t.seek(at)}
      className={classes(
        'flex w-full cursor-pointer gap-3 border-s-4 px-4 py-2 text-start outline-offset-[-2px] select-text hover:bg-sunken',
        isCurrent ? 'border-accent bg-accent-soft' : 'border-transparent',
        !isCurrent && back,
      )}
    >
      <Icon aria-hidden size={17} className={classes('mt-0.5 shrink-0', color)} />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className={classes('font-medium', color)}>{t[speaker]}</span>
          <span className="text-soft tabular-nums">{at}</span>
          {heardMs !== undefined && <span className="text-soft">{t.heardAfter(format.milliseconds(heardMs))}</span>}
          {speaker === 'whisper' && <span className="text-person">{t.notHeard}</span>}
          {isInterrupted && <Badge look="warn">{t.interrupted}</Badge>}
        </span>
        <span dir="auto" className={classes('block break-words', speaker === 'event' && 'text-soft')}>
          {text}
          {unspoken !== undefined ? (
            <>
              {' '}
              <Unspoken text={unspoken} />
            </>
          ) : (
            isInterrupted && ' …'
          )}
        </span>
        {isInterrupted && <span className="block text-sm text-soft">{unspoken === undefined ? t.rest : t.struck}</span>}
      </span>
    </button>
  )
}
