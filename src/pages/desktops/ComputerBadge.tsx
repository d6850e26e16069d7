import { StatusBadge } from '#ui/StatusBadge.tsx'
import { type StatusField, statusOf } from './computer-facts.ts'

/** A status of a computer; where the server says none, a dash. */
export function ComputerBadge({ field, value }: { field: StatusField; value: number | undefined }) {
  const status = statusOf(field, value)
  return status ? <StatusBadge tone={status.tone}>{status.label}</StatusBadge> : '–'
}
