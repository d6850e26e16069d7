import { type StatusField, statusIn, type WithStatus } from '#components/desktops/computer-status.ts'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'

type Props = {
  field: StatusField
  /** The records that may have it, the most current one first. */
  of: readonly (WithStatus | undefined)[]
  compact?: boolean
}

/** A status of a computer; a dash if no record has one. */
export function ComputerBadge({ field, of: records, compact = false }: Props) {
  const status = statusIn(field, ...records)
  return status ? <CodeValue of={status} compact={compact} /> : '–'
}
