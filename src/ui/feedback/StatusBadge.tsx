import type { ReactNode } from 'react'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconInfoCircle,
} from '#ui/theme/icons.ts'
import classes from './StatusBadge.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'muted'

const icons: Record<Tone, Icon> = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  info: IconInfoCircle,
  muted: IconCircleMinus,
}

/** A status as icon and text; the color is redundant. */
export function StatusBadge({ tone, icon, children }: { tone: Tone; icon?: Icon; children: ReactNode }) {
  const Shape = icon ?? icons[tone]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Shape size={15} stroke={2} aria-hidden />
      <span className={classes.text}>{children}</span>
    </span>
  )
}
