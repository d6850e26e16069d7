import { useQuery } from '@tanstack/react-query'
import { problemOf } from '#api/problem-of.ts'
import { instantOf } from '#contract/time.ts'
import { AudienceFields } from '#pages/requests/form/AudienceFields.tsx'
import type { IssuingForm } from '#pages/requests/form/issuing-form.ts'
import { authoritiesQuery } from '#pages/requests/requests-query.ts'
import { type Authority, keyOf } from '#pages/requests/sign/sign-form.ts'
import { FormCheckbox, FormChoice, type Option, useFormValues } from '#ui/FormFields.tsx'
import { Loading } from '#ui/Loading.tsx'
import { absoluteTime } from '#ui/moment.ts'
import { Notice } from '#ui/Notice.tsx'
import { itself } from './issue.ts'

const selfOption: Option = {
  value: itself,
  label: 'Nobody else: it signs itself',
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
        label="Who signs it?"
        options={[...roots, selfOption, ...(elsewhere ? [elsewhereOption] : [])]}
      />
      {issuer === '' && elsewhere && <AudienceFields />}
      {issuer !== '' && (
        <FormCheckbox
          name="legacy"
          label="It is for an old machine"
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
