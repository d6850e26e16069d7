import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'

/** What the service said of a revocation, and what it takes to have an effect. */
export function Outcome({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog title="Done" onClose={onClose}>
      <Stack gap="md">
        <Notice tone="ok" title={text} urgent />
        <Text size="sm">
          Clients check the authority’s CRL or OCSP responder. Many cache an older CRL until it expires, and some never
          check. Replace the certificate wherever it is installed.
        </Text>
        <Group justify="end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
