// A call in progress: its words as they are spoken, and listening, whispering, taking over and ending it.

import { type Caption, replaceWords } from '@parley/telephone/browser'
import { useEffect, useRef, useState } from 'react'
import { useLiveEvents } from '../api/live.ts'
import { type ReplyFrom, useAction, useRead } from '../api/query.ts'
import { useOwnTexts, useTexts } from '../i18n/locale.tsx'
import { textNamed } from '../i18n/text-named.ts'
import { type TextsBehind, textsOf } from '../i18n/texts.ts'
import { useSignal } from '../loading/signal.ts'
import { ServerText } from '../messages/server-text.tsx'
import { useMay } from '../session/session.tsx'
import { classes } from '../ui/classes.ts'
import { Loaded, Notice } from '../ui/page.tsx'
import { LineControls } from './live/line-controls.tsx'
import { createLiveLine, type LiveLineState } from './live/live-line.ts'
import { Sides } from './live/sides.tsx'
import { CaptionList } from './shared/captions.tsx'
import { endedTexts } from './shared/ended-reason.ts'
import { LineField } from './shared/line-field.tsx'
import { microphoneTexts } from './shared/microphone-texts.ts'
import { useKept } from './shared/use-kept.ts'

const texts = textsOf('panels', 'liveCall')

export interface LiveCallPanelProps {
  callId: number
  /** With the latest words only and without a frame, for lists of calls. */
  isCompact?: boolean
}

export const LiveCallPanel = (props: LiveCallPanelProps) => <Panel key={props.callId} {...props} />

/** How many captions a compact panel shows. */
const latest = 3

function Panel({ callId, isCompact = false }: LiveCallPanelProps) {
  const t = useTexts(texts)
  const may = useMay()
  const live = useKept(`live ${callId}`, createLiveLine)
  const state = useSignal(live.state)
  const { call, words, addWhisper } = useLiveWords(callId)
  const isAllowed = may('liveCalls', 'listen')
  return (
    <Loaded query={call}>
      {({ status, assistant_name: assistant, client_phone_number: phone, ended_reason: reason }) => {
        const isOpen = status === 'in-progress'
        const isConnected = state.connection === 'open' && state.captions.entries.length > 0
        const captions = isConnected ? state.captions.entries : words
        return (
          <section
            aria-label={[`${t.label}: ${assistant}`, phone].filter(Boolean).join(', ')}
            className={classes('flex min-h-0 min-w-0 flex-col gap-3', !isCompact && 'rounded-xl border bg-card p-4')}
          >
            <Status status={status} reason={reason} state={state} />
            {isAllowed && isOpen && <LineControls live={live} callId={callId} isCompact={isCompact} />}
            {isOpen && <LineNotices state={state} />}
            {state.connection !== 'off' && <Sides live={live} />}
            {isAllowed ? (
              <CaptionList
                captions={isCompact ? captions.slice(-latest) : captions}
                isAnnounced={isOpen && state.connection === 'off'}
                empty={t.empty}
                className={isCompact ? 'max-h-36' : 'max-h-[50vh]'}
              />
            ) : (
              <Notice>{t.mayNot}</Notice>
            )}
            {isAllowed && isOpen && !state.line?.has_call && !isCompact && (
              <Whisper callId={callId} addWhisper={addWhisper} />
            )}
          </section>
        )
      }}
    </Loaded>
  )
}

function Status({ status, reason, state }: { status: string; reason: string | null; state: LiveLineState }) {
  const t = useTexts(texts)
  const reasons = useOwnTexts(endedTexts)
  const isOpen = status === 'in-progress'
  const isYours = isOpen && state.line?.has_call === true
  const ended = `${t.ended} ${(reason && textNamed(reasons, reason)) ?? ''}`
  const text = isOpen ? textOf(state, t) : status === 'initiated' || status === 'ringing' ? t[status] : ended
  return (
    <p
      role="status"
      className={classes(
        'flex items-center gap-2 font-medium',
        isYours && 'rounded-lg bg-person-soft px-3.5 py-2.5 text-person',
      )}
    >
      {isOpen && (
        <span
          aria-hidden
          className={classes(
            'size-2.5 shrink-0 rounded-full motion-safe:animate-pulse',
            isYours ? 'bg-person' : 'bg-good',
          )}
        />
      )}
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}

function textOf({ connection, line, isTakingOver }: LiveLineState, t: TextsBehind<typeof texts>): string {
  if (line?.has_call) return t.yours
  if (isTakingOver) return t.taking
  if (line && line.agent !== null) return t.taken(line.agent)
  if (connection === 'open') return t.listening
  return connection === 'connecting' ? t.connecting : t.open
}

interface WhisperProps {
  callId: number
  addWhisper(text: string): void
}

function Whisper({ callId, addWhisper }: WhisperProps) {
  const t = useTexts(texts)
  const whisper = useAction('liveCalls', 'whisper')
  const send = async (text: string) => {
    await whisper.mutateAsync({ id: callId, text })
    addWhisper(text)
  }
  return (
    <LineField label={t.whisper} action={t.send} onSubmit={send} isPending={whisper.isPending} error={whisper.error} />
  )
}

type TranscriptEntry = ReplyFrom<'calls', 'get'>['transcript'][number]

const speakers = { bot: 'assistant', human: 'customer', agent: 'agent' } as const

const captionOf = ({ type, sender, text, unspoken }: TranscriptEntry): Caption => ({
  speaker: type === 'whisper' ? 'whisper' : speakers[sender],
  text,
  interrupted: unspoken !== undefined,
  unspoken,
})

/** The transcript is some seconds behind, so it is read again after a gap, but not all the time. */
const readAgainMs = 2_000

/** For one call as long as the component is shown. */
function useLiveWords(callId: number) {
  const call = useRead('calls', 'get', { id: callId })
  const [words, setWords] = useState<readonly Caption[]>([])
  /** The next transcript replaces what is shown: there were no events yet, or words are missing. */
  const isOutdated = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (call.data && isOutdated.current) setWords(call.data.transcript.map(captionOf))
  }, [call.data])
  useLiveEvents((event) => {
    if (event.event === 'reset') isOutdated.current = true
    if (event.event !== 'call.transcript' || event.data.call_id !== callId) return
    const next = replaceWords(words, event.data.position, event.data.entries)
    isOutdated.current = next === undefined
    if (next) return setWords(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void call.refetch(), readAgainMs)
  })
  return {
    call,
    words,
    /** Shows a whisper before it is part of the transcript. */
    addWhisper: (text: string): void =>
      setWords((known) => [...known, { speaker: 'whisper', text, interrupted: false }]),
  }
}

const lineNoticesTexts = textsOf('panels', 'lineNotices')

/** What went wrong with the connection to a live call, and what to do. */
function LineNotices({ state }: { state: LiveLineState }) {
  const t = useTexts(lineNoticesTexts)
  const microphoneText = useTexts(microphoneTexts)
  const { connection, end, error, microphone, isSuspended, takeoverRefused } = state
  return (
    <>
      {connection === 'again' && <Notice look="warn">{t.again}</Notice>}
      {end === 'lost' && <Notice look="bad">{t.lost}</Notice>}
      {end === 'forbidden' && <Notice look="bad">{t.forbidden}</Notice>}
      {end === 'insecure' && <Notice look="bad">{microphoneText.insecure}</Notice>}
      {end === 'refused' && error && (
        <Notice look="bad">
          <ServerText of={error} />
        </Notice>
      )}
      {takeoverRefused && (
        <Notice look="warn">{takeoverRefused.agent === null ? t.busy : t.taken(takeoverRefused.agent)}</Notice>
      )}
      {(microphone === 'refused' || microphone === 'missing') && (
        <Notice look="bad">
          {microphoneText[microphone]} {t.keeps}
        </Notice>
      )}
      {microphone === 'lost' && <Notice look="warn">{microphoneText.lost}</Notice>}
      {isSuspended && <Notice look="warn">{microphoneText.suspended}</Notice>}
    </>
  )
}
