// Merges another contact into one, and shows the merges that can be undone.
import { GitMerge } from 'lucide-react'
import { useState } from 'react'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { DelayedSearch } from '../../ui/filters.tsx'
import { say, sayError } from '../../ui/overlays.tsx'
import { Button, Card } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'
import { type ContactRecord, nameOf, nameTexts } from './names.ts'

const texts = textsOf('contacts', 'merge')

/** Records of other pages show the contact that they belong to. */
const changes = ['calls', 'conversations', 'leads'] as const

export function MergeWith({ contact, onDone }: { contact: ContactRecord; onDone(): void }) {
  const t = useTexts(texts)
  const names = useTexts(nameTexts)
  const [search, setSearch] = useState('')
  const found = useRead('contacts', 'list', { search, per_page: 10 }, { isEnabled: search !== '' })
  const others = search === '' ? [] : (found.data?.data.filter(({ id }) => id !== contact.id) ?? [])
  const merge = useAction('contacts', 'merge', {
    changes,
    onDone: () => {
      say(t.merged)
      onDone()
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <p>{t.text}</p>
      <DelayedSearch label={t.find} value={search} onChange={setSearch} />
      {search !== '' && found.data && others.length === 0 && <p className="text-soft">{t.none}</p>}
      <ul className="flex flex-col divide-y">
        {others.map((other) => (
          <li key={other.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 grow">
              <bdi className="block truncate font-medium">{nameOf(other, names)}</bdi>
              <span className="block truncate text-sm text-soft">
                {other.addresses.map(({ address }) => address).join(', ')}
              </span>
            </div>
            <Button
              icon={GitMerge}
              size="small"
              aria-label={t.of(nameOf(other, names))}
              isPending={merge.isPending}
              onPress={() => merge.mutate({ id: contact.id, contact_id: other.id }, { onError: sayError })}
            >
              {t.action}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export interface MergeHistoryProps {
  contactId: number
  merges: ReplyFrom<'contacts', 'get'>['merges']
}

/** Shows nothing if there are no merges. */
export function MergeHistory({ contactId, merges }: MergeHistoryProps) {
  const t = useTexts(texts)
  const names = useTexts(nameTexts)
  const may = useMay()
  const separate = useAction('contacts', 'separate', { changes, onDone: () => say(t.separated) })
  if (merges.length === 0) return null
  return (
    <Card title={t.history}>
      <ul className="flex flex-col gap-3">
        {merges.map(({ contact_id: mergedId, name, cause, merged_at: at, separable_until: until }) => (
          <li key={mergedId} className="flex items-center gap-3">
            <div className="min-w-0 grow">
              <bdi className="block truncate font-medium">{name ?? names.unnamed}</bdi>
              <span className="block text-sm text-soft" title={t.until(until.slice(0, 10))}>
                {cause === 'event' ? t.byEvent : t.byRequest} · <Time at={at} look="date" />
              </span>
            </div>
            {may('contacts', 'separate') && (
              <Button
                size="small"
                aria-label={t.separateOf(name ?? names.unnamed)}
                isPending={separate.isPending}
                onPress={() => separate.mutate({ id: contactId, contact_id: mergedId }, { onError: sayError })}
              >
                {t.separate}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
