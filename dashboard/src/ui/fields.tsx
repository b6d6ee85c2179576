// Fields of forms. Each shows its help, and the server's message if the server refused its value.
import { Check, ChevronDown, Search, X } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import {
  Checkbox as AriaCheckbox,
  ComboBox as AriaComboBox,
  SearchField as AriaSearchField,
  Select as AriaSelect,
  Switch as AriaSwitch,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Button,
  FieldError,
  FieldErrorContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components'
import type { ShownField } from '../messages/page-message.ts'
import { useMessages } from '../messages/use-messages.ts'
import { classes } from './classes.ts'

const box =
  'w-full rounded-lg border border-strong-line bg-card px-3 py-1.5 min-h-9 placeholder:text-soft disabled:opacity-60 invalid:border-bad data-[invalid]:border-bad'

export interface FieldParts {
  label: string
  /** A sentence below the field. */
  help?: ReactNode
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
}

const keptMs = 400

/** A message leaves its space for a moment when it is cleared: a button below must not move while it is pressed. */
export function FieldMessages(field: ShownField) {
  const validation = useContext(FieldErrorContext)
  const isInvalid = validation?.isInvalid === true
  const { messageOf } = useMessages()
  const text = (validation?.validationErrors ?? []).map((message) => messageOf(message, field)).join(' ')
  const [kept, setKept] = useState('')
  useEffect(() => {
    if (isInvalid) return setKept(text)
    const timer = setTimeout(() => setKept(''), keptMs)
    return () => clearTimeout(timer)
  }, [isInvalid, text])
  if (isInvalid || kept === '') return <FieldError className="text-sm text-bad">{text}</FieldError>
  return (
    <span aria-hidden className="invisible text-sm">
      {kept}
    </span>
  )
}

function Parts({
  label,
  name,
  help,
  isLabelHidden,
  children,
}: FieldParts & { name?: string | undefined; children: ReactNode }) {
  return (
    <>
      <Label className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>{label}</Label>
      {children}
      {help !== undefined && (
        <Text slot="description" className="text-sm text-soft">
          {help}
        </Text>
      )}
      <FieldMessages label={label} name={name} />
    </>
  )
}

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children'>, FieldParts {
  placeholder?: string
  /** Several lines. */
  rows?: number
  className?: string
  /** For code, numbers and identifiers. */
  isMono?: boolean
}

export function TextField({
  label,
  help,
  isLabelHidden = false,
  placeholder,
  rows,
  className,
  isMono,
  ...props
}: TextFieldProps) {
  const inputClass = classes(box, isMono && 'font-mono text-sm')
  return (
    <AriaTextField {...props} className={classes('flex flex-col gap-1', className)}>
      <Parts label={label} name={props.name} help={help} isLabelHidden={isLabelHidden}>
        {rows === undefined ? (
          <Input className={inputClass} placeholder={placeholder} />
        ) : (
          <AriaTextArea className={classes(inputClass, 'resize-y')} rows={rows} placeholder={placeholder} />
        )}
      </Parts>
    </AriaTextField>
  )
}

export interface Option<V extends string | number = string> {
  value: V
  label: string
  detail?: string
}

export interface ChoiceProps<V extends string | number> extends FieldParts {
  options: readonly Option<V>[]
  value: V | null
  onChange(value: V): void
  name?: string
  placeholder?: string
  isDisabled?: boolean
  isRequired?: boolean
  className?: string
}

const Options = <V extends string | number>({ options }: { options: readonly Option<V>[] }) => (
  <Popover className="w-(--trigger-width) min-w-48 max-h-80 overflow-auto rounded-lg border bg-raised p-1 shadow-lg">
    <ListBox className="outline-none">
      {options.map(({ value, label, detail }) => (
        <ListBoxItem
          key={value}
          id={value}
          textValue={label}
          className="flex items-center gap-2 rounded-md px-2.5 py-1.5 cursor-pointer data-[focused]:bg-accent-soft"
        >
          {({ isSelected }) => (
            <>
              <span className="grow min-w-0">
                <span className="block truncate">{label}</span>
                {detail !== undefined && <span className="block break-words text-sm text-soft">{detail}</span>}
              </span>
              {isSelected && <Check aria-hidden size={16} />}
            </>
          )}
        </ListBoxItem>
      ))}
    </ListBox>
  </Popover>
)

export function Select<V extends string | number>({
  label,
  help,
  isLabelHidden = false,
  options,
  value,
  onChange,
  placeholder,
  className,
  ...props
}: ChoiceProps<V>) {
  return (
    <AriaSelect
      {...props}
      value={value}
      onChange={(key) => onChange(key as V)}
      placeholder={placeholder}
      className={classes('flex flex-col gap-1', className)}
    >
      <Parts label={label} name={props.name} help={help} isLabelHidden={isLabelHidden}>
        <Button className={classes(box, 'flex items-center gap-2 text-start cursor-pointer')}>
          <SelectValue className="grow truncate [&_span+span]:hidden data-[placeholder]:text-soft" />
          <ChevronDown aria-hidden size={16} />
        </Button>
      </Parts>
      <Options options={options} />
    </AriaSelect>
  )
}

/** A choice from a long list, found by typing. */
export function ComboBox<V extends string | number>({
  label,
  help,
  isLabelHidden = false,
  options,
  value,
  onChange,
  placeholder,
  className,
  ...props
}: ChoiceProps<V>) {
  return (
    <AriaComboBox
      {...props}
      menuTrigger="focus"
      value={value}
      onChange={(key) => key !== null && onChange(key as V)}
      className={classes('flex flex-col gap-1', className)}
    >
      <Parts label={label} name={props.name} help={help} isLabelHidden={isLabelHidden}>
        <div className="relative">
          <Input className={classes(box, 'pe-9')} placeholder={placeholder} />
          <Button className="absolute inset-y-0 end-0 w-9 grid place-items-center cursor-pointer">
            <ChevronDown aria-hidden size={16} />
          </Button>
        </div>
      </Parts>
      <Options options={options} />
    </AriaComboBox>
  )
}

export interface ToggleProps {
  label: string
  help?: ReactNode
  isSelected: boolean
  onChange(isSelected: boolean): void
  isDisabled?: boolean
  name?: string
}

const ToggleText = ({ label, help }: Pick<ToggleProps, 'label' | 'help'>) => (
  <span>
    <span className="block">{label}</span>
    {help !== undefined && <span className="block text-sm text-soft">{help}</span>}
  </span>
)

export const Switch = ({ label, help, ...props }: ToggleProps) => (
  <AriaSwitch {...props} className="group flex items-start gap-3 cursor-pointer disabled:opacity-60">
    <span className="mt-0.5 flex h-5 w-9 shrink-0 items-center rounded-full border border-strong-line bg-sunken p-0.5 group-data-[selected]:border-accent group-data-[selected]:bg-accent group-data-[focus-visible]:outline-2 outline-offset-2 outline-accent">
      <span className="size-3.5 rounded-full bg-strong-line motion-safe:transition-transform group-data-[selected]:translate-x-4 group-data-[selected]:bg-on-accent rtl:group-data-[selected]:-translate-x-4" />
    </span>
    <ToggleText label={label} help={help} />
  </AriaSwitch>
)

export const Checkbox = ({ label, help, ...props }: ToggleProps) => (
  <AriaCheckbox {...props} className="group flex items-start gap-2.5 cursor-pointer disabled:opacity-60">
    <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded border border-strong-line bg-card group-data-[selected]:border-accent group-data-[selected]:bg-accent group-data-[focus-visible]:outline-2 outline-offset-2 outline-accent">
      <Check aria-hidden size={14} className="text-on-accent opacity-0 group-data-[selected]:opacity-100" />
    </span>
    <ToggleText label={label} help={help} />
  </AriaCheckbox>
)

export interface SearchFieldProps {
  label: string
  value: string
  onChange(value: string): void
  onSubmit?(value: string): void
  className?: string
  isLabelVisible?: boolean
}

export const SearchField = ({ label, className, isLabelVisible = false, ...props }: SearchFieldProps) => (
  <AriaSearchField
    {...props}
    {...(!isLabelVisible && { 'aria-label': label })}
    className={classes('group flex flex-col gap-1', className)}
  >
    {isLabelVisible && <Label className="text-sm font-medium">{label}</Label>}
    <div className="relative">
      <Search aria-hidden size={16} className="absolute inset-y-0 start-3 my-auto text-soft" />
      <Input
        className={classes(box, 'ps-9 pe-9 [&::-webkit-search-cancel-button]:hidden')}
        {...(!isLabelVisible && { placeholder: label })}
      />
      <Button className="absolute inset-y-0 end-0 w-9 grid place-items-center cursor-pointer group-data-[empty]:hidden">
        <X aria-hidden size={16} />
      </Button>
    </div>
  </AriaSearchField>
)
