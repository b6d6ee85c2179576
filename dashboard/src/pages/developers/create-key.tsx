// Creates an API key, limited to areas of the API on request, and shows its token once.
import { useState } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { contract } from '#contract/index.ts'
import { scopes as allScopes } from '#contract/scopes.ts'
import type { Area } from '#contract/wire/endpoint.ts'
import { type ReplyFrom, useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { SearchField, Switch, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Button, Notice } from '../../ui/page.tsx'
import { Code } from '../../ui/values.tsx'

const texts = textsOf('developers', 'createKey')

type Created = ReplyFrom<'accounts', 'createApiKey'>['api_key']

const areas = [...new Set(allScopes.map((scope) => scope.split(':')[0]!))]

export function CreateKey({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(texts)
  const [created, setCreated] = useState<Created>()
  const close = () => {
    setCreated(undefined)
    onClose()
  }
  return (
    <Dialog title={created ? t.createdTitle : t.title} isOpen={isOpen} onClose={close} isSticky={created !== undefined}>
      {created ? <Token created={created} onDone={close} /> : <NewKey onCreated={setCreated} onClose={close} />}
    </Dialog>
  )
}

function NewKey({ onCreated, onClose }: { onCreated(created: Created): void; onClose(): void }) {
  const t = useTexts(texts)
  const { values, field, toggle } = useFields({ name: '', isLimited: false })
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set())
  const create = useAction('accounts', 'createApiKey', { onDone: (reply) => onCreated(reply.api_key) })
  const isEmpty = values.isLimited && scopes.size === 0
  const submit = () => {
    if (isEmpty) return
    create.mutate({
      name: values.name,
      ...(values.isLimited && { scopes: allScopes.filter((scope) => scopes.has(scope)) }),
    })
  }
  return (
    <Form onSubmit={submit} action={create}>
      <TextField {...field('name')} label={t.name} help={t.nameHelp} autoFocus />
      <Switch {...toggle('isLimited')} label={t.isLimited} help={values.isLimited ? undefined : t.unlimited} />
      {values.isLimited && <ScopeList scopes={scopes} onChange={setScopes} />}
      {isEmpty && <p className="text-sm text-soft">{t.choose}</p>}
      <FormButtons submit={t.create} isDisabled={isEmpty} onCancel={onClose} />
    </Form>
  )
}

interface ScopeListProps {
  scopes: ReadonlySet<string>
  onChange(scopes: ReadonlySet<string>): void
}

function ScopeList({ scopes, onChange }: ScopeListProps) {
  const t = useTexts(texts)
  const [search, setSearch] = useState('')
  const shown = areas.filter((area) => area.toLowerCase().includes(search.trim().toLowerCase()))
  const change = (area: string, kinds: readonly string[]) => {
    const others = [...scopes].filter((scope) => !scope.startsWith(`${area}:`))
    onChange(new Set([...others, ...kinds.map((kind) => `${area}:${kind}`)]))
  }
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={t.search} value={search} onChange={setSearch} />
      <ul className="max-h-72 overflow-auto rounded-lg border" tabIndex={0} aria-label={t.isLimited}>
        {shown.map((area) => (
          <li key={area} className="flex items-center gap-2 border-b px-3 py-1 last:border-b-0">
            <span className="min-w-0 grow truncate font-mono text-sm">{area}</span>
            <ToggleButtonGroup
              aria-label={area}
              selectionMode="multiple"
              selectedKeys={['read', 'write'].filter((kind) => scopes.has(`${area}:${kind}`))}
              onSelectionChange={(kinds) => change(area, [...kinds].map(String))}
              className="flex gap-1"
            >
              {(['read', 'write'] as const).map((kind) =>
                allScopes.includes(`${area}:${kind}`) ? (
                  <ToggleButton
                    key={kind}
                    id={kind}
                    className="min-h-7 cursor-pointer rounded-md border border-strong-line px-2 text-sm data-[selected]:border-accent data-[selected]:bg-accent data-[selected]:text-on-accent"
                  >
                    {t[kind]}
                  </ToggleButton>
                ) : null,
              )}
            </ToggleButtonGroup>
          </li>
        ))}
        {shown.length === 0 && <li className="p-3 text-soft">{t.noArea}</li>}
      </ul>
    </div>
  )
}

function Token({ created, onDone }: { created: Created; onDone(): void }) {
  const t = useTexts(texts)
  const path = pathFor(created.scopes)
  return (
    <div className="flex flex-col gap-4">
      <Notice look="warn">{t.once}</Notice>
      <div className="flex flex-col gap-1">
        <p className="text-sm font-medium">{t.token}</p>
        <Code label={t.token} text={created.token} />
      </div>
      {path !== undefined && (
        <div className="flex flex-col gap-1">
          <p className="text-sm font-medium">{t.command}</p>
          <Code
            label={t.command}
            text={`curl -s '${location.origin}${path}' \\\n  -H 'Authorization: Bearer ${created.token}'`}
          />
        </div>
      )}
      <div className="flex justify-end">
        <Button look="primary" onPress={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  )
}

/** The path of a list that the key may read; undefined if it may read none. */
function pathFor(scopes: string[] | null): string | undefined {
  const known = Object.entries(contract as unknown as Record<string, Area>).flatMap(([area, calls]) =>
    Object.entries(calls)
      .filter(([name, { method, path, access }]) => {
        const isList = method === 'GET' && !path.includes('{') && access !== 'manage'
        return isList && (name === 'me' || name.startsWith('list'))
      })
      .map(([, { path }]) => ({ area, path })),
  )
  return known.find(({ area }) => scopes === null || scopes.includes(`${area}:read`))?.path
}
