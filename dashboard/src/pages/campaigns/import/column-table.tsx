// The columns of a file with what each becomes, above its first rows.
import { findCountryColumn, findExtensionColumn, findPhoneColumns, isTimeZoneColumn } from '@parley/rules'
import { Input } from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import type { ExpectedVariable } from '../expected.ts'
import { looksLikePhone, type Mapping, type MappingFault } from './mapping.ts'
import type { Sheet } from './read-head.ts'

const texts = textsOf('campaigns', 'columnTable')

export interface ColumnTableProps {
  sheet: Sheet
  mapping: Mapping
  faults: Map<number, MappingFault>
  expected: readonly ExpectedVariable[]
  onChange(mapping: Mapping): void
}

type Role = 'phone' | 'variable' | 'omitted'

export function ColumnTable({ sheet, mapping, faults, expected, onChange }: ColumnTableProps) {
  const t = useTexts(texts)
  const { names, rows } = sheet
  const wanted = mapping.names.map((name) => name.trim())
  const others = findPhoneColumns(wanted)
  const country = findCountryColumn(wanted)
  const extension = findExtensionColumn(wanted)
  const titleOf = (index: number): string => names[index] || String(index + 1)
  const roleOf = (index: number): Role =>
    index === mapping.phone ? 'phone' : mapping.names[index] === '' ? 'omitted' : 'variable'
  const rename = (index: number, name: string): Mapping => ({
    ...mapping,
    names: mapping.names.map((each, at) => (at === index ? name : each)),
  })
  const setRole = (index: number, role: Role) => {
    const name = names[index] || `column_${index + 1}`
    if (role === 'omitted') onChange(rename(index, ''))
    else if (role === 'variable') onChange(rename(index, name))
    else {
      // The column that was the phone number becomes a variable.
      const before = mapping.phone
      const swapped = mapping.names.map((each, at) =>
        at === index ? '' : at === before ? names[before] || `column_${before + 1}` : each,
      )
      onChange({ phone: index, names: swapped })
    }
  }
  return (
    <div tabIndex={0} role="region" aria-label={t.label} className="max-h-96 overflow-auto rounded-lg border">
      <table className="min-w-full border-collapse text-sm">
        <thead className="sticky top-0 z-[1] bg-card">
          <tr className="border-b align-top">
            <th scope="col" className="px-3 py-2 text-start font-normal text-soft">
              {t.line}
            </th>
            {names.map((_, index) => {
              const role = roleOf(index)
              const fault = faults.get(index)
              const written = mapping.names[index] ?? ''
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have a position
                <th key={index} scope="col" className="min-w-44 px-2 py-2 text-start font-normal">
                  <span className="block max-w-56 truncate font-medium" title={titleOf(index)}>
                    {titleOf(index)}
                  </span>
                  <select
                    aria-label={t.use(titleOf(index))}
                    value={role}
                    disabled={role === 'phone'}
                    onChange={(event) => setRole(index, event.target.value as Role)}
                    className="mt-1 min-h-8 w-full rounded-md border border-strong-line bg-card px-2 disabled:opacity-100"
                  >
                    <option value="phone">{t.phone}</option>
                    <option value="variable">{t.variable}</option>
                    <option value="omitted">{t.omitted}</option>
                  </select>
                  {role === 'variable' && (
                    <>
                      <Input
                        aria-label={t.nameOf(titleOf(index))}
                        aria-invalid={fault !== undefined}
                        value={written}
                        maxLength={64}
                        onChange={(event) => onChange(rename(index, event.target.value || ' '))}
                        className={classes(
                          'mt-1 min-h-8 w-full rounded-md border bg-card px-2 font-mono text-xs',
                          fault ? 'border-bad' : 'border-strong-line',
                        )}
                      />
                      <span className={classes('block text-xs', fault ? 'text-bad' : 'text-soft')}>
                        {fault
                          ? t.faults[fault]
                          : [
                              expected.some(({ name }) => name === written.trim()) && t.expected,
                              isTimeZoneColumn(written) && t.timeZone,
                              others.includes(index) && t.other,
                              index === country && t.country,
                              index === extension && t.extension,
                            ]
                              .filter(Boolean)
                              .join(' · ')}
                      </span>
                    </>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => (
            <tr key={line} className="border-b last:border-b-0">
              <td className="px-3 py-1 text-soft tabular-nums">{line}</td>
              {cells === undefined ? (
                <td colSpan={names.length} className="px-2 py-1 text-bad">
                  {t.faulty}
                </td>
              ) : (
                names.map((_, index) => {
                  const value = cells[index] ?? ''
                  const isOdd = index === mapping.phone && !looksLikePhone(value)
                  return (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: columns have a position
                      key={index}
                      className={classes('max-w-56 px-2 py-1', roleOf(index) === 'omitted' && 'text-soft line-through')}
                    >
                      <span className="block truncate" title={value}>
                        {value}
                        {isOdd && <span className="text-bad"> ({t.noNumber})</span>}
                      </span>
                    </td>
                  )
                })
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
