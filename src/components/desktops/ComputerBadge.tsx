import { type StatusField, statusOf } from '#components/desktops/computer-status.ts'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'

type Props = { field: StatusField; value: number | undefined; compact?: boolean }

/** A status of a computer; where the server says none, a dash. */
export function ComputerBadge({ field, value, compact = false }: Props) {
  const status = statusOf(field, value)
  return status ? <CodeValue of={status} compact={compact} /> : '–'
}
