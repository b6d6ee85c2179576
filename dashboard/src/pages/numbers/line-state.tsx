// Whether a telephone line works, and why not, in the words of the provider.
import { type Action, useAction } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { ServerText } from '../../messages/server-text.tsx'
import { useMay } from '../../session/session.tsx'
import { sayError } from '../../ui/overlays.tsx'
import { Badge, type BadgeLook, Button, Notice } from '../../ui/page.tsx'
import { type Line, lineTexts } from './lines.ts'

const looks: Record<Line['state']['status'], BadgeLook> = {
  unchecked: 'neutral',
  registering: 'neutral',
  registered: 'good',
  reachable: 'good',
  failing: 'bad',
  refused: 'bad',
}

export function LineBadge({ line: { state, unreadable } }: { line: Line }) {
  const t = useTexts(lineTexts)
  if (unreadable) return <Badge look="bad">{t.statuses.failing}</Badge>
  return <Badge look={looks[state.status]}>{t.statuses[state.status]}</Badge>
}

export type LineTest = Action<'sipTrunks', 'test'>

export const useLineTest = (): LineTest => useAction('sipTrunks', 'test')

export function TestButton({ line, test, size }: { line: Line; test: LineTest; size?: 'small' }) {
  const t = useTexts(lineTexts)
  const may = useMay()
  if (!may('sipTrunks', 'test')) return null
  return (
    <Button
      {...(size && { size })}
      aria-label={t.testNamed(line.phone_number)}
      isPending={test.isPending}
      onPress={() => !test.isPending && test.mutate({ id: line.id }, { onError: sayError })}
    >
      {t.test}
    </Button>
  )
}

/** Why the line does not work, why its last call failed, and what a test found. */
export function LineTrouble({ line, test }: { line: Line; test: LineTest }) {
  const t = useTexts(lineTexts)
  const format = useFormats()
  const { state, last_error, last_error_at } = line
  const found = test.isPending ? undefined : test.data?.data
  // A test that fails changes the state, which says the same.
  const isSaid = found !== undefined && found.message === state.error
  const next = { failing: t.retried, refused: t.notRetried }[state.status as string]
  return (
    <>
      {line.unreadable && <p className="text-sm text-bad">{t.locked}</p>}
      {state.error !== null && !line.unreadable && (
        <p className="text-sm break-words text-bad">
          <ServerText of={state.error} /> {next}
        </p>
      )}
      {last_error !== null && (
        <p className="text-sm break-words text-soft">
          {t.lastError(last_error_at === null ? '' : format.relative(last_error_at))} <ServerText of={last_error} />
        </p>
      )}
      {found && !isSaid && (
        <Notice look={found.works ? 'good' : 'warn'}>
          <ServerText of={found.message} />
        </Notice>
      )}
    </>
  )
}
