import type { Device } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { IconMapPin, IconTrash } from '#ui/theme/icons.ts'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { statusIn } from './managed-status.ts'
import classes from './StatusBadges.module.css'

type Props = {
  device: Device | DeviceSummary
  /** Single line, for table rows. */
  compact?: boolean
}

/** Managed status of a device, with badges for lost mode and removal. */
export function StatusBadges({ device, compact = false }: Props) {
  const status = statusIn(device)
  return (
    <span className={compact ? classes.line : classes.badges}>
      {device.is_lost_mode_enabled === true && (
        <StatusBadge tone="bad" icon={IconMapPin}>
          Lost mode
        </StatusBadge>
      )}
      {device.is_removed === true && (
        <StatusBadge tone="muted" icon={IconTrash}>
          Removed
        </StatusBadge>
      )}
      {status && <CodeValue of={status} compact={compact} />}
    </span>
  )
}
