// A text whose length is counted when it comes near its limit.
import { textsOf, useFormats, useTexts } from '../../../i18n/locale.tsx'
import { TextField, type TextFieldProps } from '../../../ui/fields.tsx'

const texts = textsOf(
  { count: (used: string, max: string) => `${used} of ${max} characters` },
  { count: (used: string, max: string) => `${used} von ${max} Zeichen` },
)

const shownFrom = 0.8

/** `max` is in characters. */
export function LimitedText({
  help,
  max,
  value,
  ...props
}: TextFieldProps & { value: string; max: number | undefined }) {
  const t = useTexts(texts)
  const format = useFormats()
  const used = [...value].length
  const isNear = max !== undefined && used >= max * shownFrom
  return (
    <TextField
      {...props}
      value={value}
      help={
        isNear ? (
          <>
            {help}{' '}
            <span className="whitespace-nowrap tabular-nums">{t.count(format.number(used), format.number(max))}</span>
          </>
        ) : (
          help
        )
      }
    />
  )
}
