import { ActionLink } from '#components/actions/ActionLink.tsx'
import { altNamesOf, type IssuingForm } from '#components/issuing/form/issuing-form.ts'
import { Issued } from '#components/issuing/Issued.tsx'
import { RequestFiles } from '#components/issuing/RequestFiles.tsx'
import { CheckForCertificate } from '#components/issuing/CheckFor.tsx'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { DoneProps } from '#ui/wizard/wizard.ts'
import { WizardDone } from '#ui/wizard/WizardDone.tsx'
import type { Issuance } from './issue.ts'

export function IssueDone({ result, form }: DoneProps<IssuingForm, Issuance>) {
  const { message, certificate, request } = result
  if (request) return <RequestDone message={message} request={request} name={form.commonName} />
  return (
    <WizardDone
      title={`Certificate ${certificate?.commonName ?? form.commonName.trim()} created`}
      next={
        <ActionLink variant="filled" to={certificate ? paths.certificate(certificate.id) : paths.certificates}>
          {certificate ? 'Open certificate' : 'Show in inventory'}
        </ActionLink>
      }
    >
      {message && <Text>Server response: {message}</Text>}
      {certificate && (
        <Issued commonName={certificate.commonName} serialNumber={certificate.serialNumber} asked={altNamesOf(form)} />
      )}
      <Text size="sm" c="dimmed">
        Next: open the certificate to download or deploy it. A certificate that it replaces stays valid until it expires
        or is revoked.
      </Text>
    </WizardDone>
  )
}

type RequestProps = { message: string; request: NonNullable<Issuance['request']>; name: string }

/** Result if only a request was created: another CA must sign it, or signing failed. */
function RequestDone({ message, request, name }: RequestProps) {
  const { id, problem, unsure, unidentified } = request
  return (
    <WizardDone
      title={id === undefined ? 'Request created' : `Request ${id} created`}
      next={
        id === undefined ? (
          <ActionLink variant="filled" to={paths.requests}>
            Show in list
          </ActionLink>
        ) : (
          <>
            <ActionLink variant="filled" to={problem ? paths.signRequest(id) : paths.request(id)}>
              {problem ? 'Sign request' : 'Open request'}
            </ActionLink>
            <ActionLink to={problem ? paths.request(id) : paths.signRequest(id)}>
              {problem ? 'Open request' : 'Sign here'}
            </ActionLink>
          </>
        )
      }
    >
      {message && <Text>Server response: {message}</Text>}
      {problem && (
        <>
          <Notice tone="warn" title={unsure ? 'The signing result is unknown' : 'Not signed yet'}>
            {unsure && (
              <span>
                Its completion was not confirmed. <CheckForCertificate name={name} />
              </span>
            )}
            <span>
              The request is saved. Sign it from the request list. Starting again would create another request.
            </span>
          </Notice>
          <ProblemPanel problem={problem} />
        </>
      )}
      {unidentified && (
        <Notice tone="warn" title="Not signed yet">
          <span>
            The request is saved, but could not be identified in the request list. Sign it there. Starting again would
            create another request.
          </span>
        </Notice>
      )}
      {!problem && !unidentified && (
        <Text size="sm">
          Send the request to the CA. Its page compares the answer with the current certificate, and leads to
          deployment.
        </Text>
      )}
      {id !== undefined && <RequestFiles id={id} hasKey />}
    </WizardDone>
  )
}
