/** How the lists of desktop management are filtered, for servers that ignore or reject a filter. */
import { foldedText } from '#contract/text-rank.ts'

export type Row = Readonly<Record<string, unknown>>
export type ListInput = Readonly<Record<string, unknown>>

/** Column that each filter applies to. */
const fieldOf: Readonly<Record<string, string>> = {
  domainfilter: 'domain_netbios_name',
  branchofficefilter: 'branch_office_name',
  residfilter: 'resource_id',
  livestatusfilter: 'computer_live_status',
  installstatusfilter: 'installation_status',
  scanstatusfilter: 'scan_status',
  platformfilter: 'os_platform',
  compliancestatusfilter: 'compliant_status',
  licensetypefilter: 'sw_type',
  accesstypefilter: 'is_usage_prohibited',
  manufacturerfilter: 'manufacturer_name',
  hardwaretypefilter: 'hw_type_description',
}
/** Parameters of the reference; servers may reject others. */
export const stated = new Set([
  'page',
  'pagelimit',
  'searchtype',
  'searchcolumn',
  'searchvalue',
  'resid',
  'swid',
  'hwid',
])

/** Value as text or number; undefined if empty. Numbers in text form are converted. */
export function valueOf(row: Row, column: string): string | number | undefined {
  const value = row[column]
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || /^(--?)?$/.test(value.trim())) return undefined
  return /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

/** Whether a row passes a filter; undefined if it does not have the column. */
export function passes(row: Row, name: string, asked: ListInput): boolean | undefined {
  if (name === 'searchvalue') {
    const value = valueOf(row, String(asked.searchcolumn))
    return value === undefined ? undefined : foldedText(`${value}`).includes(foldedText(String(asked.searchvalue)))
  }
  const value = valueOf(row, fieldOf[name] ?? '')
  if (value === undefined) return undefined
  const wanted = [asked[name]].flat().map((one) => foldedText(String(one)))
  return wanted.includes(foldedText(`${value}`))
}

/** Names of the filters of a request. */
export const filtersIn = (asked: ListInput) =>
  ['searchvalue', ...Object.keys(fieldOf)].filter((name) => asked[name] !== undefined)

/** The request without these parameters; a search has three. */
export function without(asked: ListInput, names: readonly string[]): ListInput {
  const search = names.includes('searchvalue') ? ['searchtype', 'searchcolumn'] : []
  return Object.fromEntries(Object.entries(asked).filter(([name]) => ![...names, ...search].includes(name)))
}

/** A request that no row matches: a server that returns rows ignores the filter. */
export function matchingNone(name: string, asked: ListInput): ListInput {
  const { [name]: value, swid, hwid, searchtype, searchcolumn } = asked
  const column = name === 'searchvalue' ? { searchtype, searchcolumn } : {}
  const item = { ...(swid !== undefined && { swid }), ...(hwid !== undefined && { hwid }) }
  const nonsense = Array.isArray(value) ? ['987654321'] : 'triptych-no-such-value'
  return { ...item, ...column, page: 0, pagelimit: 1, [name]: nonsense }
}
