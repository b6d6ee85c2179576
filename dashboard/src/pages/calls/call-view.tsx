// A call that is over: its sound on a time axis, and tabs with everything else, all of which share one position.
import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { noteText } from '../../panels/shared/note-text.ts'
import { useMay } from '../../session/session.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { isConnected } from './call-words.ts'
import { Deliveries } from './deliveries.tsx'
import { Details } from './details.tsx'
import { eventText } from './event-text.ts'
import { Events } from './events.tsx'
import {
  type CallRecord,
  type Explanation,
  entriesOf,
  entriesOfTranscript,
  estimateSpeech,
  lanesOf,
  statesOf,
  takeoversOf,
  toolsOf,
  zeroOf,
} from './lanes.ts'
import { type Choice, spanOfChoice } from './latency.ts'
import { LatencyView } from './latency-view.tsx'
import { latencyWords } from './latency-words.ts'
import { createPlayer } from './player.ts'
import { useRecording } from './recording.ts'
import type { CallSearch, CallTab } from './search.ts'
import { type Marked, Sound } from './sound.tsx'
import { positionOf } from './time-text.ts'
import { Tools } from './tools.tsx'
import { Transcript } from './transcript.tsx'
import { TurnTaking } from './turn-taking.tsx'
import { useEventTexts } from './use-event-texts.ts'
import { speechIn } from './wave.ts'

const texts = textsOf('calls', 'callView')

const route = getRouteApi('/calls/$id')

export function CallView({ call, explanation }: { call: CallRecord; explanation: Explanation | undefined }) {
  const t = useTexts(texts)
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayListen = may('calls', 'recording')
  const hasRecording = call.recording_url !== null
  const recording = useRecording(call.id, hasRecording && mayListen)
  const [player] = useState(createPlayer)
  const sticky = useRef<HTMLDivElement>(null)
  useStickySpace(sticky)
  const course = useCourse(call, explanation, recording.wave)
  const { durationMs, entries, tools, states, lanes, zeroMs } = course
  useEffect(() => player.load(recording.url, durationMs), [player, recording.url, durationMs])
  useEffect(() => () => player.close(), [player])
  const marked = useMarked(call, search)
  const setSearch = (change: CallSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })
  const choose = (turn: number, step: Choice) => {
    setSearch({ turn, step })
    // In small windows, the time axis may be out of view.
    sticky.current?.scrollIntoView({ block: 'nearest' })
  }
  const wasConnected = isConnected(call.status)
  const chosen =
    search.turn === undefined || search.step === undefined ? undefined : { turn: search.turn, step: search.step }
  const tabs: { id: CallTab; label: string; content: React.ReactNode }[] = [
    {
      id: 'transcript',
      label: t.transcript,
      content: <Transcript entries={entries} player={player} wasConnected={wasConnected} />,
    },
    {
      id: 'latency',
      label: t.latency,
      content: <LatencyView latency={call.latency} chosen={chosen} onChoose={choose} />,
    },
    {
      id: 'turns',
      label: t.turns,
      content: <TurnTaking interaction={call.interaction} states={states} player={player} />,
    },
    ...(explanation
      ? [{ id: 'tools' as const, label: t.tools, content: <Tools tools={tools} player={player} /> }]
      : []),
    { id: 'details', label: t.details, content: <Details call={call} explanation={explanation} /> },
  ]
  if (may('webhooks', 'listDeliveries'))
    tabs.push({ id: 'webhooks', label: t.webhooks, content: <Deliveries subject={call.uuid} /> })
  if (explanation)
    tabs.push({
      id: 'events',
      label: t.events,
      content: <Events timeline={explanation.timeline} zeroMs={zeroMs} player={player} />,
    })
  const download = recording.url && (
    <a
      href={recording.url}
      download={`call-${call.id}.wav`}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-md px-2 text-sm font-medium hover:bg-sunken"
    >
      <Download aria-hidden size={15} />
      <span className="max-sm:sr-only">{t.download}</span>
    </a>
  )
  return (
    <>
      {wasConnected && durationMs > 0 && (
        <div
          ref={sticky}
          className="z-10 rounded-xl bg-paper [@media(min-width:64rem)_and_(min-height:56rem)]:sticky [@media(min-width:64rem)_and_(min-height:56rem)]:top-0"
        >
          <Sound
            recording={recording}
            hasRecording={hasRecording}
            mayListen={mayListen}
            player={player}
            durationMs={durationMs}
            lanes={lanes}
            tools={tools}
            states={states}
            marked={marked}
            onUnmark={() => setSearch({ turn: undefined, step: undefined })}
            actions={download}
          />
        </div>
      )}
      <Tabs label={t.parts} tabs={tabs} selected={search.tab} onSelect={(tab) => setSearch({ tab })} />
    </>
  )
}

function useMarked(call: CallRecord, { turn: index, step }: CallSearch): Marked | undefined {
  const { names, marked } = useTexts(latencyWords)
  const format = useFormats()
  const turn = index === undefined ? undefined : call.latency.turns[index]
  const span = turn && step && spanOfChoice(turn, step)
  if (!span) return undefined
  const { fromMs, toMs } = span
  const time = format.milliseconds(toMs - fromMs)
  return { span, label: marked(index! + 1, names[step], time, positionOf(fromMs, true), positionOf(toMs, true)) }
}

/** Everything that is drawn on the time axis. */
function useCourse(
  call: CallRecord,
  explanation: Explanation | undefined,
  wave: ReturnType<typeof useRecording>['wave'],
) {
  const texts = useEventTexts()
  const course = useMemo(() => {
    const wordsOf = (text: string) => noteText(text, texts.notes)
    const timeline = explanation?.timeline ?? []
    const zeroMs = zeroOf(timeline)
    const entries = explanation
      ? entriesOf(timeline, zeroMs, { textOf: (event) => eventText(event, texts), wordsOf })
      : entriesOfTranscript(call.transcript, { wordsOf })
    const endMs = Math.max(call.duration * 1000, entries.at(-1)?.atMs ?? 0, 0)
    return {
      zeroMs,
      entries,
      endMs,
      tools: toolsOf(timeline, zeroMs, endMs),
      takeovers: takeoversOf(timeline, zeroMs, endMs),
      states: statesOf(explanation?.states ?? [], zeroMs, endMs),
    }
  }, [call, explanation, texts])
  return useMemo(() => {
    const { entries, states, endMs, takeovers } = course
    const durationMs = Math.max(endMs, wave?.durationMs ?? 0)
    const speech = wave
      ? { customer: speechIn(wave.customer), other: speechIn(wave.assistant) }
      : estimateSpeech(entries, states, endMs)
    // Without the explanation, the words are masked, and their lengths are not known.
    return { ...course, durationMs, lanes: explanation && lanesOf(speech, takeovers) }
  }, [course, wave, explanation])
}

/** Windows that are large enough for a part that stays, as the classes of that part say. */
const isLarge = '(min-width: 64rem) and (min-height: 56rem)'

/** The page scrolls so that the space of the element remains free above what gets the focus. */
function useStickySpace(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [sticky, scroller] = [element.current, document.getElementById('content')]
    if (!sticky || !scroller) return
    const media = matchMedia(isLarge)
    const update = () => {
      scroller.style.scrollPaddingTop = media.matches ? `${sticky.offsetHeight}px` : ''
    }
    const observer = new ResizeObserver(update)
    observer.observe(sticky)
    media.addEventListener('change', update)
    return () => {
      observer.disconnect()
      media.removeEventListener('change', update)
      scroller.style.scrollPaddingTop = ''
    }
  }, [element])
}
