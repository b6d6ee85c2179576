// The calls in progress, each with its latest words as they are spoken.
import { Link } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import { useState } from 'react'
import { useLiveEvents } from '../../api/live.ts'
import { type ReplyFrom, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge, Empty, Failure, Loading } from '../../ui/states.tsx'
import { callWords, statusLooks } from '../calls/call-words.ts'
import { texts } from './texts.ts'

type Call = ReplyFrom<'calls', 'list'>['data'][number]

interface Words {
  speaker: 'customer' | 'assistant' | 'agent'
  text: string
}

const open = ['in-progress', 'ringing', 'initiated'] as const
const shownCalls = 10
const shownWords = 3

export function LiveCalls() {
  const t = useTexts(texts)
  const lists = [
    useRead('calls', 'list', { status: open[0], per_page: shownCalls }),
    useRead('calls', 'list', { status: open[1], per_page: shownCalls }),
    useRead('calls', 'list', { status: open[2], per_page: shownCalls }),
  ]
  const words = useWords()
  const error = lists.find((list) => list.error && !list.data)?.error
  const isLoading = lists.some(({ data }) => data === undefined)
  const calls = lists.flatMap(({ data }) => data?.data ?? [])
  return (
    <Card title={t.live} isFlush>
      {error ? (
        <Failure error={error} />
      ) : isLoading ? (
        <Loading />
      ) : calls.length === 0 ? (
        <Empty icon={<Phone aria-hidden />} title={t.noLive} text={t.noLiveText} />
      ) : (
        <ul className="divide-y">
          {calls.map((call) => (
            <LiveCall key={call.id} call={call} words={words.get(call.id) ?? wordsOf(call)} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function LiveCall({ call, words }: { call: Call; words: readonly Words[] }) {
  const t = useTexts(texts)
  const states = useTexts(callWords)
  const name = call.type === 'web' ? t.browser : (call.client_phone_number ?? t.unknownNumber)
  return (
    <li className="relative px-4 py-3 hover:bg-sunken">
      <p className="flex items-center gap-2">
        <Link
          to="/calls/$id"
          params={{ id: String(call.id) }}
          className="min-w-0 grow truncate font-medium outline-accent after:absolute after:inset-0 focus-visible:after:outline-2"
        >
          {name}
        </Link>
        <span className="truncate text-sm text-soft">{call.assistant_name}</span>
        <Badge look={statusLooks[call.status]}>{states.status[call.status]}</Badge>
      </p>
      {words.map(({ speaker, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words replace each other in place
        <p key={index} className="truncate text-sm">
          <span className={speaker === 'customer' ? 'text-customer' : 'text-accent'}>{t[speaker]}:</span> {text}
        </p>
      ))}
    </li>
  )
}

const wordsOf = ({ transcript }: Call): Words[] =>
  transcript
    .filter(({ type }) => type === 'transcript')
    .slice(-shownWords)
    .map(({ sender, text }) => ({
      speaker: sender === 'human' ? 'customer' : sender === 'bot' ? 'assistant' : 'agent',
      text,
    }))

/** The latest words of each call since the page was opened. */
function useWords(): ReadonlyMap<number, readonly Words[]> {
  const [words, setWords] = useState<ReadonlyMap<number, { position: number; entries: readonly Words[] }>>(new Map())
  useLiveEvents((event) => {
    if (event.event === 'call.ended') setWords((known) => without(known, event.data.call_id))
    if (event.event !== 'call.transcript') return
    const { call_id: id, position, entries } = event.data
    setWords((known) => {
      const before = known.get(id)
      const kept = before && position > before.position ? before.entries.slice(0, position - before.position) : []
      const from = before && position > before.position ? before.position : position
      const all = [...kept, ...entries]
      const shown = all.slice(-shownWords)
      return new Map(known).set(id, { position: from + all.length - shown.length, entries: shown })
    })
  })
  return new Map([...words].map(([id, { entries }]) => [id, entries]))
}

function without<V>(map: ReadonlyMap<number, V>, key: number): ReadonlyMap<number, V> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
