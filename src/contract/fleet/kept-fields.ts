/** What people keep of devices in the console, which no server says: owner, tags, notes and own fields (decision 167). */
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

/** What can be asked about a device of a site that has these fields. Their names take none that there was before. */
export const catalogWith = (own: readonly OwnField[]): Catalog => {
  const ofDevices = own.filter((field) => field.kinds.includes('device')).map(toField)
  return ofDevices.length === 0
    ? deviceCatalog
    : new Map([...deviceCatalog, ...ofDevices.map((field) => [field.name, field] as const)])
}
