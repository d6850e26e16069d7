/** Annotation fields in queries: owners, tags, notes and custom fields (decisions 167 and 180). */
import type { AnnotationField } from '#contract/console/annotations/annotations.ts'
import type { FieldType } from '#contract/console/annotations/annotation-values.ts'
import { deviceCatalog } from './device-catalog.ts'
import type { Catalog, FleetField, FleetFieldKind } from './field.ts'

const kinds: Record<FieldType, FleetFieldKind> = {
  text: 'text',
  choice: 'text',
  number: 'number',
  date: 'date',
  'yes-no': 'flag',
}
export type OwnField = Pick<AnnotationField, 'id' | 'name' | 'type' | 'kinds'>

/** Name of a custom field in the catalog. */
export const nameOfOwnField = (id: string) => `own_${id.replaceAll(/\W/g, '_').toLowerCase()}`

const toField = ({ id, name, type }: OwnField): FleetField => ({
  name: nameOfOwnField(id),
  label: name,
  kind: kinds[type],
  section: 'own',
  kept: id,
})

/** An indexed kind of devices, with its built-in catalog. */
export type IndexedKind = { kind: 'device' | 'computer'; catalog: Catalog }
export const ofDevices: IndexedKind = { kind: 'device', catalog: deviceCatalog }

/** The catalog extended by a site's custom fields, whose names never override existing ones. */
export function catalogWith(own: readonly OwnField[], { kind, catalog } = ofDevices): Catalog {
  const ofKind = own.filter((field) => field.kinds.includes(kind)).map(toField)
  return ofKind.length === 0 ? catalog : new Map([...catalog, ...ofKind.map((field) => [field.name, field] as const)])
}
