import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'

/** What the service said of a revocation, and what it takes to have an effect. */
export function Outcome({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog title="The service has answered" onClose={onClose}>
      <Stack gap="md">
        <Notice tone="ok" title={text} urgent />
        <Text size="sm">
          Clients learn of it from the revocation list of the authority or from its OCSP service. Many keep an older
          list until it runs out, and some never ask: replace the certificate wherever it is installed.
        </Text>
        <Group justify="end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
