import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { annotationFields } from '#components/annotations/annotation-query.ts'
import type { AnnotationField } from '#contract/console/annotations/annotations.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import { catalogWith, type IndexedKind, ofDevices } from '#contract/fleet/kept-fields.ts'

const catalogs = new Map<Catalog, WeakMap<readonly AnnotationField[], Catalog>>()

function catalogOf(fields: readonly AnnotationField[], of: IndexedKind): Catalog {
  const ofKind = catalogs.get(of.catalog) ?? new WeakMap<readonly AnnotationField[], Catalog>()
  catalogs.set(of.catalog, ofKind)
  const known = ofKind.get(fields) ?? catalogWith(fields, of)
  ofKind.set(fields, known)
  return known
}

/** Queryable fields at this site, including custom fields; undefined while those are loading. */
export function useSiteCatalog(of: IndexedKind = ofDevices): Catalog | undefined {
  const { data, isError } = useQuery(annotationFields)
  return data ? catalogOf(data.fields, of) : isError ? of.catalog : undefined
}

/** The fields of the surrounding query page. */
export const SiteCatalog = createContext<Catalog>(deviceCatalog)
export const useCatalog = (): Catalog => useContext(SiteCatalog)
