import { useQuery } from '@tanstack/react-query'
import { QueryState } from '#components/actions/QueryState.tsx'
import { counted } from '#contract/words/counted.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { absoluteTime } from '#ui/values/moment.ts'
import { Properties } from '#ui/values/Properties.tsx'
import { chainQuery } from './chain-query.ts'
import { comparedNames } from './names-compared.ts'
import { keyText } from './read/key-text.ts'
import type { ReadCertificate } from './read/read-certificate.ts'

type Props = { commonName: string; serialNumber: string; asked: readonly string[] | undefined }

export function Issued({ commonName, serialNumber, asked }: Props) {
  const { data, error, refetch } = useQuery(chainQuery(commonName, serialNumber))
  if (error || !data) return <QueryState error={error} refetch={refetch} waiting />
  const [own, ...above] = data
  if (!own) return <Notice tone="warn" title="The certificate could not be read" />
  return (
    <>
      {asked && <NamesAfter asked={asked} issued={own.names} />}
      <Properties
        title="Certificate"
        columns={1}
        items={[
          { label: 'Subject', value: own.subject.text },
          { label: 'Names', value: own.names.join(', ') || 'None' },
          { label: 'Serial number', value: <code>{serialNumber}</code>, copy: serialNumber },
          { label: 'Valid', value: `${absoluteTime(own.notBefore)} to ${absoluteTime(own.notAfter)}` },
          { label: 'Key', value: keyText(own.key) },
          { label: 'Signature', value: own.signatureAlgorithm },
          { label: 'Chain', value: <Chain own={own} above={above} /> },
        ]}
      />
    </>
  )
}

function Chain({ own, above }: { own: ReadCertificate; above: readonly ReadCertificate[] }) {
  const top = above.at(-1) ?? own
  return (
    <ol>
      {[own, ...above].map(({ subject, serialNumber, notAfter }) => (
        <li key={serialNumber}>
          {subject.text}, until {absoluteTime(notAfter)}
        </li>
      ))}
      {top.issuer.text !== top.subject.text && <li>{top.issuer.text}, not in this service</li>}
    </ol>
  )
}

/** Compares the issued names with the requested ones: CAs may drop or change names without reporting it. */
function NamesAfter({ asked, issued }: { asked: readonly string[]; issued: readonly string[] }) {
  const { kept, lost, added } = comparedNames(asked, issued)
  return (
    <>
      {lost.length > 0 && (
        <Notice
          tone="warn"
          urgent
          title={counted(lost.length, 'requested name is missing', 'requested names are missing')}
        >
          <span>Requested but not in the certificate: {lost.join(', ')}.</span>
        </Notice>
      )}
      {added.length > 0 && (
        <Notice tone="info" title={counted(added.length, 'name was added', 'names were added')}>
          <span>In the certificate but not requested: {added.join(', ')}.</span>
        </Notice>
      )}
      {lost.length === 0 && (
        <Notice
          tone="ok"
          title={kept.length === 1 ? 'The name matches the request' : `All ${kept.length} names match the request`}
        />
      )}
    </>
  )
}
