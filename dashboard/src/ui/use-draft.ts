// The changes of a record that is read again while a form changes it.
import { useEffect, useState } from 'react'
import { newDraft, rebase } from './draft.ts'

/** `fields` are those that the form changes. While they are being saved, the record that is read may have them. */
export function useDraft<S extends object>(latest: S, fields: readonly (keyof S)[], isSaving: boolean) {
  const state = useState(() => newDraft(latest))
  const [, setDraft] = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a form do not change
  useEffect(() => {
    if (!isSaving) setDraft((known) => (known.base === latest ? known : rebase(known, latest, fields)))
  }, [latest, isSaving])
  return state
}
