// The steps of the flow as a list: the same as the canvas, for keyboards and screen readers.
import { Plus, TriangleAlert } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/page.tsx'
import { type Branch, branchesOf, type Located, type Place, type Step, stepsIn } from '../flow/flow.ts'
import { useDurations } from '../parts/duration.ts'
import { iconOf } from '../parts/icons.ts'
import { useNames } from '../parts/names.ts'
import { type Titled, useTitles } from '../parts/titles.ts'
import { StatusIcon } from '../runs/run-status.tsx'
import { useEditorState } from './context.ts'
import { InsertMenu } from './insert-menu.tsx'
import { branchTexts, usePlaceNames } from './place-name.ts'
import { StepActions } from './step-actions.tsx'

const texts = textsOf('automations', 'outline')

export function Outline() {
  const t = useTexts(texts)
  const { editor } = useEditorState()
  const { trigger, steps } = editor.flow
  return (
    <nav aria-label={t.outline} className="h-full overflow-auto p-4" tabIndex={0}>
      <Row step={{ name: 'trigger', type: trigger.type, input: trigger.input ?? {} }} />
      <List steps={steps} list="steps" />
    </nav>
  )
}

function List({ steps, list }: { steps: readonly Step[]; list: string }) {
  const { mayEdit, moving } = useEditorState()
  const place = (index: number) => ({ list, index })
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <Fragment key={step.name}>
          {moving !== undefined && mayEdit && (
            <li>
              <InsertButton place={place(index)} />
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
          <InsertButton place={place(steps.length)} />
        </li>
      )}
    </ol>
  )
}

function Inner({ step, branch, path }: { step: Step; branch: Branch; path: string }) {
  const t = useTexts(branchTexts)
  return (
    <div className="ms-4 border-s ps-3">
      <p className="pt-1 text-xs font-medium text-soft">{t[branch]}</p>
      <List steps={stepsIn(step, branch)} list={`${path}.input.${branch}`} />
    </div>
  )
}

function StepRow({ at }: { at: Located }) {
  const { mayEdit } = useEditorState()
  return (
    <div className="flex items-center gap-1">
      <Row step={at.step} />
      {mayEdit && <StepActions at={at} />}
    </div>
  )
}

function Row({ step }: { step: Titled & { name: string } }) {
  const t = useTexts(texts)
  const names = useNames()
  const ofTitles = useTitles()
  const duration = useDurations()
  const { selected, select, progress, editor, titles } = useEditorState()
  const { name, type } = step
  const isTrigger = name === 'trigger'
  const detail = [isTrigger && t.trigger, ofTitles.detail({ ...step, name: isTrigger ? undefined : name }, titles)]
    .filter(Boolean)
    .join(' · ')
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
        <span className="font-medium">{isTrigger ? names.type(type) : titles.get(name)}</span>{' '}
        <span className="text-sm text-soft">{detail}</span>
      </span>
      {editor.faults.some((fault) => fault.step === name) && (
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

const insertButtonTexts = textsOf('automations', 'insertButton')

function InsertButton({ place }: { place: Place }) {
  const t = useTexts(insertButtonTexts)
  const placeName = usePlaceNames()(place)
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button icon={Plus} size="small" look="quiet" className="text-soft" aria-label={placeName}>
        {t.add}
      </Button>
      <Popover className="w-80 max-w-[90vw] rounded-lg border bg-raised shadow-lg">
        <Dialog aria-label={placeName} className="outline-none">
          <InsertMenu place={place} onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
