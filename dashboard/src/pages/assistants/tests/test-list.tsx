// The list of the tests of an assistant, each with its latest result.
import { FlaskConical, Play, Plus } from 'lucide-react'
import { useAction, useRead } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { ServerText } from '../../../messages/server-text.tsx'
import { useMay } from '../../../session/session.tsx'
import { Menu, say, sayError } from '../../../ui/overlays.tsx'
import { Button, Card, Empty, IconButton, Loaded } from '../../../ui/page.tsx'
import { Time } from '../../../ui/values.tsx'
import { RunBadge } from './status.tsx'
import { isOpen, type TestHead, type TestsProps } from './types.ts'

const texts = textsOf('assistants', 'testList')

type ListProps = Pick<TestsProps, 'assistantId' | 'onGo'>

export function TestList({ assistantId, onGo }: ListProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const may = useMay()
  const query = useRead('assistantTests', 'list', { assistantId })
  const runAll = useAction('assistantTests', 'runAll', {
    onDone: ({ data }) => say(t.started(format.count(t.run, data.length))),
  })
  const mayEdit = may('assistantTests', 'create')
  const tests = query.data?.data ?? []
  const passed = tests.filter(({ latest_run: run }) => run?.status === 'passed').length
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 max-w-prose flex-[1_1_16rem] text-soft">{t.intro}</p>
        {mayEdit && (
          <div className="ms-auto flex flex-wrap gap-2">
            {tests.length > 0 && (
              <Button
                icon={Play}
                isPending={runAll.isPending}
                onPress={() => !runAll.isPending && runAll.mutate({ assistantId }, { onError: sayError })}
              >
                {t.runAll}
              </Button>
            )}
            <AddMenu assistantId={assistantId} onGo={onGo} />
          </div>
        )}
      </div>
      <Card
        title={t.title}
        isFlush
        actions={
          tests.length > 0 && (
            <span className="text-sm text-soft tabular-nums">
              {t.totals(format.number(passed), format.number(tests.length))}
            </span>
          )
        }
      >
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon={FlaskConical} title={t.none} text={t.noneText}>
                {mayEdit && <AddMenu assistantId={assistantId} onGo={onGo} />}
              </Empty>
            ) : (
              <ul>
                {data.map((test) => (
                  <TestRow key={test.id} test={test} mayRun={mayEdit} onGo={onGo} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </div>
  )
}

function TestRow({ test, mayRun, onGo }: { test: TestHead; mayRun: boolean; onGo: TestsProps['onGo'] }) {
  const t = useTexts(texts)
  const { id, name, kind, latest_run: latest, source_call_id: callId } = test
  const run = useAction('assistantTests', 'run')
  const at = latest?.finished_at ?? latest?.created_at
  const isRunning = latest !== null && isOpen(latest.status)
  return (
    <li className="relative flex items-center gap-3 border-b px-4 py-2.5 last:border-b-0 hover:bg-sunken">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <button
            type="button"
            onClick={() => onGo({ test: id })}
            className="min-w-0 cursor-pointer text-start font-medium break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </button>
          <RunBadge status={latest?.status} />
        </div>
        <p className="flex flex-wrap gap-x-2 text-sm text-soft">
          <span>{kind === 'script' ? t.script : t.simulation}</span>
          {callId !== null && <span>· {t.fromCall}</span>}
          {at && (
            <span>
              · <Time at={at} look="relative" />
            </span>
          )}
        </p>
        {latest?.message && (
          <p className="line-clamp-2 text-sm break-words">
            <ServerText of={latest.message} />
          </p>
        )}
      </div>
      {mayRun && (
        <IconButton
          icon={Play}
          iconSize={17}
          label={t.runOne(name)}
          className="relative z-10"
          isPending={run.isPending || isRunning}
          onPress={() =>
            !run.isPending && run.mutate({ assistantId: test.assistant_id, testId: id }, { onError: sayError })
          }
        />
      )}
    </li>
  )
}

function AddMenu({ assistantId, onGo }: ListProps) {
  const t = useTexts(texts)
  const { data } = useRead('assistantTests', 'listExamples', { assistantId })
  const examples = data?.data ?? []
  return (
    <Menu
      label={t.add}
      trigger={
        <Button icon={Plus} look="primary">
          {t.add}
        </Button>
      }
      actions={[
        { label: t.scratch, onAction: () => onGo({ form: 'new' }) },
        ...examples.map(({ code, name }) => ({
          id: code,
          label: name,
          onAction: () => onGo({ form: 'new', example: code }),
        })),
      ]}
    />
  )
}
