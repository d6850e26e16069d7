import { later } from '#ui/layout/later.ts'
import { Suspense } from 'react'
import { roughSize } from '#contract/mdm/upload.ts'
import { type Chosen, readFile } from '#pages/devices/upload/chosen-file.ts'
import { FileField } from '#ui/form/FileField.tsx'
import { Stack } from '#ui/layout/layout.ts'

const CertificateFacts = later(async () => (await import('./CertificateFacts.tsx')).CertificateFacts)

type Props = {
  name: string
  chosen: Chosen | undefined
  onChosen: (chosen: Chosen) => void
  maxBytes: number
}

/** Certificate of a payload, with a preview before it is sent. */
export const CertificateField = ({ name, chosen, onChosen, maxBytes }: Props) => (
  <Stack gap="xs">
    <FileField
      label="Choose a certificate"
      name={name}
      file={chosen?.file}
      onFile={(file) => void readFile(file, maxBytes).then(onChosen)}
      accept=".pem,.crt,.cer,.der"
      description={`PEM or DER, at most ${roughSize(maxBytes)}. Never a private key.`}
    />
    {chosen && chosen.file.size <= maxBytes && (
      <Suspense>
        <CertificateFacts bytes={chosen.bytes} />
      </Suspense>
    )}
  </Stack>
)
