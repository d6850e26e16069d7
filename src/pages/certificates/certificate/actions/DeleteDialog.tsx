import { remove } from '#api/remove.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { deleteCertificate } from '#contract/keys/certificates.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import type { Subject } from './subject.ts'
import { UsedBy } from './UsedBy.tsx'

type Props = Subject & { onDone: (notice: string) => void | Promise<void>; onClose: () => void }

/** Deletes by name and serial number, since names are not unique. */
export function DeleteDialog({ onDone, onClose, ...subject }: Props) {
  const { target, detail } = subject
  return (
    <Confirm
      title="Delete this certificate?"
      action="Delete"
      typed={target.common_name}
      // Leaves the page of the deleted certificate before the list is refreshed.
      onConfirm={() => remove(deleteCertificate, target, ({ message }) => onDone(message))}
      onClose={onClose}
    >
      <Stack gap="md">
        <Notice tone="warn" title={keyText(detail.endpoint?.PrivateKey)}>
          <UsedBy {...subject} />
        </Notice>
        <Text size="sm">
          Deleting does not revoke the certificate. It remains usable until it expires, and expiry notifications stop.
        </Text>
      </Stack>
    </Confirm>
  )
}

const keyText = (isHere: boolean | undefined) =>
  isHere === false ? 'This cannot be undone' : 'Its private key is deleted too and cannot be recovered'
