import { Meter } from '#ui/feedback/Meter.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import type { Sending } from './use-upload.ts'

/** Upload progress of a file. */
export function UploadProgress({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { name, sent, total } = sending
  const isSent = sent >= total
  return (
    <Stack component="section" gap="xs" aria-label="Upload">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {isSent ? `${name} is sent. The server is checking it.` : `Uploading ${name}`}
      </Text>
      <Meter value={sent} max={total} label={`Uploaded of ${name}`} text={`${mib(sent)} of ${mib(total)} MiB`} />
      <Group>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel upload
        </Button>
      </Group>
    </Stack>
  )
}

const mib = (bytes: number) => (bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 1 })
