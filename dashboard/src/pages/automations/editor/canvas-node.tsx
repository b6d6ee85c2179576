// The trigger or a step on the canvas.
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { TriangleAlert } from 'lucide-react'
import { createContext, memo, useContext } from 'react'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import type { StepState } from '../flow/progress.ts'
import { useDurations } from '../parts/duration.ts'
import { iconOf } from '../parts/icons.ts'
import { StatusIcon } from '../runs/run-status.tsx'

const texts = textsOf('automations', 'canvasNode')

export interface NodeData extends Record<string, unknown> {
  /** The name of the step, or `trigger`. */
  name: string
  type: string
  title: string
  /** Below the title. */
  detail: string
  state: StepState | undefined
  durationMs: number
  rounds: number
  isFaulty: boolean
  isSelected: boolean
  isMoving: boolean
}

export const SelectContext = createContext<(name: string) => void>(() => {})

const Handles = () => (
  <>
    <Handle type="target" position={Position.Top} isConnectable={false} className="!invisible" />
    <Handle type="source" position={Position.Bottom} isConnectable={false} className="!invisible" />
  </>
)

const isSameData = (one: NodeProps, other: NodeProps): boolean =>
  Object.entries(one.data).every(([key, value]) => other.data[key] === value)

export const StepNode = memo(function StepNode({ data }: NodeProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const duration = useDurations()
  const select = useContext(SelectContext)
  const { name, type, title, detail, state, durationMs, rounds, isFaulty, isSelected, isMoving } = data as NodeData
  const Icon = iconOf(type)
  const isTrigger = name === 'trigger'
  return (
    <>
      <button
        type="button"
        data-step={name}
        aria-pressed={isSelected}
        onClick={() => select(name)}
        className={classes(
          'nopan pointer-events-auto flex h-15 w-58 cursor-pointer items-center gap-2.5 rounded-xl border bg-card px-3 text-start shadow-sm',
          isSelected ? 'border-accent outline-2 outline-accent' : 'border-strong-line/60 hover:border-accent',
          isFaulty && 'border-bad',
          state === 'FAILED' && 'border-bad bg-bad-soft',
          isMoving && 'border-dashed opacity-60',
        )}
      >
        <span
          className={classes(
            'grid size-8 shrink-0 place-items-center rounded-lg',
            isTrigger ? 'bg-accent text-on-accent' : 'bg-accent-soft text-accent',
          )}
        >
          <Icon aria-hidden size={17} />
        </span>
        <span className="min-w-0 grow">
          <span className="block truncate text-sm font-medium">{title}</span>
          <span className="block truncate text-xs text-soft">{detail}</span>
        </span>
        {isMoving && <span className="sr-only">{t.moving}</span>}
        {isFaulty && <TriangleAlert role="img" aria-label={t.faulty} size={16} className="shrink-0 text-bad" />}
        {state !== undefined && (
          <span className="flex shrink-0 flex-col items-end gap-0.5 text-[0.6875rem] text-soft tabular-nums">
            <StatusIcon status={state} />
            {state !== 'RUNNING' && <span>{rounds > 1 ? t.rounds(format.number(rounds)) : duration(durationMs)}</span>}
          </span>
        )}
      </button>
      <Handles />
    </>
  )
}, isSameData)

export const JoinNode = memo(function JoinNode() {
  return (
    <>
      <span className="block size-3 rounded-full border-2 border-strong-line bg-card" />
      <Handles />
    </>
  )
})

const chip = 'grid place-items-center rounded-full border bg-sunken text-xs text-soft'

export const NextItemNode = memo(function NextItemNode() {
  const t = useTexts(texts)
  return (
    <>
      <span className={classes(chip, 'h-6.5 w-26')}>{t.nextItem}</span>
      <Handles />
    </>
  )
})

export const EndNode = memo(function EndNode() {
  const t = useTexts(texts)
  return (
    <>
      <span className={classes(chip, 'h-6.5 w-21')}>{t.end}</span>
      <Handles />
    </>
  )
})
