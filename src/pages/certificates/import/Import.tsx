import { useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { loadPart } from '#api/load-part.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Permitted } from '#components/actions/Permitted.tsx'
import { addCertificate } from '#contract/keys/certificates.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { FileChoice } from '#ui/form/FileChoice.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { Chosen } from './chosen-file.ts'
import { ChosenPanel } from './ChosenPanel.tsx'

/** Imports a certificate or key store, after a preview in the browser. */
export function Component() {
  const [chosen, setChosen] = useState<Chosen>()
  const [imported, setImported] = useState<string>()
  const { problem, attempt } = useAttempt()
  const take = (file: File) => {
    setImported(undefined)
    attempt(async () => {
      const [bytes, { readFile }] = await Promise.all([file.bytes(), loadPart(() => import('./read-file.ts'))])
      setChosen({ name: file.name, bytes, seen: readFile(bytes) })
    })
  }
  const done = (message: string) => {
    setImported(message)
    setChosen(undefined)
  }
  return (
    <Page title="Import a certificate">
      <Permitted endpoint={addCertificate}>
        <Stack gap="md">
          {imported !== undefined && (
            <Notice tone="ok" title={imported} urgent>
              <Group>
                <ActionLink to={paths.certificates} size="xs">
                  To the inventory
                </ActionLink>
              </Group>
            </Notice>
          )}
          <Text size="sm">
            PEM, DER, P7B, PKCS #12 (.p12, .pfx), JKS or JCEKS, up to 1 MiB. The file is read in the browser first.
            Nothing is sent until you confirm.
          </Text>
          <Group>
            <FileChoice label={chosen ? 'Choose another file' : 'Choose a file'} onFile={take} />
          </Group>
          {problem && <ProblemPanel problem={problem} />}
          {chosen && <ChosenPanel key={`${chosen.name} ${chosen.bytes.length}`} chosen={chosen} onDone={done} />}
        </Stack>
      </Permitted>
    </Page>
  )
}
