// The state of the editor: the draft, saving it, and the changes of others.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { client } from '../../../api/client.ts'
import { fieldErrorsOf, type InputOf, queryClient, read } from '../../../api/query.ts'
import { afterSave, type Draft, decide, isSame, rebase, setField } from '../../../ui/draft.ts'
import { useDraft } from '../../../ui/use-draft.ts'
import type { AssistantData } from './editor-context.tsx'
import { type FieldName, fieldNames } from './layout.ts'

export type Outcome =
  /** `adjusted` are the fields that the server has changed to fit the others. */
  | { kind: 'saved'; adjusted: FieldName[] }
  | { kind: 'refused'; fields: string[] }
  /** Others have changed the assistant; the draft has been rebased on their changes. */
  | { kind: 'overtaken'; hasConflicts: boolean }
  | { kind: 'failed'; error: Error }

const readLatest = async (id: number): Promise<AssistantData> =>
  (await queryClient.fetchQuery({ ...read('assistants', 'get', { id }), staleTime: 0 })).data

const isOlder = (latest: AssistantData, base: AssistantData) => latest.version < base.version

export function useEditorState(latest: AssistantData) {
  const { id } = latest
  const cache = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [draft, setDraft] = useDraft(latest, fieldNames, isSaving, isOlder)
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  const update = (change: (draft: Draft<AssistantData>) => Draft<AssistantData>) => setDraft(change)

  async function save(): Promise<Outcome> {
    const { changes, base } = draft
    setSaving(true)
    try {
      await client.assistants.update({ id, ...changes, if_version: base.version } as InputOf<'assistants', 'update'>)
      const saved = await readLatest(id)
      const adjusted = fieldNames.filter((name) => !(name in changes) && !isSame(saved[name], base[name]))
      setDraft((known) => afterSave(known, changes, saved))
      setErrors({})
      void cache.invalidateQueries({ queryKey: ['assistants'] })
      return { kind: 'saved', adjusted }
    } catch (error) {
      if (error instanceof ParleyError && error.status === 412) {
        const theirs = await readLatest(id).catch(() => undefined)
        if (!theirs) return { kind: 'failed', error }
        const rebased = rebase(draft, theirs, fieldNames)
        setDraft((known) => rebase(known, theirs, fieldNames))
        return { kind: 'overtaken', hasConflicts: rebased.conflicts.length > 0 }
      }
      const found = fieldErrorsOf(error as Error)
      setErrors(found)
      const fields = Object.keys(found)
      return fields.length > 0 ? { kind: 'refused', fields } : { kind: 'failed', error: error as Error }
    } finally {
      setSaving(false)
    }
  }

  /** Saves these fields at once; other changes stay unsaved. */
  async function store(fields: Partial<AssistantData>): Promise<void> {
    setSaving(true)
    try {
      await client.assistants.update({ id, ...fields } as InputOf<'assistants', 'update'>)
      const saved = await readLatest(id)
      setDraft((known) => rebase({ ...known, changes: { ...known.changes, ...fields } }, saved, fieldNames))
      void cache.invalidateQueries({ queryKey: ['assistants'] })
    } finally {
      setSaving(false)
    }
  }

  /** The messages of a field are outdated as soon as it is changed. */
  const forget = (name: FieldName) =>
    setErrors((known) => {
      const others = Object.entries(known).filter(([path]) => path.split('.', 1)[0] !== name)
      return others.length === Object.keys(known).length ? known : Object.fromEntries(others)
    })

  return {
    draft,
    errors,
    isSaving,
    save,
    store,
    set<F extends FieldName>(name: F, value: AssistantData[F]): void {
      update((known) => setField(known, name, value))
      forget(name)
    },
    undo(name: FieldName): void {
      update((known) => setField(known, name, known.base[name]))
      forget(name)
    },
    discard(): void {
      update((known) => ({ ...known, changes: {}, conflicts: [] }))
      setErrors({})
    },
    decide: (name: FieldName, choice: 'mine' | 'theirs') => update((known) => decide(known, name, choice)),
    dismiss: () => update((known) => ({ ...known, theirs: {} })),
  }
}

export type EditorState = ReturnType<typeof useEditorState>
