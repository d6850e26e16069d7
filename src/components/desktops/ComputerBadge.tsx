import { type StatusField, statusOf } from '#components/desktops/computer-status.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'

/** A status of a computer; where the server says none, a dash. */
export function ComputerBadge({ field, value }: { field: StatusField; value: number | undefined }) {
  const status = statusOf(field, value)
  return status ? <StatusBadge tone={status.tone}>{status.label}</StatusBadge> : '–'
}
