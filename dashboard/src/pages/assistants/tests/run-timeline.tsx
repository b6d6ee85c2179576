// Draws a run on a time axis: both sides with their words, the states of turn-taking, pauses and checks.
import { useMemo } from 'react'
import { useFormats } from '../../../i18n/format.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { type Axis, axisOf, heardPart, marksOf, type StateSpan, spansOf } from './axis.ts'
import type { Run } from './types.ts'

const texts = textsOf(
  {
    label: 'Time axis of the run',
    noise: 'noise',
    beep: 'tone',
    keys: (keys: string) => `keys ${keys}`,
    cut: 'interrupted here',
    legend: 'States of turn-taking',
    states: {
      speaking: 'speaks',
      faint: 'faint',
      noise: 'noise',
      trailing: 'pauses',
      recognizing: 'words are recognized',
      waiting: 'may go on',
      possible: 'possible interruption',
      probable: 'probable interruption',
      dismissed: 'no interruption',
      by_sound: 'interruption by sound',
    },
  },
  {
    label: 'Zeitachse des Laufs',
    noise: 'Geräusch',
    beep: 'Ton',
    keys: (keys: string) => `Tasten ${keys}`,
    cut: 'hier unterbrochen',
    legend: 'Zustände des Sprecherwechsels',
    states: {
      speaking: 'spricht',
      faint: 'leise',
      noise: 'Geräusch',
      trailing: 'macht eine Pause',
      recognizing: 'Worte werden erkannt',
      waiting: 'spricht vielleicht weiter',
      possible: 'mögliche Unterbrechung',
      probable: 'wahrscheinliche Unterbrechung',
      dismissed: 'keine Unterbrechung',
      by_sound: 'Unterbrechung durch Laute',
    },
  },
)

type StateName = keyof (typeof texts)['en']['states']

/** Height in pixels and color, so that states differ without color, too. */
const looks: Record<StateName, [height: number, color: string]> = {
  speaking: [8, 'bg-customer'],
  trailing: [6, 'bg-customer'],
  recognizing: [5, 'bg-warn'],
  waiting: [4, 'bg-accent'],
  noise: [3, 'bg-soft'],
  faint: [2, 'bg-soft'],
  by_sound: [8, 'bg-bad'],
  probable: [6, 'bg-bad'],
  possible: [4, 'bg-warn'],
  dismissed: [2, 'bg-soft'],
}

const customerTop = 26
const assistantTop = 92
const barPx = 34
const marksTop = assistantTop + barPx + 18

export function RunTimeline({ run }: { run: Run }) {
  const t = useTexts(texts)
  const axis = useMemo(() => axisOf(run.duration_ms ?? 0), [run.duration_ms])
  const customer = useMemo(() => spansOf(run, 'customer'), [run])
  const interruption = useMemo(() => spansOf(run, 'interruption'), [run])
  const used = [...new Set([...customer, ...interruption].map(({ name }) => name))].filter(isState)
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
          <div className="relative" style={{ width: axis.widthPx, height: marksTop + 24 }}>
            <Ruler axis={axis} />
            {run.sounds.map((sound, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sounds do not move
              <Sound key={index} sound={sound} axis={axis} />
            ))}
            <Strip spans={customer} top={customerTop + barPx + 2} axis={axis} />
            <Strip spans={interruption} top={assistantTop + barPx + 2} axis={axis} />
            {run.latencies.map((latency) => (
              <Latency key={latency.from_ms} latency={latency} axis={axis} />
            ))}
            <Marks run={run} axis={axis} />
          </div>
        </div>
      </div>
      {used.length > 0 && (
        <ul aria-label={t.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
          {used.map((name) => (
            <li key={name} className="flex items-center gap-1.5">
              <span aria-hidden className={`w-4 ${looks[name][1]}`} style={{ height: looks[name][0] }} />
              {t.states[name]}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const isState = (name: string): name is StateName => Object.hasOwn(looks, name)

function Ruler({ axis }: { axis: Axis }) {
  const format = useFormats()
  return axis.ticks.map((ms) => (
    <div key={ms} className="absolute inset-y-0 border-s border-line" style={{ left: axis.px(ms) }}>
      <span className="ps-1 text-xs text-soft tabular-nums">{format.seconds(ms / 1000)}</span>
    </div>
  ))
}

function Sound({ sound, axis }: { sound: Run['sounds'][number]; axis: Axis }) {
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
        left: axis.px(from),
        width: Math.max(3, axis.px(to - from) - 1),
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

function Strip({ spans, top, axis }: { spans: readonly StateSpan[]; top: number; axis: Axis }) {
  const t = useTexts(texts)
  return spans.map(({ name, fromMs, toMs }) =>
    isState(name) ? (
      <div
        key={fromMs}
        title={t.states[name]}
        className={`absolute ${looks[name][1]}`}
        style={{ left: axis.px(fromMs), width: Math.max(1, axis.px(toMs - fromMs)), top, height: looks[name][0] }}
      />
    ) : null,
  )
}

function Latency({ latency, axis }: { latency: Run['latencies'][number]; axis: Axis }) {
  const format = useFormats()
  const { from_ms: from, to_ms: to } = latency
  return (
    <div
      className="absolute border-x border-b border-warn text-xs text-warn"
      style={{ left: axis.px(from), width: Math.max(2, axis.px(to - from)), top: customerTop + barPx + 12, height: 6 }}
    >
      <span className="absolute start-full -top-1.5 ps-1 whitespace-nowrap tabular-nums">
        {format.milliseconds(to - from)}
      </span>
    </div>
  )
}

/** Checks with the numbers of their steps. */
function Marks({ run, axis }: { run: Run; axis: Axis }) {
  return marksOf(run, axis).map(({ leftPx, checks }) => {
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
