import { useQuery } from '@tanstack/react-query'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { AudienceFields } from '#components/issuing/form/AudienceFields.tsx'
import type { IssuingForm } from '#components/issuing/form/issuing-form.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { notIssuedBy } from '#components/issuing/profile/profiles.ts'
import { type Authority, inChoiceOrder, keyOf } from '#components/issuing/sign-form.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { instantOf } from '#contract/time.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import type { Option } from '#ui/form/ChoiceField.tsx'
import { FormCheckbox, FormChoice, useFormValues } from '#ui/form/FormFields.tsx'
import { Text } from '#ui/layout/layout.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import { itself } from './issue.ts'

const selfOption: Option = {
  value: itself,
  label: 'Self-signed',
  description: 'Trusted only where it is installed manually. For tests and internal systems.',
}
const elsewhereOption: Option = {
  value: '',
  label: 'Another issuer',
  description: 'Creates a request to sign here later or submit to another CA.',
}

/** Selects the issuer. */
export function IssuerFields({ elsewhere }: { elsewhere: boolean }) {
  const { data, error, isFetched, refetch } = useQuery(authoritiesQuery)
  const { issuer, profile } = useFormValues<IssuingForm>()
  if (!isFetched) return <Loading />
  const roots = inChoiceOrder(data?.rows ?? [])
    .filter(({ signType }) => signType === 'signWithRoot')
    .map((authority) => optionOf(authority, profile))
  return (
    <>
      {data === null && (
        <NotReported what="its authorities">
          Create a request instead and name the authority when you sign it.
        </NotReported>
      )}
      {error && (
        <>
          <Text size="sm">
            The list of roots could not be loaded. You can create a request instead and specify the root when you sign
            it.
          </Text>
          <QueryProblem error={error} refetch={refetch} />
        </>
      )}
      <FormChoice
        name="issuer"
        label="Issuer"
        options={[...roots, selfOption, ...(elsewhere ? [elsewhereOption] : [])]}
      />
      {issuer === '' && elsewhere && <AudienceFields />}
      {issuer !== '' && (
        <FormCheckbox
          name="legacy"
          label="Allow legacy algorithms"
          description="Weak keys cause a warning instead of an error."
        />
      )}
    </>
  )
}

function optionOf(authority: Authority, profile: string): Option {
  const { commonName = '', canSign, reason = '', isRoot } = authority
  const pinned = notIssuedBy(authority, profile)
  const ends = instantOf(authority.ExpiryDate)
  const facts = [
    isRoot === undefined ? 'Internal authority' : isRoot ? 'Root' : 'Issuing authority',
    ends ? `expires ${absoluteTime(ends)}` : '',
    canSign === false ? `cannot sign: ${reason || 'no reason given'}` : '',
    pinned ?? '',
  ]
  return {
    value: keyOf(authority),
    label: commonName || 'Unnamed',
    description: facts.filter(Boolean).join(', '),
    disabled: canSign === false || pinned !== undefined,
  }
}
