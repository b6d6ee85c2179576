// A menu that is filtered by typing. The arrow keys and Enter choose.
import type { LucideIcon } from 'lucide-react'
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'

const texts = textsOf('automations', 'searchMenu')

interface MenuChoice {
  id: string
  name: string
  detail?: string
  /** The id is an expression, and the detail shows it with an example. */
  isCode?: boolean
  icon?: LucideIcon
  onAction(): void
}

interface MenuGroup {
  name: string
  choices: readonly MenuChoice[]
}

interface SearchMenuProps {
  /** The name of the field and of the menu. */
  label: string
  groups: readonly MenuGroup[]
  /** Called after a choice. */
  onDone?(): void
  hasFocus?: boolean
  className?: string
}

export function SearchMenu({ label, groups, onDone, hasFocus = true, className }: SearchMenuProps) {
  const t = useTexts(texts)
  const { contains } = useFilter({ sensitivity: 'base' })
  return (
    <div className={classes('flex min-h-0 flex-col', className)}>
      <Autocomplete filter={contains}>
        <SearchField aria-label={label} autoFocus={hasFocus} className="border-b p-2">
          <Input
            placeholder={label}
            className="min-h-9 w-full rounded-lg border border-strong-line bg-card px-3 py-1.5 placeholder:text-soft [&::-webkit-search-cancel-button]:hidden"
          />
        </SearchField>
        <Menu
          aria-label={label}
          className="min-h-0 overflow-auto p-1 outline-none"
          onAction={() => onDone?.()}
          renderEmptyState={() => <p className="p-3 text-soft">{t.none}</p>}
        >
          {groups
            .filter(({ choices }) => choices.length > 0)
            .map((group) => (
              <MenuSection key={group.name}>
                <Header className="px-2.5 pt-2 pb-1 text-sm font-medium text-soft">{group.name}</Header>
                <Collection items={group.choices}>{(choice) => <Choice {...choice} />}</Collection>
              </MenuSection>
            ))}
        </Menu>
      </Autocomplete>
    </div>
  )
}

const Choice = ({ id, name, detail = '', isCode = false, icon: Icon, onAction }: MenuChoice) => (
  <MenuItem
    id={id}
    // Examples of values would match too much.
    textValue={`${name} ${isCode ? id : detail}`}
    onAction={onAction}
    className="flex cursor-pointer items-start gap-2 rounded-md px-2.5 py-1.5 data-[focused]:bg-accent-soft"
  >
    {Icon && <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-soft" />}
    <span className="min-w-0">
      <span className="block break-words">{name}</span>
      {detail !== '' && (
        <span className={classes('block text-xs text-soft', isCode ? 'truncate font-mono' : 'break-words')}>
          {detail}
        </span>
      )}
    </span>
  </MenuItem>
)
