import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Issued } from '#components/issuing/Issued.tsx'
import type { ReadRequest } from '#components/issuing/read/read-request.ts'
import type { Output } from '#contract/endpoint.ts'
import type { signRequest } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import { Text } from '#ui/layout/layout.ts'
import { WizardDone } from '#ui/wizard/WizardDone.tsx'

type Certificate = Output<typeof signRequest>['rows'][number]

/** The issued certificate, compared with the request. */
export function Signed({
  certificates: [certificate],
  request,
}: {
  certificates: readonly Certificate[]
  request: ReadRequest | undefined
}) {
  const { commonName = '', serialNumber = '', Certificate_ID: id } = certificate ?? {}
  return (
    <WizardDone
      title={commonName ? `Certificate ${commonName} issued` : 'Accepted by the server'}
      next={
        <>
          {id !== undefined && (
            <ActionLink variant="filled" to={paths.certificate(String(id))}>
              Open certificate
            </ActionLink>
          )}
          <ActionLink to={paths.requests}>All requests</ActionLink>
        </>
      }
    >
      {commonName && serialNumber ? (
        <Issued commonName={commonName} serialNumber={serialNumber} asked={request?.names} />
      ) : (
        <Text>The response does not identify the certificate. Search for it in the inventory.</Text>
      )}
      <Text size="sm" c="dimmed">
        Next: open the certificate to download or deploy it.
      </Text>
    </WizardDone>
  )
}
