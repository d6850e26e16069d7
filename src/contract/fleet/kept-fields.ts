/** What people keep in the console, which no server says: owners, tags, notes and custom fields (decisions 167 and 180). */
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

const toField = ({ id, name, type }: OwnField): FleetField => ({
  name: `own_${id.replaceAll(/\W/g, '_').toLowerCase()}`,
  label: name,
  kind: kinds[type],
  section: 'own',
  kept: id,
})

/** A kind of things that is indexed, and what can be asked about it everywhere. */
export type IndexedKind = { kind: 'device' | 'computer'; catalog: Catalog }
export const ofDevices: IndexedKind = { kind: 'device', catalog: deviceCatalog }

/** What can be asked about the things of a site that has these fields. Their names take none that there was before. */
export function catalogWith(own: readonly OwnField[], { kind, catalog } = ofDevices): Catalog {
  const ofKind = own.filter((field) => field.kinds.includes(kind)).map(toField)
  return ofKind.length === 0 ? catalog : new Map([...catalog, ...ofKind.map((field) => [field.name, field] as const)])
}
