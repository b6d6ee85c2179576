// The card with the sound of a call: controls, waveform, lanes, and what happens at the current position.
import { Minus, Pause, Play, Plus, RotateCcw, RotateCw, X } from 'lucide-react'
import { useEffect } from 'react'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { Menu } from '../../ui/overlays.tsx'
import { Button, Card, IconButton, Notice } from '../../ui/page.tsx'
import { callWords } from './call-words.ts'
import type { Lanes, StateSpan, ToolRun } from './lanes.ts'
import { type Player, rates, usePlayer } from './player.ts'
import type { Recording } from './recording.ts'
import { indexAt, type Span } from './spans.ts'
import { TimeLanes } from './time-lanes.tsx'
import { positionOf } from './time-text.ts'
import { useTimeAxis } from './use-time-axis.ts'

const texts = textsOf('calls', 'sound')

export interface Marked {
  span: Span
  label: string
}

export interface SoundProps {
  recording: Recording
  hasRecording: boolean
  mayListen: boolean
  player: Player
  durationMs: number
  /** Undefined if it is not known who spoke when. */
  lanes: Lanes | undefined
  tools: readonly ToolRun[]
  states: readonly StateSpan[]
  marked: Marked | undefined
  onUnmark(): void
  actions?: React.ReactNode
}

const skipMs = 5_000

export function Sound(props: SoundProps) {
  const { recording, hasRecording, mayListen, player, durationMs, lanes, tools, states, marked, onUnmark, actions } =
    props
  const t = useTexts(texts)
  const axis = useTimeAxis(durationMs, player)
  const [fromMs, toMs] = [marked?.span.fromMs, marked?.span.toMs]
  const isReady = axis.view.widthPx > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark moves the view, not another size
  useEffect(() => {
    if (isReady && fromMs !== undefined && toMs !== undefined) axis.show({ fromMs, toMs })
  }, [fromMs, toMs, isReady])
  return (
    <Card title={hasRecording ? t.title : t.timeline} actions={actions}>
      {!mayListen && hasRecording && <Notice>{t.notAllowed}</Notice>}
      {lanes && !hasRecording && <p className="mb-3 text-sm text-soft">{t.none}</p>}
      {recording.isLoading && (
        <p className="mb-2 text-sm text-soft" role="status">
          {t.loading}
        </p>
      )}
      {recording.error && (
        <Notice look="bad">
          {t.failed} <ServerText of={recording.error} />{' '}
          <Button size="small" onPress={recording.retry}>
            {t.retry}
          </Button>
        </Notice>
      )}
      <div className="mb-2 flex flex-wrap items-center gap-1.5">
        <Controls player={player} durationMs={durationMs} />
        <span className="grow" />
        <IconButton
          label={t.smaller}
          size="small"
          isDisabled={axis.zoom <= 1}
          onPress={() => axis.setZoom(axis.zoom / 2)}
        >
          <Minus aria-hidden size={15} />
        </IconButton>
        <IconButton
          label={t.larger}
          size="small"
          isDisabled={axis.zoom >= axis.maxZoom}
          onPress={() => axis.setZoom(axis.zoom * 2)}
        >
          <Plus aria-hidden size={15} />
        </IconButton>
        <Button size="small" isDisabled={axis.zoom <= 1} onPress={() => axis.setZoom(1)}>
          {t.all}
        </Button>
      </div>
      <TimeLanes
        axis={axis}
        player={player}
        durationMs={durationMs}
        wave={recording.wave}
        lanes={lanes}
        tools={tools}
        states={states}
        marked={marked?.span}
      />
      <div className="mt-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {marked ? (
          <>
            <p role="status" className="rounded bg-warn-soft px-2 py-0.5 text-warn">
              {marked.label}
            </p>
            {player.hasSound() && (
              <Button
                icon={Play}
                iconSize={14}
                size="small"
                look="quiet"
                onPress={() => {
                  player.seek(marked.span.fromMs)
                  if (!player.isPlaying()) void player.toggle()
                }}
              >
                {t.from}
              </Button>
            )}
            <Button icon={X} iconSize={14} size="small" look="quiet" onPress={onUnmark}>
              {t.unmark}
            </Button>
          </>
        ) : (
          states.length > 0 && <StateAt player={player} states={states} />
        )}
        {!marked && <p className="text-xs text-soft max-lg:hidden lg:ms-auto">{t.keys}</p>}
      </div>
    </Card>
  )
}

function Controls({ player, durationMs }: { player: Player; durationMs: number }) {
  const t = useTexts(texts)
  const format = useFormats()
  const isPlaying = usePlayer(player, player.isPlaying)
  const hasSound = usePlayer(player, player.hasSound)
  const rate = usePlayer(player, player.rate)
  const seconds = usePlayer(player, () => Math.floor(player.timeMs() / 1000))
  return (
    <>
      {hasSound && (
        <>
          <IconButton
            label={isPlaying ? t.pause : t.play}
            look="primary"
            onPress={() => void player.toggle()}
            className="!rounded-full"
          >
            {isPlaying ? <Pause aria-hidden size={18} /> : <Play aria-hidden size={18} />}
          </IconButton>
          <IconButton
            icon={RotateCcw}
            iconSize={17}
            label={t.back}
            onPress={() => player.seek(player.timeMs() - skipMs)}
          />
          <IconButton
            icon={RotateCw}
            iconSize={17}
            label={t.forward}
            onPress={() => player.seek(player.timeMs() + skipMs)}
          />
        </>
      )}
      <span className="px-1 text-sm tabular-nums">
        {positionOf(seconds * 1000)} <span className="text-soft">/ {positionOf(durationMs)}</span>
      </span>
      {hasSound && (
        <Menu
          label={t.speeds}
          trigger={
            <Button size="small" aria-label={t.speed(format.number(rate))}>
              {format.number(rate)}×
            </Button>
          }
          actions={rates.map((each) => ({
            id: String(each),
            label: `${format.number(each)}×${each === rate ? ' ✓' : ''}`,
            onAction: () => player.setRate(each),
          }))}
        />
      )}
    </>
  )
}

function StateAt({ player, states }: { player: Player; states: readonly StateSpan[] }) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const state = states[usePlayer(player, () => indexAt(states, player.timeMs()))]
  return (
    <p className="text-soft">
      {t.colon(t.customer)} <span className="text-ink">{words.customer[state?.customer ?? 'silent']}</span> ·{' '}
      {t.colon(t.interruption)} <span className="text-ink">{words.interruption[state?.interruption ?? 'none']}</span>
    </p>
  )
}
