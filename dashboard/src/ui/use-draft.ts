// The changes of a record that is read again while a form changes it.
import { useEffect, useState } from 'react'
import { newDraft, rebase } from './draft.ts'

/**
 * `fields` are those that the form changes. While they are being saved, the record that is read may be their result. A
 * response that was on its way during a change can be older than the draft, which `isOlder` recognizes.
 */
export function useDraft<S extends object>(
  latest: S,
  fields: readonly (keyof S)[],
  isSaving: boolean,
  isOlder = (_latest: S, _base: S) => false,
) {
  const state = useState(() => newDraft(latest))
  const [, setDraft] = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a form do not change
  useEffect(() => {
    if (isSaving) return
    setDraft((known) => (known.base === latest || isOlder(latest, known.base) ? known : rebase(known, latest, fields)))
  }, [latest, isSaving])
  return state
}
