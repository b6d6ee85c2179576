// The steps of the flow as a list: the same as the canvas, for keyboards and screen readers.
import { Plus, TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { MenuTrigger, Popover } from 'react-aria-components'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/page.tsx'
import { detailOf } from '../flow/detail.ts'
import { type Branch, branchesOf, type Located, type Place, type Step, stepsIn } from '../flow/flow.ts'
import { useDurations } from '../parts/duration.ts'
import { iconOf, useNames } from '../parts/names.ts'
import { StatusIcon } from '../runs/run-status.tsx'
import { useEditorState } from './context.ts'
import { InsertMenu } from './insert-menu.tsx'
import { StepActions } from './step-actions.tsx'

const texts = textsOf(
  {
    outline: 'Outline of the flow',
    then: 'If true',
    else: 'If false',
    steps: 'For each item',
    faulty: 'has a problem',
    atEnd: 'at the end',
    before: (name: string) => `before ${name}`,
    inBranch: (branch: string, name: string) => `${branch}, ${name}`,
  },
  {
    outline: 'Gliederung des Ablaufs',
    then: 'Wenn wahr',
    else: 'Wenn falsch',
    steps: 'Für jedes Element',
    faulty: 'hat ein Problem',
    atEnd: 'am Ende',
    before: (name: string) => `vor ${name}`,
    inBranch: (branch: string, name: string) => `${branch}, ${name}`,
  },
)

export function Outline() {
  const t = useTexts(texts)
  const { editor } = useEditorState()
  const { trigger, steps } = editor.flow
  return (
    <nav aria-label={t.outline} className="h-full overflow-auto p-4" tabIndex={0}>
      <Row
        name="trigger"
        label={t.trigger}
        type={trigger.type}
        detail={detailOf({ ...trigger, input: trigger.input ?? {} })}
      />
      <List steps={steps} list="steps" where={t.atEnd} />
    </nav>
  )
}

function List({ steps, list, where }: { steps: readonly Step[]; list: string; where: string }) {
  const t = useTexts(texts)
  const { mayEdit, moving } = useEditorState()
  const place = (index: number) => ({ list, index })
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <Fragment key={step.name}>
          {moving !== undefined && mayEdit && (
            <li>
              <InsertButton place={place(index)} where={t.before(step.name)} />
            </li>
          )}
          <li>
            <StepRow at={{ step, ...place(index), path: `${list}.${index}`, depth: 0 }} />
            {branchesOf(step.type).map((branch) => (
              <Inner key={branch} step={step} branch={branch} path={`${list}.${index}`} />
            ))}
          </li>
        </Fragment>
      ))}
      {mayEdit && (
        <li>
          <InsertButton place={place(steps.length)} where={where} />
        </li>
      )}
    </ol>
  )
}

function Inner({ step, branch, path }: { step: Step; branch: Branch; path: string }) {
  const t = useTexts(texts)
  return (
    <div className="ms-4 border-s ps-3">
      <p className="pt-1 text-xs font-medium text-soft">{t[branch]}</p>
      <List steps={stepsIn(step, branch)} list={`${path}.input.${branch}`} where={t.inBranch(t[branch], step.name)} />
    </div>
  )
}

function StepRow({ at }: { at: Located }) {
  const names = useNames()
  const { mayEdit } = useEditorState()
  const { step } = at
  return (
    <div className="flex items-center gap-1">
      <Row name={step.name} label={names.type(step.type)} type={step.type} detail={detailOf(step)} />
      {mayEdit && <StepActions at={at} />}
    </div>
  )
}

function Row({ name, label, type, detail }: { name: string; label: string; type: string; detail: string }) {
  const t = useTexts(texts)
  const names = useNames()
  const duration = useDurations()
  const { selected, select, progress, editor } = useEditorState()
  const ran = progress.get(name)
  const Icon = iconOf(type)
  const isSelected = selected === name
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={() => select(name)}
      className={classes(
        'flex w-full min-w-0 grow cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 text-start outline-offset-[-2px]',
        isSelected ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <Icon aria-hidden size={16} className="shrink-0 text-soft" />
      <span className="min-w-0 grow truncate">
        <span className="font-medium">{name === 'trigger' ? names.type(type) : name}</span>{' '}
        <span className="text-sm text-soft">
          {label}
          {detail !== '' && ` · ${detail}`}
        </span>
      </span>
      {editor.faults.some(({ step }) => step === name) && (
        <TriangleAlert role="img" aria-label={t.faulty} size={16} className="shrink-0 text-bad" />
      )}
      {ran && (
        <span className="flex shrink-0 items-center gap-1.5 text-xs text-soft tabular-nums">
          {ran.state !== 'RUNNING' && duration(ran.durationMs)}
          <StatusIcon status={ran.state} />
        </span>
      )}
    </button>
  )
}

const insertButtonTexts = textsOf({ add: 'Add a step' }, { add: 'Schritt hinzufügen' })

/** `where` says to screen readers where the step is added. */
function InsertButton({ place, where }: { place: Place; where: string }) {
  const t = useTexts(insertButtonTexts)
  return (
    <MenuTrigger>
      <Button size="small" look="quiet" className="text-soft">
        <Plus aria-hidden size={15} />
        {t.add}
        <span className="sr-only">{where}</span>
      </Button>
      <Popover className="max-h-96 min-w-56 overflow-auto rounded-lg border bg-raised p-1 shadow-lg">
        <InsertMenu place={place} onDone={() => {}} />
      </Popover>
    </MenuTrigger>
  )
}
