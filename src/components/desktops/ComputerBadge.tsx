import { type StatusField, statusIn, type WithStatus } from '#components/desktops/computer-status.ts'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'

type Props = {
  field: StatusField
  /** Records that can have the status, most current first. */
  of: readonly (WithStatus | undefined)[]
  compact?: boolean
}

/** Status of a computer; "–" if no record has one. */
export function ComputerBadge({ field, of: records, compact = false }: Props) {
  const status = statusIn(field, ...records)
  return status ? <CodeValue of={status} compact={compact} /> : '–'
}
