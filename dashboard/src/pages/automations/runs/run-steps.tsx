// The steps of a run in the order in which they were executed, each with what it got and returned.
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../../i18n/format.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Badge, Empty, Notice } from '../../../ui/states.tsx'
import { Described } from '../parts/described.tsx'
import { useDurations } from '../parts/duration.ts'
import { useNames } from '../parts/names.ts'
import type { RunStepReply } from '../parts/types.ts'
import { JsonView } from './json-view.tsx'
import { StatusIcon } from './run-status.tsx'

const texts = textsOf(
  {
    steps: 'Steps',
    none: 'No step has ended yet.',
    input: 'Input',
    output: 'Output',
    attempt: (number: string) => `Attempt ${number}`,
    open: 'Open in the editor',
    more: (count: string) => `Show ${count} more steps`,
    connections: 'Go to the connections',
    wiring_error: 'Check the input of the step and the data that it got, correct the flow or the data, and retry.',
    missing_connection: 'Credentials are missing or were rejected. Check the connection, and retry.',
    missing_record:
      'The record that this step refers to no longer exists. Choose another record, save, and start a new run.',
  },
  {
    steps: 'Schritte',
    none: 'Noch kein Schritt ist beendet.',
    input: 'Eingabe',
    output: 'Ausgabe',
    attempt: (number: string) => `Versuch ${number}`,
    open: 'Im Editor öffnen',
    more: (count: string) => `${count} weitere Schritte zeigen`,
    connections: 'Zu den Verbindungen',
    wiring_error:
      'Prüfen Sie die Eingabe des Schritts und seine Daten, korrigieren Sie den Ablauf oder die Daten, und wiederholen Sie den Lauf.',
    missing_connection:
      'Zugangsdaten fehlen oder wurden abgelehnt. Prüfen Sie die Verbindung, und wiederholen Sie den Lauf.',
    missing_record:
      'Den Eintrag, auf den sich dieser Schritt bezieht, gibt es nicht mehr. Wählen Sie einen anderen Eintrag, speichern Sie, und starten Sie einen neuen Lauf.',
  },
)

const stepsShown = 200

interface RunStepsProps {
  steps: readonly RunStepReply[]
  onSelect?(name: string): void
}

export function RunSteps({ steps, onSelect }: RunStepsProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const [shown, setShown] = useState(stepsShown)
  if (steps.length === 0) return <Empty title={t.none} />
  return (
    <div>
      <h3 className="mb-1 text-sm font-medium">{t.steps}</h3>
      <ol className="divide-y rounded-lg border">
        {steps.slice(0, shown).map((step) => (
          <RunStep key={step.path} step={step} {...(onSelect && { onSelect })} />
        ))}
      </ol>
      {steps.length > shown && (
        <Button size="small" className="mt-2" onPress={() => setShown(shown + stepsShown)}>
          {t.more(format.number(Math.min(stepsShown, steps.length - shown)))}
        </Button>
      )}
    </div>
  )
}

function RunStep({ step, onSelect }: { step: RunStepReply; onSelect?(name: string): void }) {
  const t = useTexts(texts)
  const names = useNames()
  const format = useFormats()
  const duration = useDurations()
  // A failure is what people look for.
  const [wanted, setWanted] = useState<boolean>()
  const isOpen = wanted ?? step.status === 'FAILED'
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setWanted(!isOpen)}
        className="flex w-full cursor-pointer items-center gap-2 px-2.5 py-2 text-start outline-offset-[-2px] hover:bg-sunken"
      >
        <ChevronRight aria-hidden size={15} className={classes('shrink-0', isOpen ? 'rotate-90' : 'rtl:rotate-180')} />
        <StatusIcon status={step.status} />
        <span className="min-w-0 grow">
          <span className="block truncate font-medium">{step.path}</span>
          <span className="block truncate text-xs text-soft">{names.type(step.type)}</span>
        </span>
        {step.attempt > 1 && <Badge>{t.attempt(format.number(step.attempt))}</Badge>}
        {step.duration_ms !== null && (
          <span className="shrink-0 text-sm text-soft tabular-nums">{duration(step.duration_ms)}</span>
        )}
      </button>
      {isOpen && (
        <div className="flex flex-col gap-3 px-3 pb-3">
          {step.error !== null && <Problem step={step} />}
          <JsonView value={step.input} label={t.input} of={step.path} />
          <JsonView value={step.output} label={t.output} of={step.path} />
          {onSelect && (
            <Button size="small" className="self-start" onPress={() => onSelect(step.name)}>
              {t.open}
              <span className="sr-only">{step.name}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function Problem({ step: { error, classification } }: { step: RunStepReply }) {
  const t = useTexts(texts)
  const remedy = (t as unknown as Record<string, string | undefined>)[classification]
  return (
    <Notice look="bad">
      <p>
        <Described text={error ?? ''} />
      </p>
      {remedy !== undefined && <p className="text-ink">{remedy}</p>}
      {classification === 'missing_connection' && (
        <Link to="/automations" search={{ tab: 'connections' }} className="underline">
          {t.connections}
        </Link>
      )}
    </Notice>
  )
}
