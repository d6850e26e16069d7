import type { Kysely } from 'kysely'
import type { Catalog } from '#contract/fleet/field.ts'
import { catalogWith, ofDevices } from '#contract/fleet/kept-fields.ts'
import { fieldStore } from '#services/console/annotations/field-store.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** Field catalog of a site, cached until its custom fields change. */
export function catalogs(database: Kysely<ConsoleTables>, of = ofDevices) {
  const fields = fieldStore(database)
  const kept = new Map<string, { fields: string; catalog: Catalog }>()

  return async function catalogOf(site: string): Promise<Catalog> {
    const own = await fields.list(site)
    const now = JSON.stringify(own)
    const known = kept.get(site)
    if (known?.fields === now) return known.catalog
    const catalog = catalogWith(own, of)
    kept.set(site, { fields: now, catalog })
    return catalog
  }
}
