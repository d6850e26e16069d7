import { ActionIcon, Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '#ui/theme/icons.ts'

type Props = {
  value: string
  /** Accessible name that states what is copied, such as "Copy serial number". */
  label: string
  /** Shows the label beside the icon. */
  withText?: boolean
}

export function CopyButton({ value, label, withText = false }: Props) {
  const clipboard = useClipboard({ timeout: 1500 })
  const Shape = clipboard.copied ? IconCheck : IconCopy
  const text = clipboard.copied ? 'Copied' : label
  const copy = () => clipboard.copy(value)
  if (withText) {
    return (
      <Button variant="default" size="xs" leftSection={<Shape size={15} aria-hidden />} onClick={copy}>
        <span aria-live="polite">{text}</span>
      </Button>
    )
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={text}
      aria-live="polite"
      title={text}
      onClick={copy}
    >
      <Shape size={15} aria-hidden />
    </ActionIcon>
  )
}
