// A text whose length is counted when it comes near its limit.
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { TextField, type TextFieldProps } from '../../../ui/fields.tsx'

const texts = textsOf('assistant-editor', 'limitedText')

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
