// The calls in progress, each with its latest words as they are spoken.
import { type Captions, noCaptions, replaceCaptions } from '@parley/telephone/browser'
import { Link } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import { useState } from 'react'
import { useLiveEvents } from '../../api/live.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { Badge, Card, Empty, Failure, Loading } from '../../ui/page.tsx'
import { callWords, statusLooks } from '../calls/call-words.ts'
import { customerNameOf, customerOf, customerTexts } from '../calls/customer.ts'
import type { CallRecord } from '../calls/lanes.ts'
import { useOpenCalls } from '../calls/use-open-calls.ts'
import { texts } from './texts.ts'

interface Words {
  speaker: 'customer' | 'assistant' | 'agent'
  text: string
}

const shownCalls = 10
const shownWords = 3

export function LiveCalls() {
  const t = useTexts(texts)
  const { calls, error } = useOpenCalls({}, shownCalls)
  const words = useWords()
  return (
    <Card title={t.live} isFlush>
      {error ? (
        <Failure error={error} />
      ) : calls === undefined ? (
        <Loading />
      ) : calls.length === 0 ? (
        <Empty icon={Phone} title={t.noLive} text={t.noLiveText} />
      ) : (
        <ul className="divide-y">
          {calls.map((call) => (
            <LiveCall
              key={call.id}
              call={call}
              words={words.get(call.id)?.entries.slice(-shownWords) ?? wordsOf(call)}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function LiveCall({ call, words }: { call: CallRecord; words: readonly Words[] }) {
  const t = useTexts(texts)
  const states = useTexts(callWords)
  const people = useTexts(customerTexts)
  const other = call.from_visitor ? customerNameOf(call, people) : t.browser
  const name = call.type === 'web' ? other : (customerOf(call) ?? t.unknownNumber)
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

const wordsOf = ({ transcript }: CallRecord): Words[] =>
  transcript
    .filter(({ type }) => type === 'transcript')
    .slice(-shownWords)
    .map(({ sender, text }) => ({
      speaker: sender === 'human' ? 'customer' : sender === 'bot' ? 'assistant' : 'agent',
      text,
    }))

/** The words of each call since the page was opened. */
function useWords(): ReadonlyMap<number, Captions<Words>> {
  const [words, setWords] = useState<ReadonlyMap<number, Captions<Words>>>(new Map())
  useLiveEvents((event) => {
    if (event.event === 'call.ended') setWords((known) => without(known, event.data.call_id))
    if (event.event !== 'call.transcript') return
    const { call_id: id, position, entries } = event.data
    setWords((known) => new Map(known).set(id, replaceCaptions<Words>(known.get(id) ?? noCaptions, position, entries)))
  })
  return words
}

function without<V>(map: ReadonlyMap<number, V>, key: number): ReadonlyMap<number, V> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
