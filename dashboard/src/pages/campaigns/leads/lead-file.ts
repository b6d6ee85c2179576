// Builds a CSV file of the leads of a campaign from the pages of the API.
import { csvLine } from '@parley/rules'

export interface ExportedLead {
  id: number
  phone_number: string
  extension: string | null
  status: string
  outcome: string | null
  attempts: number
  timezone: string | null
  created_at: string
  updated_at: string
  variables: Record<string, string>
}

export interface LeadPage {
  data: readonly ExportedLead[]
  total: number
}

export const maxExportedLeads = 50_000
const perPage = 100

/** Reads page by page, newest first. `onProgress` is called after each page. */
export async function readLeads(
  readPage: (page: { page: number; per_page: number }) => Promise<LeadPage>,
  onProgress: (read: number, total: number) => void,
): Promise<ExportedLead[]> {
  // Leads that are added in the meantime move the others to later pages, where they come again.
  const leads = new Map<number, ExportedLead>()
  for (let page = 1; ; page++) {
    const { data, total } = await readPage({ page, per_page: perPage })
    for (const lead of data) leads.set(lead.id, lead)
    const wanted = Math.min(total, maxExportedLeads)
    onProgress(Math.min(leads.size, wanted), wanted)
    if (data.length < perPage || page * perPage >= wanted) return [...leads.values()].slice(0, maxExportedLeads)
  }
}

const fields = [
  'phone_number',
  'extension',
  'status',
  'outcome',
  'attempts',
  'timezone',
  'created_at',
  'updated_at',
] as const

/** A variable with the name of a field becomes the column `variable name`. */
export function* leadLines(leads: readonly ExportedLead[]): Generator<string> {
  const names = [...new Set(leads.flatMap(({ variables }) => Object.keys(variables)))]
  const isField = (name: string): boolean => name === 'id' || (fields as readonly string[]).includes(name)
  yield csvLine(['id', ...fields, ...names.map((name) => (isField(name) ? `variable ${name}` : name))])
  for (const lead of leads)
    yield csvLine([
      lead.id,
      ...fields.map((field) => lead[field]),
      ...names.map((name) => (Object.hasOwn(lead.variables, name) ? lead.variables[name]! : null)),
    ])
}
