// The pages of the editor, each with the number of its changes and rejected values.
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import { Select } from '../../../ui/fields.tsx'
import { Badge } from '../../../ui/page.tsx'
import { pageTexts } from './editor-texts.ts'
import { type PageName, pageNames, pageOf, type SectionName, sectionOf } from './layout.ts'

const texts = textsOf('assistant-editor', 'navigation')

export interface Marked {
  /** The fields that were changed. */
  changed: readonly string[]
  /** The fields with messages. */
  errors: readonly string[]
}

/** How many fields of a part of the editor were changed and rejected, as a badge each. */
export function Marks({ changed, errors, isIn }: Marked & { isIn(section: SectionName): boolean }) {
  const t = useTexts(texts)
  const [refused, changes] = [errors, changed].map((paths) => countIn(paths, isIn)) as [number, number]
  return (
    <>
      {refused > 0 && <Mark look="bad" count={refused} text={t.errors(refused)} />}
      {changes > 0 && <Mark look="accent" count={changes} text={t.changes(changes)} />}
    </>
  )
}

const Mark = ({ look, count, text }: { look: 'bad' | 'accent'; count: number; text: string }) => (
  <Badge look={look}>
    <span aria-hidden>{count}</span>
    <span className="sr-only">{text}</span>
  </Badge>
)

function countIn(paths: readonly string[], isIn: (section: SectionName) => boolean): number {
  return paths.filter((path) => {
    const section = sectionOf(path)
    return section !== undefined && isIn(section)
  }).length
}

interface Props extends Marked {
  /** Undefined during a search. */
  page: PageName | undefined
  onPage(page: PageName): void
}

export function Navigation({ page, onPage, ...marked }: Props) {
  const t = useTexts(texts)
  const names = useTexts(pageTexts)
  const detailOf = (each: PageName) => {
    const isIn = (section: SectionName) => pageOf(section) === each
    const [refused, changes] = [countIn(marked.errors, isIn), countIn(marked.changed, isIn)]
    return [refused > 0 && t.errors(refused), changes > 0 && t.changes(changes)].filter(Boolean).join(' · ')
  }
  return (
    <>
      <Select
        label={t.sections}
        isLabelHidden
        options={pageNames.map((each) => {
          const detail = detailOf(each)
          return { value: each, label: names[each], ...(detail && { detail }) }
        })}
        value={page ?? null}
        onChange={onPage}
        className="@xl:hidden"
      />
      <nav aria-label={t.sections} className="hidden @xl:block">
        <ul className="flex flex-wrap gap-x-0.5 gap-y-1">
          {pageNames.map((each) => (
            <li key={each}>
              <button
                type="button"
                aria-current={each === page ? 'true' : undefined}
                onClick={() => onPage(each)}
                className={classes(
                  'flex cursor-pointer items-center gap-2 rounded-full px-2.5 py-1 @max-2xl:text-sm',
                  each === page ? 'bg-accent-soft font-medium text-accent' : 'text-soft hover:bg-sunken hover:text-ink',
                )}
              >
                {names[each]}
                <Marks {...marked} isIn={(section) => pageOf(section) === each} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
