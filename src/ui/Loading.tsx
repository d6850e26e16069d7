import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** Where content is on its way: the shape it will have. */
export function Loading({ lines = 6, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <Stack gap="sm" role="status" aria-busy>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={14} width={`${90 - ((line * 17) % 45)}%`} radius="sm" />
      ))}
    </Stack>
  )
}
