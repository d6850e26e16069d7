import { Progress, Text } from '@mantine/core'
import classes from './Meter.module.css'

type Props = {
  value: number
  max: number
  label: string
  /** Text beside the bar; the percentage by default. */
  text?: string
}

/** Bar that shows the ratio of `value` to `max`. */
export function Meter({ value, max, label, text }: Props) {
  const percent = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0
  const shown = text ?? `${Math.round(percent)} %`
  return (
    <span className={classes.meter}>
      <Progress.Root size="sm" className={classes.bar}>
        <Progress.Section value={Math.round(percent)} color="var(--focus)" aria-label={label} aria-valuetext={shown} />
      </Progress.Root>
      <Text span size="sm">
        {shown}
      </Text>
    </span>
  )
}
