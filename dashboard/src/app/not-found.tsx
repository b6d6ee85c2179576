// Says that a path has no page.
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

const texts = textsOf(
  { title: 'There is no such page', home: 'Go to the home page' },
  { title: 'Diese Seite gibt es nicht', home: 'Zur Startseite' },
)

export function NotFound() {
  const t = useTexts(texts)
  return (
    <Empty title={t.title}>
      <LinkButton to="/">{t.home}</LinkButton>
    </Empty>
  )
}
