import { useState } from 'react'
import { Link } from 'react-router'
import { useTableKey } from '#api/may.ts'
import { prefetch } from '#api/query.ts'
import { Permitted } from '#components/actions/Permitted.tsx'
import { emptyForm } from '#components/issuing/form/issuing-form.ts'
import { keepOwnSubject, withOwnSubject } from '#components/issuing/form/own-subject.ts'
import { reviewOf } from '#components/issuing/form/review.ts'
import { profilesQuery } from '#components/issuing/profile/profiles.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { createCertificate } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { IssueWizard } from './IssueWizard.tsx'

export const loader = () => {
  prefetch(profilesQuery)
  return prefetch(authoritiesQuery)
}

/** Issues a certificate immediately: signed by an internal authority, or self-signed. */
export function Component() {
  const who = useTableKey('new-certificate')
  const [initial] = useState(() => ({
    ...emptyForm,
    ...withOwnSubject(who),
    audience: 'private' as const,
  }))
  return (
    <Page title="New certificate">
      <Text size="sm">
        For a publicly trusted certificate,{' '}
        <Anchor component={Link} underline="always" to={paths.newRequest}>
          create a request
        </Anchor>{' '}
        and submit it to a public CA.
      </Text>
      <Permitted endpoint={createCertificate}>
        <IssueWizard
          draft={who}
          initial={initial}
          elsewhere={false}
          review={(form, signer) => [
            { label: 'Signed by', value: signer, step: 'who' },
            ...reviewOf(form).filter(({ label }) => label !== 'CA type'),
          ]}
          onSent={(form) => keepOwnSubject(who, form)}
        />
      </Permitted>
    </Page>
  )
}
