import { ActionIcon, Code, Group } from '@mantine/core'
import { useDocumentVisibility, useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { IconEye, IconEyeOff } from '#ui/theme/icons.ts'
import { CopyButton } from './CopyButton.tsx'

const shownForMs = 30_000

type Props = {
  label: string
  /** Returns the secret or loads it; undefined if it is unavailable, which the caller explains. */
  reveal: () => string | Promise<string | undefined>
}

/** A secret, shown on demand and hidden again after 30 seconds or when the tab becomes hidden. */
export function Secret({ label, reveal }: Props) {
  const [shown, setShown] = useState<string>()
  const [pending, setPending] = useState(false)
  const hide = () => setShown(undefined)
  const timer = useTimeout(hide, shownForMs)
  const visible = useDocumentVisibility() === 'visible'
  if (shown !== undefined && !visible) hide()

  const toggle = () => {
    timer.clear()
    if (shown !== undefined) return hide()
    const secret = reveal()
    if (typeof secret === 'string') return show(secret)
    setPending(true)
    void secret.then(show).finally(() => setPending(false))
  }
  const show = (secret: string | undefined) => {
    setShown(secret)
    if (secret !== undefined) timer.start()
  }
  const action = `${shown === undefined ? 'Show' : 'Hide'} ${label}`
  const Shape = shown === undefined ? IconEye : IconEyeOff
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <Code style={{ overflowWrap: 'anywhere' }}>{shown ?? '••••••••'}</Code>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={action}
        title={action}
        loading={pending}
        onClick={toggle}
      >
        <Shape size={16} aria-hidden />
      </ActionIcon>
      {shown !== undefined && <CopyButton value={shown} label={`Copy ${label}`} />}
    </Group>
  )
}
