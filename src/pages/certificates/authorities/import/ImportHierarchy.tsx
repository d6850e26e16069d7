import { useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { loadPart } from '#api/load-part.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import type { Plan } from '#components/bulk/plan.ts'
import type { FoundCertificate } from '#components/issuing/read/certificates-in.ts'
import { toPem } from '#components/issuing/read/pem.ts'
import { addCertificate } from '#contract/keys/certificates.ts'
import { importCertificates } from '#contract/keys/jobs/import-job.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { FileChoice } from '#ui/form/FileChoice.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'

type Chosen = { name: string; plans: Plan<FoundCertificate>[] }

/** Imports the CA certificates of a file, with a result for each. */
export function ImportHierarchy({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>()
  const { problem, pending, attempted } = useAttempt()
  const read = async (file: File) => {
    setChosen(undefined)
    const plans = await attempted(async () => {
      const { hierarchyIn } = await loadPart(() => import('./hierarchy.ts'))
      return hierarchyIn(new Uint8Array(await file.arrayBuffer()))
    })
    if (plans) setChosen({ name: file.name, plans })
  }
  return (
    <JobDialog
      title="Import hierarchy"
      action="Import"
      nouns={['certificate', 'certificates']}
      plans={pending ? undefined : (chosen?.plans ?? [])}
      fields={
        <Stack gap="sm">
          <Text size="sm">
            CA certificates as PEM, P7B (PKCS #7) or a zip archive of them, in any order. They complete the chains of
            the inventory. To issue certificates with an authority, import its key store.
          </Text>
          <Group gap="sm">
            <FileChoice
              label={chosen ? 'Choose another file' : 'Choose a file'}
              accept=".pem,.crt,.cer,.der,.p7b,.p7c,.txt,.zip"
              onFile={(file) => void read(file)}
            />
            <Text size="sm" component="output">
              {chosen?.name}
            </Text>
            <ActionLink size="xs" endpoint={addCertificate} to={paths.importCertificate}>
              Import a key store
            </ActionLink>
          </Group>
          {problem && <Notice tone="bad" title={`${problem.message}.`} urgent />}
        </Stack>
      }
      order={() => chosen && { endpoint: importCertificates, input: {}, title: `of ${chosen.name}` }}
      inputOf={fileOf}
      onClose={onClose}
    />
  )
}

const fileOf = ({ der, subject }: FoundCertificate) => ({
  name: `${(subject.commonName ?? 'ca').replaceAll(/[^\p{L}\p{N}.-]/gu, '_')}.pem`,
  pem: toPem('CERTIFICATE', der),
})
