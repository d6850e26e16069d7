import { Button, Group } from '@mantine/core'

type Props = {
  /** Label of the submit button: `Add`. */
  action: string
  pending: boolean
  onClose: () => void
}

/** Cancel and submit buttons of a form in a dialog. */
export const DialogButtons = ({ action, pending, onClose }: Props) => (
  <Group justify="end" gap="sm">
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
    <Button type="submit" loading={pending}>
      {action}
    </Button>
  </Group>
)
