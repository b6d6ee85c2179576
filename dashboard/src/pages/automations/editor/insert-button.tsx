// A button that adds a step at a place.
import { Plus } from 'lucide-react'
import { MenuTrigger, Popover } from 'react-aria-components'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Place } from '../flow/flow.ts'
import { InsertMenu } from './insert-menu.tsx'

const texts = textsOf({ add: 'Add a step' }, { add: 'Schritt hinzufügen' })

/** `where` says to screen readers where the step is added. */
export function InsertButton({ place, where }: { place: Place; where: string }) {
  const t = useTexts(texts)
  return (
    <MenuTrigger>
      <Button size="small" look="quiet" className="text-soft">
        <Plus aria-hidden size={15} />
        {t.add}
        <span className="sr-only">{where}</span>
      </Button>
      <Popover className="max-h-96 min-w-56 overflow-auto rounded-lg border bg-raised p-1 shadow-lg">
        <InsertMenu place={place} onDone={() => {}} />
      </Popover>
    </MenuTrigger>
  )
}
