import type { Kysely } from 'kysely'
import type { Catalog } from '#contract/fleet/field.ts'
import { catalogWith } from '#contract/fleet/kept-fields.ts'
import { fieldStore } from '#services/console/annotations/field-store.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** What can be asked of the devices of a site; the same catalog as long as its own fields are the same. */
export function catalogs(database: Kysely<ConsoleTables>) {
  const fields = fieldStore(database)
  const kept = new Map<string, { of: string; catalog: Catalog }>()

  return async function catalogOf(site: string): Promise<Catalog> {
    const own = await fields.list(site)
    const of = JSON.stringify(own)
    const known = kept.get(site)
    if (known?.of === of) return known.catalog
    const catalog = catalogWith(own)
    kept.set(site, { of, catalog })
    return catalog
  }
}
