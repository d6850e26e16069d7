import { useState } from 'react'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { requirePart } from '#api/require-part.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { scanHostKeys } from '#contract/keys/host-keys.ts'
import { TextAreaField } from '#ui/form/TextAreaField.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { Scan, TrustedKey } from './host-identity.ts'
import { TrustHostKeys } from './TrustHostKeys.tsx'

const compareForm = z.object({ Known: z.string().check(z.maxLength(1_000_000, 'Too long')) })

type Props = { name: string; trusted: readonly TrustedKey[]; onDone: (text: string) => void; onClose: () => void }

/**
 * Reads the host keys of all types without signing in, and compares them with fingerprints that the user obtained
 * elsewhere.
 */
export function CheckHostKeys({ name, trusted, onDone, onClose }: Props) {
  const [scanned, setScanned] = useState<{ scan: Scan; known: string }>()
  if (scanned) return <TrustHostKeys name={name} trusted={trusted} {...scanned} onDone={onDone} onClose={onClose} />
  return (
    <FormDialog
      title={`Check the identity of “${name}”`}
      size="xl"
      action="Read host keys"
      schema={compareForm}
      send={async ({ Known }) => {
        const scan = await change(scanHostKeys, { ResourceName: name, Known })
        requirePart(scanHostKeys, scan.HostKeys?.[0], 'host key')
        return { known: Known, scan }
      }}
      onSent={setScanned}
      onClose={onClose}
    >
      <Text size="sm">The host’s keys of all types are read without a sign-in. No password or key is sent.</Text>
      <TextAreaField
        name="Known"
        label="Known host keys (optional)"
        description="Fingerprints (SHA256 or MD5), output of ssh-keyscan or “ssh-keygen -l”, or lines of known_hosts, from a source you trust."
        rows={6}
        autoFocus
      />
    </FormDialog>
  )
}
