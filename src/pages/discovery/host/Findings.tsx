import { Link } from 'react-router'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import type { Finding } from './finding.ts'

/** Findings about a host, each with its method and time. */
export const Findings = ({ title, findings }: { title: string; findings: readonly Finding[] }) => (
  <Properties
    title={title}
    items={findings.map(({ label, tone, text, detail, how, at, link }, index) => ({
      label,
      wireName: `${label} ${index}`,
      value: (
        <>
          <StatusBadge tone={tone}>{text}</StatusBadge> {detail}
          {link && (
            <>
              {' '}
              <Anchor component={Link} size="sm" underline="always" to={paths.certificate(link.certificate)}>
                {link.text}
              </Anchor>
            </>
          )}
        </>
      ),
      note: (
        <>
          {how}.{' '}
          {at && tone !== 'muted' && (
            <>
              Tested <Moment at={instantOf(at)} raw={at} />.
            </>
          )}
        </>
      ),
    }))}
  />
)
