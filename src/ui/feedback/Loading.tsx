import { Skeleton, VisuallyHidden } from '@mantine/core'
import classes from './Loading.module.css'

/** Placeholder for content that is loading. */
export function Loading({ lines = 6, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <output className={classes.loading} aria-busy>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => `${90 - ((line * 17) % 45)}%`).map((width) => (
        <Skeleton key={width} height={14} width={width} radius="sm" />
      ))}
    </output>
  )
}
