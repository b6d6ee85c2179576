// The changes of a record that are not saved yet, and what happens to them when others change the record.

export interface Draft<S> {
  /** The record that the changes are based on. */
  base: S
  changes: Partial<S>
  /** What others have changed since the page was opened, with the value before. */
  theirs: Partial<S>
  /** Fields of `changes` that others have changed too, for which one of both values has to be chosen. */
  conflicts: readonly (keyof S)[]
}

export const newDraft = <S extends object>(base: S): Draft<S> => ({ base, changes: {}, theirs: {}, conflicts: [] })

export const fieldValue = <S extends object, F extends keyof S>({ base, changes }: Draft<S>, field: F): S[F] =>
  field in changes ? (changes[field] as S[F]) : base[field]

export function setField<S extends object, F extends keyof S>(draft: Draft<S>, field: F, value: S[F]): Draft<S> {
  const changes = { ...draft.changes }
  if (isSame(value, draft.base[field])) delete changes[field]
  else changes[field] = value
  return { ...draft, changes, conflicts: draft.conflicts.filter((each) => each in changes) }
}

/** Bases the changes on the latest state of the record. Nothing of the own changes is lost. */
export function rebase<S extends object>(draft: Draft<S>, latest: S, fields: readonly (keyof S)[]): Draft<S> {
  const changes = { ...draft.changes }
  const theirs = { ...draft.theirs }
  const conflicts = new Set(draft.conflicts)
  for (const field of fields) {
    if (isSame(draft.base[field], latest[field])) continue
    const isOwn = field in changes
    if (isOwn && isSame(changes[field], latest[field])) {
      delete changes[field]
      conflicts.delete(field)
      continue
    }
    if (isOwn) conflicts.add(field)
    if (!(field in theirs)) theirs[field] = draft.base[field]
  }
  return { base: latest, changes, theirs, conflicts: [...conflicts] }
}

/** After `sent` was saved, and the record was read again. Fields that were edited in the meantime stay changed. */
export function afterSave<S extends object>(draft: Draft<S>, sent: Partial<S>, latest: S): Draft<S> {
  const changes = { ...draft.changes }
  for (const field of Object.keys(sent) as (keyof S)[]) {
    if (field in changes && isSame(changes[field], sent[field])) delete changes[field]
  }
  return { base: latest, changes, theirs: {}, conflicts: [] }
}

/** Decides a conflict: `mine` is saved next, `theirs` drops the own change. */
export function decide<S extends object>(draft: Draft<S>, field: keyof S, choice: 'mine' | 'theirs'): Draft<S> {
  const changes = { ...draft.changes }
  if (choice === 'theirs') delete changes[field]
  return { ...draft, changes, conflicts: draft.conflicts.filter((each) => each !== field) }
}

/** Compares values of JSON; the order of the fields of an object does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [first, second] = [Object.entries(one), other as Record<string, unknown>]
  return (
    first.length === Object.keys(second).length &&
    first.every(([name, value]) => name in second && isSame(value, second[name]))
  )
}
