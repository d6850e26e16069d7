import { useQuery } from '@tanstack/react-query'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { instantOf } from '#contract/time.ts'
import type { Option } from '#ui/form/ChoiceField.tsx'
import { FormChoice } from '#ui/form/FormFields.tsx'
import { absoluteTime } from '#ui/values/moment.ts'
import { type Authority, itsOwn, whyNotAbove } from './authority-form.ts'

/** Root or subordinate authority. */
export function IssuerStep() {
  const { data } = useQuery(authoritiesQuery)
  const all = (data?.rows ?? []).filter(({ signType, sha256 }) => signType === 'signWithRoot' && sha256)
  return (
    <>
      {data === null && <NotReported what="its authorities" />}
      <FormChoice
        name="issuer"
        label="Issuer"
        options={[
          ...all.map(optionOf),
          {
            value: itsOwn,
            label: 'None: create a root',
            description: 'The top of a hierarchy, self-signed. Install its certificate wherever it should be trusted.',
          },
        ]}
      />
    </>
  )
}

function optionOf(authority: Authority): Option {
  const { commonName = 'Unnamed', sha256 = '', isRoot } = authority
  const ends = instantOf(authority.ExpiryDate)
  const refusal = whyNotAbove(authority)
  const facts = [
    isRoot === false ? 'Issuing authority' : isRoot ? 'Root' : 'Internal authority',
    ends ? `expires ${absoluteTime(ends)}` : '',
    refusal ?? '',
  ]
  return {
    value: sha256,
    label: `Issued by ${commonName}`,
    description: facts.filter(Boolean).join(', '),
    disabled: refusal !== undefined,
  }
}
