import type { ReactNode } from 'react'
import { type Icon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '#ui/theme/icons.ts'
import classes from './Notice.module.css'
import type { Tone } from './StatusBadge.tsx'

type Props = {
  tone: Tone
  title: ReactNode
  /** Announced immediately by screen readers (`role="alert"`). */
  urgent?: boolean
  children?: ReactNode
}

const icons: Record<Tone, Icon> = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
  info: IconInfoCircle,
  muted: IconInfoCircle,
}

/** Message box above the content that it applies to. */
export function Notice({ tone, title, urgent = false, children }: Props) {
  const Shape = icons[tone]
  return (
    <div className={classes.notice} data-tone={tone} role={urgent ? 'alert' : undefined}>
      <Shape size={18} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <strong className={classes.title}>{title}</strong>
        {children}
      </div>
    </div>
  )
}
