// Inputs for one reference to another record, and for several.
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { type Area, type CallName, type InputOf, type ReplyFrom, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { ComboBox, type FieldParts, type Option } from '../../../ui/fields.tsx'
import { IconButton } from '../../../ui/page.tsx'
import { useEditor } from './editor-context.tsx'
import type { FieldName } from './layout.ts'
import { Group, Messages } from './messages.tsx'
import { CreateButton } from './ways-out.tsx'

const texts = textsOf('assistant-editor', 'referencePickers')

interface Named {
  id: number
  name: string
}

export type PickerProps = FieldParts

type Reference = FieldName & `${string}_id`

interface ReferenceProps extends PickerProps {
  name: Reference
  options: readonly Option<number>[] | undefined
  /** The text of the option for null. */
  none?: string
}

export function ReferencePicker({ name, options, none, ...props }: ReferenceProps) {
  const t = useTexts(texts)
  const { value, set, isReadOnly } = useEditor()
  const current = value(name)
  const known = useMemo(
    () => [...(none === undefined ? [] : [{ value: 0, label: none }]), ...(options ?? [])],
    [options, none],
  )
  const isKnown = current === null || known.some(({ value: id }) => id === current)
  const all = isKnown ? known : [...known, { value: current, label: options ? t.unknown(current) : '…' }]
  return (
    <ComboBox
      // Typed text is matched against the options, which have to be there first.
      key={`${options === undefined} ${isKnown}`}
      {...props}
      name={name}
      options={all}
      // The id of the option for null.
      value={current ?? 0}
      onChange={(id) => set(name, (id === 0 ? null : id) as never)}
      isDisabled={isReadOnly}
      className="max-w-md"
    />
  )
}

export const optionsOf = (rows: readonly Named[] | undefined): Option<number>[] | undefined =>
  rows?.map(({ id, name }) => ({ value: id, label: name }))

/** Reads a list of records with ids and names. */
export function useOptions<A extends Area, N extends CallName<A>>(area: A, name: N, input?: InputOf<A, N>) {
  const { data } = useRead(area, name, input)
  return useMemo(() => {
    const reply = data as ReplyFrom<A, N> | undefined
    return optionsOf((Array.isArray(reply) ? reply : (reply as { data: Named[] } | undefined)?.data) as Named[])
  }, [data])
}

type ListName = 'secondary_language_ids' | 'label_ids' | 'tool_ids'

interface ReferencesProps extends PickerProps {
  name: ListName
  options: Option<number>[] | undefined
  /** The records that can be created here. */
  area?: 'labels' | 'tools'
}

/** Several references, each of which can be removed. */
export function ReferencesPicker({ name, options, label, help, area }: ReferencesProps) {
  const t = useTexts(texts)
  const { value, set, isReadOnly } = useEditor()
  const chosen = value(name)
  const left = (options ?? []).filter(({ value: id }) => !chosen.includes(id))
  const nameOf = (id: number) => options?.find((each) => each.value === id)?.label ?? t.unknown(id)
  const add = (id: number) => set(name, [...chosen, id])
  return (
    <Group label={label} help={help} className="gap-2">
      {chosen.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {chosen.map((id) => (
            <li key={id} className="flex max-w-full items-center gap-1 rounded-full border bg-sunken ps-3 text-sm">
              <span className="truncate">{nameOf(id)}</span>
              {isReadOnly ? (
                <span className="pe-3" />
              ) : (
                <IconButton
                  icon={X}
                  iconSize={14}
                  size="small"
                  label={t.remove(nameOf(id))}
                  onPress={() =>
                    set(
                      name,
                      chosen.filter((each) => each !== id),
                    )
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && left.length > 0 && (
        <ComboBox
          // Another instance after each choice, with an empty text.
          key={chosen.join()}
          label={t.add(label)}
          isLabelHidden
          placeholder={t.add(label)}
          options={left}
          value={null}
          onChange={add}
          className="max-w-md"
        />
      )}
      {area && <CreateButton area={area} onCreated={add} />}
      <Messages path={name} withParts />
    </Group>
  )
}
