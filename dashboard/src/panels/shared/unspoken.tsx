// The words of an interrupted answer that the customer did not hear, struck through.
import { VisuallyHidden } from 'react-aria-components'
import { textsOf, useTexts } from '../../i18n/locale.tsx'

const texts = textsOf({ unspoken: 'Not heard:' }, { unspoken: 'Nicht gehört:' })

export function Unspoken({ text }: { text: string }) {
  const t = useTexts(texts)
  return (
    <span className="text-soft">
      <VisuallyHidden>{t.unspoken} </VisuallyHidden>
      <s>{text}</s>
    </span>
  )
}
