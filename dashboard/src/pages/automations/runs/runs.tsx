// The runs of an automation, by status and outcome, and the one that is open.
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import { SearchField, Select } from '../../../ui/fields.tsx'
import { Badge, Button, Card, Empty, Loaded } from '../../../ui/page.tsx'
import { Time } from '../../../ui/values.tsx'
import { useDurations } from '../parts/duration.ts'
import { type AutomationSearch, type RunStatus, runStatuses } from '../parts/search.ts'
import type { RunRow } from '../parts/types.ts'
import { StatusIcon, useStatusNames } from './run-status.tsx'
import { RunView } from './run-view.tsx'
import { useRuns } from './use-runs.ts'

const texts = textsOf('automations', 'runs')

/** Earlier runs are read when the end of the list is this near. */
const nearPixels = 400

export interface RunsProps {
  automationId: string
  search: AutomationSearch
  onSearch(change: Partial<AutomationSearch>): void
}

export function Runs({ automationId, search, onSearch }: RunsProps) {
  const t = useTexts(texts)
  const names = useStatusNames()
  const { status, outcome, run: open } = search
  const { query, ...earlier } = useRuns({ id: automationId, status, outcome })
  const isFiltered = status !== undefined || outcome !== undefined
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Card title={t.runs} isFlush>
        <div className="flex gap-2 border-b p-3">
          <Select
            label={t.status}
            className="w-1/2 min-w-0"
            options={[{ value: '', label: t.all }, ...runStatuses.map((each) => ({ value: each, label: names(each) }))]}
            value={status ?? ''}
            onChange={(next) => onSearch({ status: next === '' ? undefined : (next as RunStatus) })}
          />
          <SearchField
            label={t.outcome}
            isLabelVisible
            className="w-1/2 min-w-0"
            value={outcome ?? ''}
            onChange={(next) => onSearch({ outcome: next === '' ? undefined : next })}
          />
        </div>
        <Loaded query={query}>
          {(runs) =>
            runs.length === 0 ? (
              isFiltered ? (
                <Empty title={t.noneFound} />
              ) : (
                <Empty title={t.none} text={t.noneText}>
                  <Button onPress={() => onSearch({ tab: undefined, panel: 'test' })}>{t.test}</Button>
                </Empty>
              )
            ) : (
              <List runs={runs} open={open} onOpen={(run) => onSearch({ run })} {...earlier} />
            )
          }
        </Loaded>
      </Card>
      <Card>
        {open === undefined ? (
          <Empty title={t.choose} />
        ) : (
          <>
            <RunView
              automationId={automationId}
              runId={open}
              onSelectStep={(step) => onSearch({ tab: undefined, panel: undefined, step })}
            />
            <Button className="mt-4" onPress={() => onSearch({ tab: undefined, panel: 'test' })}>
              {t.canvas}
            </Button>
          </>
        )}
      </Card>
    </div>
  )
}

interface ListProps {
  runs: readonly RunRow[]
  open: string | undefined
  onOpen(id: string): void
  hasEarlier: boolean
  isReading: boolean
  readEarlier(): void
}

function List({ runs, open, onOpen, hasEarlier, isReading, readEarlier }: ListProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const duration = useDurations()
  return (
    <>
      <ul
        className="max-h-[60vh] divide-y overflow-auto"
        tabIndex={0}
        aria-label={t.runs}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < nearPixels) readEarlier()
        }}
      >
        {runs.map((run) => (
          <li key={run.id} className="[contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]">
            <button
              type="button"
              aria-pressed={open === run.id}
              onClick={() => onOpen(run.id)}
              className={classes(
                'flex w-full cursor-pointer items-center gap-2.5 px-4 py-2 text-start outline-offset-[-2px]',
                open === run.id ? 'bg-accent-soft' : 'hover:bg-sunken',
              )}
            >
              <StatusIcon status={run.status} />
              <span className="min-w-0 grow">
                <span className="block truncate">
                  <Time at={run.start_time} />
                </span>
                <span className="flex flex-wrap gap-1">
                  {run.outcome !== null && <Badge look="accent">{run.outcome}</Badge>}
                  {run.attempt > 1 && <Badge>{t.attempt(format.number(run.attempt))}</Badge>}
                </span>
              </span>
              <span className="shrink-0 text-sm text-soft tabular-nums">{duration(run.duration_ms)}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasEarlier && (
        <div className="border-t p-2 text-center">
          <Button size="small" look="quiet" isPending={isReading} onPress={readEarlier}>
            {t.earlier}
          </Button>
        </div>
      )}
    </>
  )
}
