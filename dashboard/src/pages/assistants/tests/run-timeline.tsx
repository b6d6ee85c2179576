// Draws a run on a time axis: both sides with their words, the states of turn-taking, pauses and checks.
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { statesOf, type TurnState } from '../../calls/lanes.ts'
import { type View, xOf } from '../../calls/paths.ts'
import { Ruler, Strips, useStateStrips } from '../../calls/state-strips.tsx'
import type { Run } from './types.ts'

const texts = textsOf('assistants', 'runTimeline')

const customerTop = 26
const assistantTop = 92
const barPx = 34
const stripPx = 8
const marksTop = assistantTop + barPx + 18

/** The same states as those of a call. */
const turnStateOf = ({ at_ms, ...state }: Run['states'][number]): TurnState =>
  ({ ...state, offset_ms: at_ms }) as TurnState

export function RunTimeline({ run }: { run: Run }) {
  const t = useTexts(texts)
  const durationMs = run.duration_ms ?? 0
  const view = useMemo(() => viewOf(durationMs), [durationMs])
  const states = useMemo(() => statesOf(run.states.map(turnStateOf), 0, durationMs), [run.states, durationMs])
  const customer = useStateStrips(states, 'customer')
  const interruption = useStateStrips(states, 'interruption')
  const height = marksTop + 24
  return (
    <div className="flex flex-col gap-3" dir="ltr">
      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)]">
        <div aria-hidden className="relative text-sm font-medium">
          <span className="absolute start-0 text-customer" style={{ top: customerTop + 6 }}>
            {t.customer}
          </span>
          <span className="absolute start-0 text-accent" style={{ top: assistantTop + 6 }}>
            {t.assistant}
          </span>
        </div>
        <div
          role="region"
          aria-label={t.label}
          tabIndex={0}
          className="overflow-x-auto overflow-y-hidden outline-offset-[-2px]"
        >
          <div className="relative" style={{ width: view.widthPx, height }}>
            <svg width={view.widthPx} height={height} aria-hidden="true" className="absolute inset-0">
              <Ruler view={view} height={height} />
              <Strips strips={customer} view={view} top={customerTop + barPx + 2} height={stripPx} />
              <Strips strips={interruption} view={view} top={assistantTop + barPx + 2} height={stripPx} />
            </svg>
            {run.sounds.map((sound, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sounds do not move
              <Sound key={index} sound={sound} view={view} />
            ))}
            {run.latencies.map((latency) => (
              <Latency key={latency.from_ms} latency={latency} view={view} />
            ))}
            <Marks run={run} view={view} />
          </div>
        </div>
      </div>
      {customer.length + interruption.length > 0 && (
        <ul aria-label={t.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
          {[...customer, ...interruption].map(({ title, fill, share }) => (
            <li key={title} className="flex items-center gap-1.5">
              <svg aria-hidden="true" width={16} height={stripPx * share}>
                <rect className={fill} width={16} height={stripPx * share} />
              </svg>
              {title}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Sound({ sound, view }: { sound: Run['sounds'][number]; view: View }) {
  const t = useTexts(texts)
  const { side, kind, text, from_ms: from, to_ms: to, to_part: part } = sound
  const words = kind === 'speech' ? heardPart(sound) : kind === 'keys' ? t.keys(text) : t[kind]
  const color = kind !== 'speech' ? 'bg-sunken border-soft text-soft' : side === 'customer' ? customerBar : assistantBar
  const isCut = kind === 'speech' && part < 0.97
  return (
    <div
      dir="auto"
      title={`${words}${isCut ? ` (${t.cut})` : ''}`}
      className={`absolute overflow-hidden rounded border-s-3 px-1.5 py-0.5 text-xs leading-tight ${color} ${isCut ? 'border-e-2 border-e-bad border-dashed' : ''}`}
      style={{
        left: xOf(view, from),
        width: Math.max(3, xOf(view, to) - xOf(view, from) - 1),
        top: side === 'customer' ? customerTop : assistantTop,
        height: barPx,
      }}
    >
      <span className="line-clamp-2">{words}</span>
    </div>
  )
}

const customerBar = 'bg-customer/12 border-customer text-ink'
const assistantBar = 'bg-accent-soft border-accent text-ink'

function Latency({ latency, view }: { latency: Run['latencies'][number]; view: View }) {
  const format = useFormats()
  const { from_ms: from, to_ms: to } = latency
  return (
    <div
      className="absolute border-x border-b border-warn text-xs text-warn"
      style={{
        left: xOf(view, from),
        width: Math.max(2, xOf(view, to) - xOf(view, from)),
        top: customerTop + barPx + 12,
        height: 6,
      }}
    >
      <span className="absolute start-full -top-1.5 ps-1 whitespace-nowrap tabular-nums">
        {format.milliseconds(to - from)}
      </span>
    </div>
  )
}

/** Checks with the numbers of their steps. */
function Marks({ run, view }: { run: Run; view: View }) {
  return marksOf(run, view).map(({ leftPx, checks }) => {
    const isMet = checks.every(({ met }) => met)
    return (
      <div
        key={leftPx}
        title={checks.map(({ expected }) => expected).join('; ')}
        className={`absolute border-s border-dashed ${isMet ? 'border-good text-good' : 'border-bad text-bad'}`}
        style={{ left: leftPx, top: customerTop, height: marksTop - customerTop + 18 }}
      >
        <span className="absolute start-1 bottom-0 text-xs font-medium whitespace-nowrap tabular-nums">
          {checks.map(({ met, step }) => `${met ? '✓' : '✗'} ${step! + 1}`).join('  ')}
        </span>
      </div>
    )
  })
}

const pxPerSecond = 84
const longestPx = 24_000
const endPx = 48

/** The axis begins with the run, and has some space after its end. */
function viewOf(durationMs: number): View {
  const seconds = Math.max(1, durationMs / 1000)
  const scale = Math.min(pxPerSecond, longestPx / seconds)
  const widthPx = (durationMs / 1000) * scale + endPx
  return { fromMs: 0, toMs: (widthPx / scale) * 1000, widthPx }
}

/** The part of a text that was heard, with whole words. */
function heardPart({ text, from_part: from, to_part: to }: Run['sounds'][number]): string {
  const at = (part: number): number => {
    const index = Math.round(part * text.length)
    if (part <= 0.001 || part >= 0.999) return index
    const space = text.lastIndexOf(' ', index)
    return space < 0 ? index : space
  }
  return text.slice(at(from), at(to)).trim()
}

type Check = Run['checks'][number]

interface Mark {
  leftPx: number
  checks: Check[]
}

const markPx = 32

/** The checks of steps that were reached. Those that would overlap share a mark. */
function marksOf({ checks }: Pick<Run, 'checks'>, view: View): Mark[] {
  const marks: Mark[] = []
  for (const check of checks) {
    if (check.step === null || check.at_ms === null || check.met === null) continue
    const leftPx = xOf(view, check.at_ms)
    const last = marks.at(-1)
    if (last && leftPx - last.leftPx < markPx * last.checks.length) last.checks.push(check)
    else marks.push({ leftPx, checks: [check] })
  }
  return marks
}
