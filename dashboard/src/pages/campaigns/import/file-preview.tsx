// The preview of a CSV file: how it is read, what each column becomes, its first rows, and what is missing.
import { type Delimiter, delimiters, type Encoding, encodings, maxColumns } from '@parley/rules'
import { useMemo, useState } from 'react'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Checkbox, Select } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Button, Notice } from '../../../ui/page.tsx'
import { type ExpectedVariable, missingOf } from '../expected.ts'
import { useExpectedVariables } from '../use-expected.ts'
import type { CampaignRecord } from '../words.ts'
import { ColumnList } from './column-list.tsx'
import { guessVariables, readableName } from './guess-variables.ts'
import { countRepeated, faultsOf, type Mapping, variablesOf } from './mapping.ts'
import { type PreparedFile, prepareFile } from './prepared-file.ts'
import { type Head, readSheet } from './read-head.ts'

const texts = textsOf('campaigns', 'filePreview')

export interface FilePreviewProps {
  campaign: CampaignRecord
  head: Head
  error: Error | null
  onImport(prepared: PreparedFile, options: { rowCount: number; allowsDuplicates: boolean }): void
  onCancel(): void
}

export function FilePreview({ campaign, head, error, onImport, onCancel }: FilePreviewProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const [encoding, setEncoding] = useState<Encoding>(head.detected)
  const [delimiter, setDelimiter] = useState<Delimiter>()
  const [hasHeader, setHasHeader] = useState<boolean>()
  const [changed, setChanged] = useState<Mapping>()
  const [allowsDuplicates, setAllowsDuplicates] = useState(false)
  const sheet = useMemo(
    () => readSheet(head, { encoding, delimiter, hasHeader }),
    [head, encoding, delimiter, hasHeader],
  )
  const expected = useExpectedVariables(campaign)
  const mapping = changed ?? (sheet && withGuesses(sheet.mapping, expected))
  const hasPhone = mapping !== undefined && mapping.phone >= 0
  // Other columns have other names.
  const reread = (change: () => void) => {
    setChanged(undefined)
    change()
  }
  const sentEncoding = head.isCertain || encoding !== head.detected ? encoding : undefined
  const prepared =
    sheet && hasPhone ? prepareFile(head.file, head.bytes, mapping, { ...sheet, encoding, sentEncoding }) : undefined
  const faults = mapping && faultsOf(mapping)
  const missing = mapping ? missingOf(expected, variablesOf(mapping)) : []
  const needed = missing.filter(({ fallback }) => fallback === undefined)
  const replaced = missing.filter(({ fallback }) => fallback !== undefined)
  const faultyLines = sheet?.rows.filter(({ cells }) => !cells).map(({ line }) => format.number(line)) ?? []
  const repeated = sheet && hasPhone ? countRepeated(sheet.read, mapping.phone) : 0
  const megabytes = head.file.size / 2 ** 20
  const size = megabytes < 1 ? `${format.number(megabytes * 2 ** 10)} kB` : `${format.number(megabytes)} MB`
  const counted = format.count(t.rows, sheet?.rowCount ?? 0)
  const rows = sheet?.isExact === false ? t.roughly(counted) : counted
  const isTooWide = (sheet?.names.length ?? 0) > maxColumns
  const canImport = prepared !== undefined && faults?.size === 0 && !isTooWide
  return (
    <Form
      error={error}
      className="flex flex-col gap-4"
      onSubmit={() => {
        if (canImport) onImport(prepared, { rowCount: sheet!.rowCount, allowsDuplicates })
      }}
    >
      <p className="break-words font-medium">{t.about(head.file.name, size, rows)}</p>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Select
          className="w-44"
          label={t.delimiter}
          options={delimiters.map((value) => ({ value, label: t.delimiters[value] }))}
          value={sheet?.delimiter ?? delimiter ?? ','}
          onChange={(next) => reread(() => setDelimiter(next))}
        />
        <Select
          className="w-44"
          label={t.encoding}
          options={encodings.map((value) => ({ value, label: value }))}
          value={encoding}
          onChange={(next) => reread(() => setEncoding(next))}
        />
        <div className="flex flex-col gap-1.5">
          <Checkbox
            label={t.header}
            isSelected={sheet?.hasHeader ?? hasHeader ?? true}
            onChange={(next) => reread(() => setHasHeader(next))}
          />
          <Checkbox label={t.duplicates} isSelected={allowsDuplicates} onChange={setAllowsDuplicates} />
        </div>
      </div>
      {!sheet && <Notice look="bad">{t.faulty}</Notice>}
      {isTooWide && <Notice look="bad">{t.manyColumns(maxColumns)}</Notice>}
      {sheet && mapping && !isTooWide && (
        <ColumnList sheet={sheet} mapping={mapping} faults={faults!} expected={expected} onChange={setChanged} />
      )}
      {faults !== undefined && faults.size > 0 && <Notice look="bad">{t.invalid}</Notice>}
      {sheet && !hasPhone && !isTooWide && <Notice look="bad">{t.noPhone}</Notice>}
      {sheet && hasPhone && prepared === undefined && <Notice look="bad">{t.unencodable}</Notice>}
      {faultyLines.length > 0 && <Notice look="warn">{t.faultyLines(faultyLines.join(', '))}</Notice>}
      {repeated > 0 && !allowsDuplicates && <Notice>{t.repeated(format.count(t.rows, repeated))}</Notice>}
      {sheet && needed.length > 0 && (
        <Notice look="warn">{t.missing(needed.map(({ name }) => readableName(name)).join(', '))}</Notice>
      )}
      {sheet && replaced.length > 0 && (
        <Notice>
          {t.defaults(replaced.map(({ name, fallback = '' }) => t.fallback(readableName(name), fallback)).join(', '))}
        </Notice>
      )}
      {sheet && expected.length > 0 && missing.length === 0 && <Notice look="good">{t.complete}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onCancel}>{t.cancel}</Button>
        <Button type="submit" look="primary" isDisabled={!canImport}>
          {t.import(rows)}
        </Button>
      </div>
    </Form>
  )
}

function withGuesses({ phone, names }: Mapping, expected: readonly ExpectedVariable[]): Mapping {
  return {
    phone,
    names: guessVariables(
      names,
      expected.map(({ name }) => name),
    ),
  }
}
