import { Link } from 'react-router'
import { altNamesOf, type IssuingForm } from '#components/issuing/form/issuing-form.ts'
import { Issued } from '#components/issuing/Issued.tsx'
import { LookForCertificate } from '#components/issuing/Look.tsx'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Text } from '#ui/layout/layout.ts'
import type { DoneProps } from '#ui/wizard/wizard.ts'
import { WizardDone } from '#ui/wizard/WizardDone.tsx'
import type { Issuance } from './issue.ts'

export function IssueDone({ result, form }: DoneProps<IssuingForm, Issuance>) {
  const { message, certificate, request } = result
  if (request) return <RequestDone message={message} request={request} name={form.commonName} />
  return (
    <WizardDone
      title={`The certificate ${certificate?.commonName ?? form.commonName.trim()} is made`}
      next={
        <Button component={Link} to={certificate ? paths.certificate(certificate.id) : paths.certificates}>
          {certificate ? 'Open the certificate' : 'Find it in the inventory'}
        </Button>
      }
    >
      <Text>The server says: {message}</Text>
      {certificate && (
        <Issued commonName={certificate.commonName} serialNumber={certificate.serialNumber} asked={altNamesOf(form)} />
      )}
      <Text size="sm" c="dimmed">
        Next: open it to download it, or to put it on the servers that need it. One that it replaces stays valid until
        it ends or is revoked.
      </Text>
    </WizardDone>
  )
}

type RequestProps = { message: string; request: NonNullable<Issuance['request']>; name: string }

/** A request without a certificate: because somebody else signs it, or because signing failed. */
function RequestDone({ message, request, name }: RequestProps) {
  const { id, problem, unsure } = request
  return (
    <WizardDone
      title={id === undefined ? 'The request is made' : `Request ${id} is made`}
      next={
        id === undefined ? (
          <Button component={Link} to={paths.requests}>
            Find it in the list
          </Button>
        ) : (
          <>
            <Button component={Link} to={paths.signRequest(id)}>
              Have it signed
            </Button>
            <Button component={Link} to={paths.request(id)} variant="default">
              Get it for an authority
            </Button>
          </>
        )
      }
    >
      <Text>The server says: {message}</Text>
      {problem && (
        <>
          <Notice tone="warn" title={unsure ? 'Whether it is signed is not known' : 'It is not signed yet'}>
            {unsure && (
              <span>
                The answer got lost. <LookForCertificate name={name} />
              </span>
            )}
            <span>The request is kept. Sign it from there: starting again would make another one.</span>
          </Notice>
          <ProblemPanel problem={problem} />
        </>
      )}
    </WizardDone>
  )
}
