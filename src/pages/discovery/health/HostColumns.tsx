import { columnsOf } from '#components/lists/Columns.tsx'
import { problemLabel, problemState } from '#contract/keys/rules/hosts/host-health.ts'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group } from '#ui/layout/layout.ts'
import { type ListedHost, stateWords, wordsOfState } from './host-list.ts'

const { text, badge, date, time } = columnsOf<ListedHost>()

export const hostPage = ({ Host = '', Port = 0 }: ListedHost) => paths.tlsHost(hostPlace(Host, Port))

export const hostColumns = [
  text('host', 'Host', ({ Host = '', Port }) => (Port === undefined ? Host : hostPlace(Host, Port)), {
    width: '22%',
    priority: 1,
    breaks: true,
  }),
  badge('state', 'State', ({ State }) => wordsOfState(State), { width: 150, priority: 1 }),
  text('problems', 'Problems', ({ Problems = [] }) => Problems.map(problemLabel).join(', '), {
    width: '34%',
    priority: 1,
    cell: ({ Problems = [] }) =>
      Problems.length === 0 ? (
        '–'
      ) : (
        <Group gap={6}>
          {Problems.map((name) => (
            <StatusBadge key={name} tone={stateWords[problemState(name)].tone}>
              {problemLabel(name)}
            </StatusBadge>
          ))}
        </Group>
      ),
  }),
  text('certificate', 'Certificate', ({ CommonName }) => CommonName, {
    width: '18%',
    priority: 2,
    breaks: true,
    to: ({ CertID }) => (CertID === undefined ? undefined : paths.certificate(String(CertID))),
  }),
  date('expires', 'Expires', ({ ExpiryDate }) => instantOf(ExpiryDate), {
    width: 130,
    hidden: true,
    raw: ({ ExpiryDate = '' }) => ExpiryDate,
  }),
  time('checked', 'Checked', ({ CheckedAt }) => CheckedAt, { width: 120, priority: 2 }),
  time('tried', 'Last attempt', ({ TriedAt }) => TriedAt, { width: 130, hidden: true }),
  time('seen', 'Certificate seen', ({ SeenAt }) => SeenAt, { width: 130, hidden: true }),
]
