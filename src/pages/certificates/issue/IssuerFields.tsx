import { useQuery } from '@tanstack/react-query'
import { problemOf } from '#api/problem-of.ts'
import { AudienceFields } from '#components/issuing/form/AudienceFields.tsx'
import type { IssuingForm } from '#components/issuing/form/issuing-form.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { type Authority, keyOf } from '#components/issuing/sign-form.ts'
import { instantOf } from '#contract/time.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { FormCheckbox, FormChoice, type Option, useFormValues } from '#ui/form/FormFields.tsx'
import { absoluteTime } from '#ui/values/moment.ts'
import { itself } from './issue.ts'

const selfOption: Option = {
  value: itself,
  label: 'Self-signed',
  description: 'Trusted only where it is put by hand. For tests, and for machines that know nothing else.',
}
const elsewhereOption: Option = {
  value: '',
  label: 'Somebody else, later',
  description: 'A request is made, to be signed here or taken to an authority.',
}

/** Who signs it at once. */
export function IssuerFields({ elsewhere }: { elsewhere: boolean }) {
  const { data, error } = useQuery(authoritiesQuery)
  const { issuer } = useFormValues<IssuingForm>()
  if (!data && !error) return <Loading />
  const roots = (data?.rows ?? []).filter(({ signType }) => signType === 'signWithRoot').map(optionOf)
  return (
    <>
      {error && (
        <Notice tone="info" title="The server does not say which roots there are">
          <span>Make a request instead, and name the root when you sign it. It said: {problemOf(error).message}</span>
        </Notice>
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
          description="Weak keys are then pointed out, and no longer stop you."
        />
      )}
    </>
  )
}

function optionOf(authority: Authority): Option {
  const { commonName = '', canSign, reason = '' } = authority
  const ends = instantOf(authority.ExpiryDate)
  const facts = [
    'Of our own',
    ends ? `ends ${absoluteTime(ends)}` : '',
    canSign === false ? `cannot sign: ${reason || 'no reason given'}` : '',
  ]
  return {
    value: keyOf(authority),
    label: commonName || 'Without a name',
    description: facts.filter(Boolean).join(', '),
    disabled: canSign === false,
  }
}
