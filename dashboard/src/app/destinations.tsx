// The list of the pages that the role of the member allows.
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/locale.tsx'
import { navigation, navigationTexts } from '../session/navigation.ts'
import { useMay } from '../session/session.tsx'
import { classes } from '../ui/classes.ts'

export function Destinations() {
  const names = useTexts(navigationTexts)
  const may = useMay()
  const groups = navigation
    .map((group) => group.filter(({ needs: [area, call] }) => may(area, call as never)))
    .filter((group) => group.length > 0)
  return groups.map((group, index) => (
    <ul key={group[0]!.name} className={classes('flex flex-col gap-0.5', index > 0 && 'mt-3 border-t pt-3')}>
      {group.map(({ name, path, icon: Icon }) => (
        <li key={name}>
          <Link
            to={path}
            activeOptions={{ exact: path === '/' }}
            className="flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent"
          >
            <Icon aria-hidden size={18} />
            {names[name]}
          </Link>
        </li>
      ))}
    </ul>
  ))
}
