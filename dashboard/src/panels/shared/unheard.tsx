// The words of an interrupted answer that the customer did not hear, struck through.
import { VisuallyHidden } from 'react-aria-components'
import { textsOf, useTexts } from '../../i18n/locale.tsx'

const texts = textsOf({ unheard: 'Not heard:' }, { unheard: 'Nicht gehört:' })

export function Unheard({ text }: { text: string }) {
  const t = useTexts(texts)
  return (
    <span className="text-soft">
      <VisuallyHidden>{t.unheard} </VisuallyHidden>
      <s>{text}</s>
    </span>
  )
}
