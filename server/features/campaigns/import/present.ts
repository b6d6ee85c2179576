// Converts the options and the report of an import from and to the fields of the API.

import type { leads } from '#contract/campaigns/leads.ts'
import type { EndpointInput, ReplyOf } from '#contract/wire/endpoint.ts'
import type { ImportOptions, ImportReport } from './import-leads.ts'

type Query = EndpointInput<typeof leads.import>['query']

export const readImport = (query: Query): ImportOptions => ({
  phoneColumn: query.phone_column,
  allowsDuplicates: query.allow_duplicates,
  delimiter: query.delimiter === 'tab' ? '\t' : query.delimiter,
  encoding: query.encoding,
  hasHeader: query.has_header,
})

export const presentImport = (report: ImportReport): ReplyOf<typeof leads.import>['data'] => ({
  imported: report.imported,
  duplicates: report.duplicates,
  refused: report.refused,
  lines: report.lines,
  errors: report.errors.map(({ line, error, phoneNumber }) => ({ line, error, phone_number: phoneNumber })),
  more_errors: report.refused - report.errors.length,
})
