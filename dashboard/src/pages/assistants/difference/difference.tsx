// Two texts side by side, with the lines that differ marked.
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import { type DiffRow, diffLines } from './diff-lines.ts'

const texts = textsOf('assistants', 'difference')

/** Unchanged lines around each change that are shown. */
const context = 3

/** A number means that many unchanged lines. */
function shorten(rows: readonly DiffRow[]): (DiffRow | number)[] {
  const isNear = rows.map((_, at) =>
    rows.slice(Math.max(0, at - context), at + context + 1).some(({ before, after }) => before !== after),
  )
  const shown: (DiffRow | number)[] = []
  for (const [at, row] of rows.entries()) {
    const last = shown.at(-1)
    if (isNear[at]) shown.push(row)
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1
    else shown.push(1)
  }
  return shown
}

interface Props {
  title: string
  sides: readonly [before: string, after: string]
  before: string
  after: string
}

export function Difference({ title, sides, before, after }: Props) {
  const t = useTexts(texts)
  const rows = shorten(diffLines(before, after))
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border">
      <h3 className="border-b px-3 py-1.5 font-medium">{title}</h3>
      <div
        role="region"
        aria-label={title}
        tabIndex={0}
        className="max-h-96 overflow-auto text-sm outline-offset-[-2px]"
      >
        <table className="w-full table-fixed border-collapse">
          <thead>
            <tr className="border-b text-start text-soft">
              {sides.map((side) => (
                <th key={side} scope="col" className="px-3 py-1 text-start font-normal">
                  {side}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) =>
              typeof row === 'number' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                <tr key={at} className="bg-sunken text-soft">
                  <td colSpan={2} className="px-3 py-0.5">
                    {t.unchanged(row)}
                  </td>
                </tr>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                <tr key={at} className="align-top">
                  <Line text={row.before} isChanged={row.before !== row.after} sign="−" word={t.removed} look="bad" />
                  <Line text={row.after} isChanged={row.before !== row.after} sign="+" word={t.added} look="good" />
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface LineProps {
  text: string | undefined
  isChanged: boolean
  sign: string
  word: string
  look: 'good' | 'bad'
}

const Line = ({ text, isChanged, sign, word, look }: LineProps) => (
  <td
    className={classes(
      'px-3 py-0.5 whitespace-pre-wrap break-words',
      isChanged && text !== undefined && (look === 'bad' ? 'bg-bad-soft' : 'bg-good-soft'),
    )}
  >
    {isChanged && text !== undefined && (
      <span className={classes('me-2 select-none', look === 'bad' ? 'text-bad' : 'text-good')}>
        <span aria-hidden>{sign}</span>
        <span className="sr-only">{word}: </span>
      </span>
    )}
    {text}
  </td>
)
