import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { annotationFields } from '#components/annotations/annotation-query.ts'
import type { AnnotationField } from '#contract/console/annotations/annotations.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import { catalogWith } from '#contract/fleet/kept-fields.ts'

const catalogs = new WeakMap<readonly AnnotationField[], Catalog>()

function catalogOf(fields: readonly AnnotationField[]): Catalog {
  const known = catalogs.get(fields) ?? catalogWith(fields)
  catalogs.set(fields, known)
  return known
}

/** What can be asked of the devices of this site; undefined until its own fields are known. */
export function useSiteCatalog(): Catalog | undefined {
  const { data, isError } = useQuery(annotationFields)
  return data ? catalogOf(data.fields) : isError ? deviceCatalog : undefined
}

/** What the parts of a page ask with. */
export const SiteCatalog = createContext<Catalog>(deviceCatalog)
export const useCatalog = (): Catalog => useContext(SiteCatalog)
