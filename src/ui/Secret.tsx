import { ActionIcon, Code, Group } from '@mantine/core'
import { useDocumentVisibility, useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { IconEye, IconEyeOff } from './icons.ts'

const shownForMs = 30_000

/** A secret: shown when asked for, and hidden again after 30 seconds or when the tab is left (SPA-4). */
export function Secret({ label, reveal }: { label: string; reveal: () => string }) {
  const [shown, setShown] = useState<string>()
  const hide = () => setShown(undefined)
  const timer = useTimeout(hide, shownForMs)
  const visible = useDocumentVisibility() === 'visible'
  if (shown !== undefined && !visible) hide()

  const toggle = () => {
    timer.clear()
    if (shown !== undefined) return hide()
    setShown(reveal())
    timer.start()
  }
  const action = `${shown === undefined ? 'Show' : 'Hide'} ${label}`
  const Shape = shown === undefined ? IconEye : IconEyeOff
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <Code style={{ overflowWrap: 'anywhere' }}>{shown ?? '••••••••'}</Code>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={action} title={action} onClick={toggle}>
        <Shape size={16} aria-hidden />
      </ActionIcon>
      {shown !== undefined && <CopyButton value={shown} label={`Copy ${label}`} />}
    </Group>
  )
}
