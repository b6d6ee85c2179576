// The versions of an assistant: who changed what and when, their differences, and restoring one.
import { useState } from 'react'
import { type ReplyFrom, useAction, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { classes } from '../../../ui/classes.ts'
import { isSame } from '../../../ui/draft.ts'
import { Select } from '../../../ui/fields.tsx'
import { say, useConfirm } from '../../../ui/overlays.tsx'
import { Badge, Button, Card, Empty, Loaded, Notice } from '../../../ui/page.tsx'
import { Time } from '../../../ui/values.tsx'
import { Difference } from '../difference/difference.tsx'
import { useFieldLabel } from '../editor/editor-context.tsx'
import { fieldNames } from '../editor/layout.ts'
import { useValueText } from '../editor/value-text.tsx'

const texts = textsOf('assistants', 'history')

type Head = ReplyFrom<'assistants', 'listVersions'>['data'][number]

export interface HistoryProps {
  id: number
  /** The version that is shown, and the one that it is compared with. */
  selected: number | undefined
  compared: number | undefined
  onSelect(selected: number, compared?: number): void
}

export function History({ id, ...props }: HistoryProps) {
  const t = useTexts(texts)
  const query = useRead('assistants', 'listVersions', { id })
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <Card>
            <Empty title={t.empty} text={t.emptyText} />
          </Card>
        ) : (
          <Versions id={id} versions={data} {...props} />
        )
      }
    </Loaded>
  )
}

function useAuthor(): (author: Head['author']) => string {
  const t = useTexts(texts)
  return (author) => {
    if (author === null) return t.unknown
    const name = author.name ?? ''
    if (author.kind === 'parley') return t.parley
    if (author.kind === 'api_key') return t.apiKey(name)
    return author.kind === 'operator' ? t.operator(name) : name
  }
}

function Versions({ id, versions, selected, compared, onSelect }: HistoryProps & { versions: readonly Head[] }) {
  const t = useTexts(texts)
  const authorOf = useAuthor()
  const label = useFieldLabel()
  const at = Math.max(
    0,
    versions.findIndex(({ version }) => version === selected),
  )
  const shown = versions[at]!
  const other =
    versions.find(({ version }) => version === compared && version !== shown.version) ??
    versions[at + 1] ??
    versions.find(({ version }) => version !== shown.version)
  return (
    <div className="@container">
      <div className="grid min-w-0 gap-4 @3xl:grid-cols-[20rem_minmax(0,1fr)]">
        <Card title={t.versions} isFlush className="self-start">
          <ol
            aria-label={t.versions}
            tabIndex={0}
            className="max-h-[70vh] divide-y overflow-auto outline-offset-[-2px]"
          >
            {versions.map((head, index) => (
              <li key={head.version}>
                <button
                  type="button"
                  aria-current={head === shown ? 'true' : undefined}
                  onClick={() => onSelect(head.version)}
                  className={classes(
                    'block w-full cursor-pointer px-4 py-2.5 text-start outline-offset-[-2px]',
                    head === shown ? 'bg-accent-soft' : 'hover:bg-sunken',
                  )}
                >
                  <span className="flex items-center gap-2">
                    <span className="grow font-medium">{t.version(head.version)}</span>
                    {index === 0 && <Badge look="good">{t.current}</Badge>}
                  </span>
                  <span className="block truncate text-sm">{authorOf(head.author)}</span>
                  <span className="block text-sm text-soft">
                    <Time at={head.created_at} />
                  </span>
                  <span className="line-clamp-2 text-sm text-soft">
                    {head.changed_fields.map(label).join(', ') || t.first}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          <p className="border-t px-4 py-2 text-sm text-soft">{t.bound}</p>
        </Card>
        <Comparison
          key={shown.version}
          id={id}
          shown={shown}
          other={other}
          versions={versions}
          onCompare={(version) => onSelect(shown.version, version)}
        />
      </div>
    </div>
  )
}

interface ComparisonProps {
  id: number
  shown: Head
  other: Head | undefined
  versions: readonly Head[]
  onCompare(version: number): void
}

function Comparison({ id, shown, other, versions, onCompare }: ComparisonProps) {
  const t = useTexts(texts)
  const may = useMay()
  const [skipped, setSkipped] = useState('')
  const isCurrent = shown === versions[0]
  const restore = useAction('assistants', 'restoreVersion', {
    onDone: (reply) => {
      setSkipped(Object.values(reply.skipped).flat().join(' '))
      say(t.restored(shown.version))
    },
  })
  const restoration = useConfirm(restore, () => ({
    title: t.restoreTitle(shown.version),
    text: t.restoreText,
    action: t.restoreAction,
    input: { id, version: shown.version },
  }))
  const options = versions
    .filter(({ version }) => version !== shown.version)
    .map(({ version }) => ({ value: version, label: t.version(version) }))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <h2 className="grow text-lg font-semibold">{t.version(shown.version)}</h2>
        {other && (
          <Select label={t.compareWith} options={options} value={other.version} onChange={onCompare} className="w-44" />
        )}
        {!isCurrent && may('assistants', 'restoreVersion') && (
          <Button onPress={() => restoration.ask()}>{t.restore}</Button>
        )}
      </div>
      {skipped !== '' && <Notice look="warn">{t.skipped(skipped)}</Notice>}
      {other ? <Differences id={id} shown={shown} other={other} /> : <Notice>{t.nothing}</Notice>}
      {restoration.dialog}
    </div>
  )
}

function Differences({ id, shown, other }: { id: number; shown: Head; other: Head }) {
  const t = useTexts(texts)
  const label = useFieldLabel()
  const write = useValueText()
  const [older, newer] = shown.version < other.version ? [shown, other] : [other, shown]
  const before = useRead('assistants', 'getVersion', { id, version: older.version })
  const after = useRead('assistants', 'getVersion', { id, version: newer.version })
  return (
    <Loaded query={before}>
      {({ data: { settings: old } }) => (
        <Loaded query={after}>
          {({ data: { settings: now } }) => {
            const changed = fieldNames.filter((name) => !isSame(old[name], now[name]))
            if (changed.length === 0) return <Notice>{t.same}</Notice>
            return changed.map((name) => (
              <Difference
                key={name}
                title={label(name)}
                sides={[t.version(older.version), t.version(newer.version)]}
                before={write(name, old[name])}
                after={write(name, now[name])}
              />
            ))
          }}
        </Loaded>
      )}
    </Loaded>
  )
}
