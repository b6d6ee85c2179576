// What others have changed in the meantime, and the choice between their values and the own ones.
import { useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/overlays.tsx'
import { Button, Notice } from '../../../ui/page.tsx'
import { Difference } from '../difference/difference.tsx'
import { useFieldLabel } from './editor-context.tsx'
import type { FieldName } from './layout.ts'
import type { EditorState } from './use-editor-state.ts'
import { useValueText } from './value-text.tsx'

const texts = textsOf('assistant-editor', 'conflict')

export interface ConflictProps {
  state: EditorState
  isOpen: boolean
  onOpen(isOpen: boolean): void
}

export function ConflictNotice({ state, isOpen, onOpen }: ConflictProps) {
  const t = useTexts(texts)
  const label = useFieldLabel()
  const { theirs, conflicts } = state.draft
  const names = Object.keys(theirs) as FieldName[]
  if (names.length === 0) return null
  const hasConflicts = conflicts.length > 0
  return (
    <Notice look={hasConflicts ? 'warn' : 'info'}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="grow">
          {t.changed(names.map(label).join(', '))} {hasConflicts ? t.conflict : t.kept}
        </p>
        <Button size="small" onPress={() => onOpen(true)}>
          {t.compare}
        </Button>
        {!hasConflicts && (
          <Button size="small" look="quiet" onPress={state.dismiss}>
            {t.dismiss}
          </Button>
        )}
      </div>
      <Dialog look="drawer" title={t.title} isOpen={isOpen} onClose={() => onOpen(false)}>
        <Comparison state={state} onClose={() => onOpen(false)} />
      </Dialog>
    </Notice>
  )
}

function Comparison({ state, onClose }: { state: EditorState; onClose(): void }) {
  const t = useTexts(texts)
  const label = useFieldLabel()
  const write = useValueText()
  const { theirs, conflicts, base, changes } = state.draft
  const open = conflicts as readonly FieldName[]
  const [choices, setChoices] = useState<Partial<Record<FieldName, 'mine' | 'theirs'>>>({})
  const others = (Object.keys(theirs) as FieldName[]).filter((name) => !open.includes(name))
  const apply = () => {
    for (const name of open) state.decide(name, choices[name] ?? 'mine')
    onClose()
  }
  return (
    <div className="flex flex-col gap-6">
      {open.length > 0 && (
        <section className="flex flex-col gap-4">
          <h3 className="font-semibold">{t.choose}</h3>
          {open.map((name) => (
            <RadioGroup
              key={name}
              value={choices[name] ?? 'mine'}
              onChange={(choice) => setChoices((known) => ({ ...known, [name]: choice as 'mine' | 'theirs' }))}
              className="flex flex-col gap-2"
            >
              <Label className="font-medium">{label(name)}</Label>
              {(['mine', 'theirs'] as const).map((side) => (
                <Radio
                  key={side}
                  value={side}
                  className={({ isSelected }) =>
                    classes(
                      'flex cursor-pointer items-start gap-3 rounded-lg border p-3',
                      isSelected && 'border-accent bg-accent-soft',
                    )
                  }
                >
                  {({ isSelected }) => (
                    <>
                      <span className="mt-1 grid size-4 shrink-0 place-items-center rounded-full border border-strong-line bg-card">
                        {isSelected && <span className="size-2 rounded-full bg-accent" />}
                      </span>
                      <span className="min-w-0">
                        <span className="block text-sm">{t[side]}</span>
                        <span className="block max-h-48 overflow-auto whitespace-pre-wrap break-words">
                          {write(name, side === 'mine' ? changes[name] : base[name])}
                        </span>
                      </span>
                    </>
                  )}
                </Radio>
              ))}
            </RadioGroup>
          ))}
          <Button look="primary" className="self-end" onPress={apply}>
            {t.apply}
          </Button>
        </section>
      )}
      {others.length > 0 && (
        <section className="flex flex-col gap-4">
          <h3 className="font-semibold">{t.others}</h3>
          {others.map((name) => (
            <Difference
              key={name}
              title={label(name)}
              sides={[t.before, t.now]}
              before={write(name, theirs[name])}
              after={write(name, base[name])}
            />
          ))}
        </section>
      )}
    </div>
  )
}
