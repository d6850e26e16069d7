import type { AnnotatedKind } from './annotated-things.ts'

/** Columns of an import that can identify a record, most reliable first. */
export const namingColumns: Readonly<Record<AnnotatedKind, readonly string[]>> = {
  device: ['Serial number', 'UDID', 'IMEI', 'ID'],
  computer: ['ID', 'Name'],
  certificate: ['ID', 'Name'],
  'ssh-key': ['Name'],
  host: ['Name'],
}
