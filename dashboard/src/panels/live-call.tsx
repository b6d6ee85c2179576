// A call in progress: its words as they are spoken, and listening, whispering, taking over and ending it.
import { useAction } from '../api/query.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { useMay } from '../session/session.tsx'
import { classes } from '../ui/classes.ts'
import { Loaded, Notice } from '../ui/states.tsx'
import { LineControls } from './live/line-controls.tsx'
import { LineNotices } from './live/line-notices.tsx'
import { createLiveLine, type LiveLineState } from './live/live-line.ts'
import { Sides } from './live/sides.tsx'
import { useLiveWords } from './live/use-live-words.ts'
import { CaptionList } from './shared/captions.tsx'
import { endedTexts } from './shared/ended-reason.ts'
import { LineField } from './shared/line-field.tsx'
import { useSignal } from './shared/signal.ts'
import { useKept } from './shared/use-kept.ts'

const texts = textsOf(
  {
    label: 'Live call',
    initiated: 'The call is being set up.',
    ringing: 'It rings.',
    open: 'Call in progress',
    connecting: 'Connecting …',
    listening: 'You are listening. The customer does not notice it.',
    yours: 'You are talking to the customer now.',
    taking: 'Taking the call over: allow the microphone if the browser asks for it …',
    taken: (name: string) => `${name} has the call.`,
    ended: 'The call has ended.',
    mayNot: 'Your role cannot read or listen to live calls.',
    empty: 'The words of both sides appear here as they are spoken.',
    whisper: 'Whisper to the assistant',
    send: 'Whisper',
  },
  {
    label: 'Laufender Anruf',
    initiated: 'Der Anruf wird vorbereitet.',
    ringing: 'Es klingelt.',
    open: 'Anruf läuft',
    connecting: 'Verbindung wird hergestellt …',
    listening: 'Sie hören zu. Der Kunde bemerkt es nicht.',
    yours: 'Sie sprechen jetzt mit dem Kunden.',
    taking: 'Der Anruf wird übernommen: Erlauben Sie das Mikrofon, wenn der Browser danach fragt …',
    taken: (name: string) => `${name} hat den Anruf.`,
    ended: 'Der Anruf ist beendet.',
    mayNot: 'Ihre Rolle darf laufende Anrufe weder mitlesen noch mithören.',
    empty: 'Hier erscheinen die Worte beider Seiten, während sie gesprochen werden.',
    whisper: 'Dem Assistenten zuflüstern',
    send: 'Zuflüstern',
  },
)

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
  const reasons = useTexts(endedTexts)
  const isOpen = status === 'in-progress'
  const isYours = isOpen && state.line?.has_call === true
  const ended = `${t.ended} ${(reason && reasons[reason]) ?? ''}`
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

function textOf({ connection, line, isTakingOver }: LiveLineState, t: (typeof texts)['en']): string {
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
