import { columnsOf } from '#components/lists/Columns.tsx'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import { isUrgentWeakness } from '#contract/keys/rules/weaknesses.ts'
import { paths } from '#paths.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group } from '#ui/layout/layout.ts'
import { labelOfWeakness, type WeakHost } from './weak-hosts.ts'

const { text, code, time } = columnsOf<WeakHost>({ sortable: true })

/** Page of the host; that of the certificate for a revoked certificate that was not found on any host. */
const pageOf = ({ CertID, Host, Port }: WeakHost) => {
  if (Host && Port !== undefined) return paths.tlsHost(hostPlace(Host, Port))
  return CertID === undefined ? undefined : paths.certificate(String(CertID))
}

export const weakHostColumns = [
  text('host', 'Host', ({ Host }) => Host, { priority: 1, width: '20%', to: pageOf, filter: true }),
  code('port', 'Port', ({ Port }) => Port?.toString(), { width: 90, kind: 'number' }),
  text('weaknesses', 'Vulnerabilities', ({ Weaknesses = [] }) => Weaknesses.map(labelOfWeakness).join(', '), {
    priority: 1,
    cell: ({ Weaknesses = [] }) =>
      Weaknesses.length === 0 ? (
        '–'
      ) : (
        <Group gap={6}>
          {Weaknesses.map((name) => (
            <StatusBadge key={name} tone={isUrgentWeakness(name) ? 'bad' : 'warn'}>
              {labelOfWeakness(name)}
            </StatusBadge>
          ))}
        </Group>
      ),
  }),
  text('suites', 'Weak cipher suites', ({ WeakCipherSuites = [] }) => WeakCipherSuites.join(', '), {
    width: '26%',
    priority: 2,
    breaks: true,
  }),
  text('untested', 'Not tested', ({ NotTested = [] }) => NotTested.map(labelOfWeakness).join(', '), {
    width: '13%',
    priority: 2,
  }),
  text('certificate', 'Certificate', ({ CommonName }) => CommonName, {
    width: '14%',
    hidden: true,
    to: ({ CertID }) => (CertID === undefined ? undefined : paths.certificate(String(CertID))),
  }),
  time('checked', 'Checked', ({ CheckedAt }) => CheckedAt, { width: 130, priority: 2 }),
]
