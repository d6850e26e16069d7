import { readCertificates } from '#components/issuing/read/read-certificate.ts'
import { NotWhatIsNeeded } from '#pages/devices/upload/NotWhatIsNeeded.tsx'
import { useNow } from '#ui/values/clock.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'

/** Subject, issuer and expiration of a certificate. */
export function CertificateFacts({ bytes }: { bytes: Uint8Array }) {
  const [certificate] = readCertificates(bytes)
  if (!certificate) return <NotWhatIsNeeded needed="a certificate" />
  const { subject, issuer, notAfter } = certificate
  return (
    <Properties
      bare
      columns={1}
      items={[
        { label: 'Subject', value: subject.text || '–' },
        { label: 'Issuer', value: issuer.text === subject.text ? 'Self-signed' : issuer.text || '–' },
        { label: 'Valid until', value: <Moment at={notAfter} /> },
      ]}
    />
  )
}

/** The same as one line. */
export function CertificateLine({ bytes }: { bytes: Uint8Array }) {
  const now = useNow()
  const [certificate] = readCertificates(bytes)
  if (!certificate) return 'Not a certificate'
  const { subject, notAfter } = certificate
  return (
    <>
      {subject.text || 'Without a subject'}, {notAfter.getTime() < now ? 'expired' : 'expires'} <Moment at={notAfter} />
    </>
  )
}
